package search

import "testing"

func TestATreeThatFillsUpExpandsLater(t *testing.T) {
	f := newArena(1000, 10)
	for used, want := range map[int32]int32{
		1: expandVisits, 249: expandVisits, 250: 2 * expandVisits, 500: 4 * expandVisits, 999: 8 * expandVisits,
	} {
		f.used.Store(used)
		if got := f.expandThreshold(); got != want {
			t.Errorf("with %d of 1000 nodes leaves are expanded after %d visits, want %d", used, got, want)
		}
	}
}
