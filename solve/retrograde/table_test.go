package retrograde

import (
	"context"
	"testing"

	"rosette/game/board"
)

// swept returns a table that further sweeps leave unchanged.
func swept(t testing.TB, g *board.Graph, threshold, threads int) *table {
	t.Helper()
	w := newWords(g)
	a := newTable(w, newClasses(g, w), threshold)
	sweepOut(t, a, threads)
	return a
}

// sweepOut sweeps a table until nothing changes.
func sweepOut(t testing.TB, a *table, threads int) {
	t.Helper()
	for added := 1; added > 0 || !a.thorough; a.sweeps++ {
		a.thorough = added == 0
		added = 0
		for stones := a.points; stones >= 0; stones-- {
			n, _, err := a.sweep(context.Background(), stones, threads, func(int) {})
			if err != nil {
				t.Fatal(err)
			}
			added += n
		}
	}
}

func TestStrictBoundsOfSmallBoards(t *testing.T) {
	for _, test := range []struct {
		board     string
		low, high int
	}{
		{"rosette-1", -6, 6},
		{"square-2", -4, 4},
		{"square-2x3", -6, 6},
		{"square-3", 2, 9}, // +9 needs a ko taken after a pass
		{"square-2x4", 8, 8},
		{"square-2x5", 10, 10},
	} {
		g := graphNamed(t, test.board)
		low, high := -g.Points(), g.Points()
		for threshold := -g.Points() + 1; threshold <= g.Points(); threshold++ {
			a := swept(t, g, threshold, 1)
			switch a.label(situation{}) {
			case blackWins:
				low = threshold
			case whiteWins:
				high = min(high, threshold-1)
			}
		}
		if low != test.low || high != test.high {
			t.Errorf("%s: %+d to %+d, want %+d to %+d", test.board, low, high, test.low, test.high)
		}
	}
}
