//go:build !unix

package storm

import "errors"

// pause returns an error: this system cannot stop a process.
func (s *Server) pause() error { return errors.ErrUnsupported }

func (s *Server) goOn() error { return errors.ErrUnsupported }
