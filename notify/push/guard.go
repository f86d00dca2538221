package push

import (
	"context"
	"errors"
	"net/netip"
	"syscall"
)

// errPrivate says that an address is none of the public network.
var errPrivate = errors.New("the address is not in the public network")

// reserved are networks that no push service is in, besides those that [netip.Addr] knows.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("2001::/32"),
}

// public reports whether an address is one that strangers may make the server connect to.
func public(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, network := range reserved {
		if network.Contains(a) {
			return false
		}
	}
	return true
}

// guard refuses connections to addresses that are not public. It sees the address after
// its name was looked up, so that no name can stand for another one later. loopback allows
// this machine.
func guard(loopback bool) func(ctx context.Context, network, address string, _ syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return errPrivate
		}
		if public(at.Addr()) || loopback && at.Addr().Unmap().IsLoopback() {
			return nil
		}
		return errPrivate
	}
}
