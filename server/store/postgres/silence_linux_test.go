package postgres

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

func TestAConnectionWhoseOtherEndIsSilentEnds(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	a, err := parse("postgres://rosette@" + l.Addr().String() + "/rosette")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := a.config.DialFunc(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[int]int{unix.TCP_USER_TIMEOUT: 5000, unix.TCP_KEEPIDLE: 3, unix.TCP_KEEPINTVL: 1, unix.TCP_KEEPCNT: 3} {
		if err := raw.Control(func(fd uintptr) {
			if got, err := unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, name); err != nil || got != want {
				t.Errorf("option %d is %d, %v, want %d", name, got, err, want)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
}
