package storm

import (
	"net/netip"
	"net/url"
)

// Spread chooses local addresses, so that a server on this machine that limits
// what one address does sees many.
type Spread struct {
	Each int // uses of one address; 0 for no choice
}

// From returns the local address of the i-th use.
func (s Spread) From(i int) netip.Addr {
	if s.Each <= 0 {
		return netip.Addr{}
	}
	n := i / s.Each
	// 127.1.0.1 and so on; the last part is never 0 or 255.
	return netip.AddrFrom4([4]byte{127, byte(1 + n/254/256), byte(n / 254), byte(1 + n%254)})
}

// onLoopback reports whether a server's URL is an IPv4 address of this machine, to
// which connections from all of 127.0.0.0/8 can be made.
func onLoopback(at string) bool {
	u, err := url.Parse(at)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err == nil && ip.Is4() && ip.IsLoopback()
}
