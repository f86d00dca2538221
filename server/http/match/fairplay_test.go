package match

import (
	"slices"
	"testing"
	"time"

	"rosette/server/http/web"
)

// came stores an actor's address in a server.
func came(s *site, actor web.Actor, address string) {
	s.server.KeepAddress(actor, address)
}

func TestUsersOfAnAddressAreKnownToAllProcesses(t *testing.T) {
	first := build(t, func(*options) {})
	one, _ := beside(t, first, time.Now)
	two, _ := beside(t, first, time.Now)
	const home, elsewhere = "192.0.2.7", "198.51.100.7"
	came(one, "user/ada", home)
	came(one, "guest/0f", home)
	came(two, "user/bob", home)
	came(two, "user/cleo", elsewhere)
	both := []web.Actor{"user/ada", "user/bob"}
	for _, s := range []*site{one, two} {
		eventually(t, func() bool { return slices.Equal(s.server.Match.UsersAt(home), both) })
	}
	if !two.server.Match.OneAddress("user/bob", "user/ada") || two.server.Match.OneAddress("user/cleo", "user/ada") {
		t.Error("who has one address is not known")
	}
	three, _ := beside(t, first, time.Now) // starts later, and requests the addresses
	eventually(t, func() bool { return slices.Equal(three.server.Match.UsersAt(home), both) })

	for _, address := range []string{elsewhere, "198.51.100.8", "198.51.100.9"} {
		came(one, "user/ada", address)
	}
	for _, s := range []*site{one, two, three} { // three addresses later
		eventually(t, func() bool { return slices.Equal(s.server.Match.UsersAt(home), both[1:]) })
		eventually(t, func() bool {
			return slices.Equal(s.server.Match.UsersAt(elsewhere), []web.Actor{"user/ada", "user/cleo"})
		})
	}
	if got := one.server.LastAddress("user/ada"); got != "198.51.100.9" {
		t.Errorf("the last address is %s", got)
	}
}
