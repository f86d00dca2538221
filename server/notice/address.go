package notice

import (
	"errors"
	"net/netip"
	"strings"
)

// ErrPrivate is the refusal of a push service that is named by an address outside of the
// public network, or by a name of such a network.
var ErrPrivate = errors.New("notify: the push service is not in the public network")

// reserved are networks without push services, besides those that [netip.Addr] knows.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("::/96"), netip.MustParsePrefix("fec0::/10"),
	netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"), netip.MustParsePrefix("2001::/32"),
}

// PublicAddress reports whether strangers may make the server connect to an address: it is
// neither of this machine nor of a private network, nor a multicast address, nor one that
// contains an IPv4 address in another notation.
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

// localNames end names that only a private network resolves (RFC 6761, RFC 6762, RFC 9476).
var localNames = []string{".localhost", ".local", ".internal", ".home.arpa"}

// publicHost reports whether the host of an address of the web may be in the public network.
// A host whose last label is a number is an IPv4 address (WHATWG URL, section 3.5), which
// counts only in the usual notation: 127.1, 2130706433 and 0x7f.0.0.1 are none of the public
// network.
func publicHost(host string) bool {
	if a, err := netip.ParseAddr(host); err == nil {
		return PublicAddress(a)
	}
	host = "." + strings.ToLower(strings.TrimSuffix(host, "."))
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || last[0] >= '0' && last[0] <= '9' || last == host[1:] || strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return false
	}
	for _, name := range localNames {
		if strings.HasSuffix(host, name) {
			return false
		}
	}
	return true
}
