package push

import (
	"net/netip"
	"strings"
	"testing"
)

func TestStrangersMakeTheServerReachNoPrivateNetwork(t *testing.T) {
	for addresses, want := range map[string]bool{
		"93.184.216.34 2606:2800:220:1:248:1893:25c8:1946 ::ffff:93.184.216.34":                                                       true,
		"127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255 198.18.0.1 240.0.0.1": false,
		"::1 :: fe80::1 fc00::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::a00:1 2002:a00:1::1":                                false,
	} {
		for _, address := range strings.Fields(addresses) {
			at := netip.AddrPortFrom(netip.MustParseAddr(address), 443).String()
			if err := guard(false)(t.Context(), "tcp", at, nil); (err == nil) != want {
				t.Errorf("%s: %v", address, err)
			}
			loopback := netip.MustParseAddr(address).Unmap().IsLoopback()
			if err := guard(true)(t.Context(), "tcp", at, nil); (err == nil) != (want || loopback) {
				t.Errorf("%s with the loopback: %v", address, err)
			}
		}
	}
	if err := guard(true)(t.Context(), "tcp", "localhost:443", nil); err == nil {
		t.Error("a name is not an address")
	}
}
