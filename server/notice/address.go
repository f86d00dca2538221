package notice

import (
	"errors"
	"net/netip"
	"strings"
)

// ErrPrivate is returned for a push service outside the public network, by address or name.
var ErrPrivate = errors.New("notify: the push service is not in the public network")

// reserved lists networks without push services, in addition to those known to [netip.Addr].
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("::/96"),
	netip.MustParsePrefix("fec0::/10"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("2001::/32"),
}

// PublicAddress reports whether the server may connect to an address chosen by strangers. It
// rejects addresses of this machine and private networks, multicast addresses, and addresses that
// embed an IPv4 address.
func PublicAddress(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Zone() != "" {
		return false
	}
	for _, network := range reserved {
		if network.Contains(a) {
			return false
		}
	}
	return true
}

// localNames lists the endings of names that are resolved only in private networks (RFC 6761, RFC
// 6762, RFC 9476).
var localNames = []string{".localhost", ".local", ".internal", ".home.arpa"}

// publicHost reports whether a URL's host may be in the public network. A host whose last label is
// a number is an IPv4 address (WHATWG URL, section 3.5). Only the usual notation is accepted, so
// 127.1, 2130706433 and 0x7f.0.0.1 are rejected.
func publicHost(host string) bool {
	if a, err := netip.ParseAddr(host); err == nil {
		return PublicAddress(a)
	}
	host = "." + strings.ToLower(strings.TrimSuffix(host, "."))
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || last[0] >= '0' && last[0] <= '9' || last == host[1:] ||
		strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return false
	}
	for _, name := range localNames {
		if strings.HasSuffix(host, name) {
			return false
		}
	}
	return true
}
