//go:build !linux

package postgres

import "syscall"

// bounded leaves the system's defaults unchanged.
func bounded(_, _ string, _ syscall.RawConn) error { return nil }
