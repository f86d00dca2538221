//go:build unix

package storm

import "syscall"

// pause stops the server process until goOn is called.
func (s *Server) pause() error { return s.command.Process.Signal(syscall.SIGSTOP) }

func (s *Server) goOn() error { return s.command.Process.Signal(syscall.SIGCONT) }
