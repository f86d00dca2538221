//go:build unix

package storm

import "syscall"

// pause has a server stand still until goOn is called.
func (s *Server) pause() error { return s.command.Process.Signal(syscall.SIGSTOP) }

func (s *Server) goOn() error { return s.command.Process.Signal(syscall.SIGCONT) }
