package postgres

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// bounded has a connection end when what was sent is not confirmed within [silence]. While
// something is on its way, TCP does not ask whether the other end is there.
func bounded(_, _ string, c syscall.RawConn) error {
	var failed error
	err := c.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silence.Milliseconds()))
		if failed == unix.ENOPROTOOPT || failed == unix.EOPNOTSUPP { // a Unix socket, whose other end is on this machine
			failed = nil
		}
	})
	if err != nil {
		return err
	}
	return failed
}
