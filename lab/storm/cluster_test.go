package storm

import (
	"net/netip"
	"testing"
)

// Nodes that failed recently are tried again if there are no others; otherwise a game whose nodes
// all failed a moment ago could not continue.
func TestAPlayerJoinsANodeThatFailedAMomentAgo(t *testing.T) {
	f := &fakeServer{}
	options(f)
	c := &cluster{nodes: []*node{{}, {}}}
	for _, n := range c.nodes {
		n.set(f)
	}
	from := netip.MustParseAddr("127.0.0.1")
	g, err := c.Open(t.Context(), from, "rosette-2", "none")
	if err != nil {
		t.Fatal(err)
	}
	for failed, want := range []int{2, 1, 1} { // sockets, by number of failed nodes
		for _, n := range c.nodes[:failed] {
			n.avoid()
		}
		s, err := c.Join(t.Context(), from, g, 1)
		if err != nil {
			t.Fatalf("%d of 2 nodes have failed: %v", failed, err)
		}
		if got := len(s.(*seats).all); got != want {
			t.Errorf("%d of 2 nodes have failed: %d sockets, want %d", failed, got, want)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
