//go:build !race

package board

import "testing"

// The race detector slows this count down tenfold and has nothing to find in it; it runs on the
// smaller boards.

func TestTheNumberOfLegalPositionsOf4x4IsThePublishedOne(t *testing.T) {
	g := Square(4, 4)
	counts := make([]int, g.Points())
	t.Run("first stone", func(t *testing.T) {
		for p := range Point(g.Points()) {
			t.Run(g.PointName(p), func(t *testing.T) {
				t.Parallel()
				b := New(g)
				b.Play(p, Black)
				counts[p] = legalPositions(b, p+1)
			})
		}
	})
	total := 1
	for _, n := range counts {
		total += 2 * n // the first stone is white equally often
	}
	if total != 24318165 {
		t.Errorf("%d legal positions, want 24318165", total)
	}
}
