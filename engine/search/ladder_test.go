package search

import (
	"testing"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game/board"
)

// The white stone Q16 is between three black ones, on 19×19: a ladder runs to the lower left. The
// fourth black stone forms a chain with one of its liberties.
const (
	ladder  = "R16 Q16 Q17 T1 R15 S1"
	breaker = "R16 Q16 Q17 D4 R15 S1"
)

func TestLaddersAreReadToTheirEnd(t *testing.T) {
	for _, test := range []struct {
		moves, point string
		next         board.Color
		want         uint8
	}{
		{ladder, "P16", board.Black, takesByLadder},
		{ladder, "Q15", board.Black, noLadder}, // White gets out to the left
		{breaker, "P16", board.Black, noLadder},
		{ladder + " P16", "Q15", board.White, runsInVain},
		{breaker + " P16", "Q15", board.White, noLadder},
		{ladder, "P16", board.White, savesByLadder},
		{breaker, "P16", board.White, noLadder}, // nothing threatens
	} {
		g := newGame(t, "square-19", "tromp-taylor")
		play(t, g, board.Black, test.moves)
		var f staticFeatures
		f.compute(g, test.next)
		f.readLadders(true)
		p, err := g.Graph().Point(test.point)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.ladders[p]; got != test.want {
			t.Errorf("%s, %v %s: %d, want %d", test.moves, test.next, test.point, got, test.want)
		}
	}
}

func TestAPlayoutSearchStartsALadderThatWorksAndRunsOutOfNoneThatDoes(t *testing.T) {
	for _, test := range []struct {
		moves, point string
		next         board.Color
		plays        bool
	}{
		{ladder, "P16", board.Black, true},
		{ladder + " P16", "Q15", board.White, false},
	} {
		g := newGame(t, "square-19", "tromp-taylor")
		play(t, g, board.Black, test.moves)
		a := Run(t.Context(), g, test.next, []engine.Evaluator{playout.New(1)}, engine.SearchParams{Visits: 1500})
		if got := g.Graph().PointName(a.Candidates[0].Move); (got == test.point) != test.plays {
			t.Errorf("%s: %v plays %s", test.moves, test.next, got)
		}
	}
}
