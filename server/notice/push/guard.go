package push

import (
	"context"
	"errors"
	"net/netip"
	"syscall"

	"rosette/server/notice"
)

// errPrivate is returned for an address outside the public network.
var errPrivate = errors.New("the address is not in the public network")

// guard refuses connections to addresses that are not public. It checks the address after the name
// lookup, so that a later lookup cannot give a different one. loopback allows this machine.
func guard(loopback bool) func(ctx context.Context, network, address string, _ syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return errPrivate
		}
		if notice.PublicAddress(at.Addr()) || loopback && at.Addr().Unmap().IsLoopback() {
			return nil
		}
		return errPrivate
	}
}
