package postgres

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// bounded ends a connection if sent data is not acknowledged within [silence]. While data is in
// transit, TCP sends no keep-alive probes.
func bounded(_, _ string, c syscall.RawConn) error {
	var failed error
	err := c.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(silence.Milliseconds()))
		// It is a Unix socket, so the other end is on this machine.
		if failed == unix.ENOPROTOOPT || failed == unix.EOPNOTSUPP {
			failed = nil
		}
	})
	if err != nil {
		return err
	}
	return failed
}
