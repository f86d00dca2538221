package storm

import (
	"net/netip"
	"slices"
	"testing"
)

func TestWhatAServerHasSaidIsToldFromWhatNobodyHasSaid(t *testing.T) {
	failures := map[string]int{
		lineLost: 3, joinFailed + ": no server answers": 2, joinFailed + ": expected 101 but got 503": 1, lineLost + ": status = StatusGoingAway": 1, "not-now": 1,
	}
	want := []string{joinFailed + ": expected 101 but got 503", lineLost + ": status = StatusGoingAway", "not-now"}
	if got := serverReasons(failures); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	r := NodesReport{Told: 2.04, Back: 1, Says: []string{"not-now"}}
	if got := r.stayed(); got != `; players who stay on the node get "not-now" after 2.0 s and continue 1.0 s after the end` {
		t.Error(got)
	}
	from := Spread{Each: 2, Base: netip.MustParseAddr("198.19.0.0")}.From(511)
	if from.String() != "198.19.1.2" {
		t.Errorf("the address is %v", from)
	}
}
