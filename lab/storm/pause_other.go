//go:build !unix

package storm

import "errors"

// pause has a server stand still until goOn is called. There is no such signal here.
func (s *Server) pause() error { return errors.ErrUnsupported }

func (s *Server) goOn() error { return errors.ErrUnsupported }
