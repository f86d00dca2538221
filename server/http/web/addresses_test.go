package web

import (
	"fmt"
	"testing"
)

func TestOnlyTheActorsSeenLastHaveAddresses(t *testing.T) {
	a := newAddresses()
	for i := range remembered + 10 {
		a.add(Actor(fmt.Sprint("user/", i)), "192.0.2.1")
	}
	if n := len(a.users["192.0.2.1"]); n != remembered || a.of.Len() != remembered {
		t.Errorf("%d users at the address, %d in all, want %d", n, a.of.Len(), remembered)
	}
	for i := range remembered {
		a.add(Actor(fmt.Sprint("user/new", i)), "192.0.2.2")
	}
	if len(a.users) != 1 {
		t.Errorf("%d addresses are kept of actors who are forgotten", len(a.users)-1)
	}
}
