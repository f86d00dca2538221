package search

import "testing"

// An analysis may run for hours.
func TestMeansHoldForAnyNumberOfVisits(t *testing.T) {
	s := stats{visits: 40 << 20}
	for range s.visits {
		s.add(0.75, -1.5)
	}
	if s.mean() != 0.75 || s.meanScore() != -1.5 || s.squares != 0.75*s.sum {
		t.Errorf("after %d visits: mean %v, score %v", s.visits, s.mean(), s.meanScore())
	}
}

func TestANodeFillsALineOfTheCache(t *testing.T) {
	if NodeBytes != 64 {
		t.Errorf("a node takes %d bytes", NodeBytes)
	}
}

// The flag --memory allows 1T, which would hold more nodes than a 32-bit number can count.
func TestATreeHasRoomForNodesHoweverMuchMemoryItMayTake(t *testing.T) {
	for _, memory := range []int{1 << 37, 1 << 38, 1 << 40} {
		f := newArena(memory/NodeBytes, 1000)
		if f.full() || f.capacity < 1<<30 || f.expandThreshold() != expandVisits {
			t.Errorf("%d bytes: room for %d nodes, full %t", memory, f.capacity, f.full())
		}
	}
}

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
