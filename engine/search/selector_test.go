package search_test

import (
	"context"
	"testing"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// highestPrior selects the move with the highest prior, whatever the visits.
func highestPrior(c search.Children) (best int) {
	for i := range c.Len() {
		if c.Prior(i) > c.Prior(best) {
			best = i
		}
	}
	return best
}

func run(t *testing.T, s *search.Search, visits int) engine.Analysis {
	t.Helper()
	rules, err := game.ParseRules("tromp-taylor")
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(board.Square(5, 5), rules)
	return s.Run(context.Background(), g, board.Black, []engine.Evaluator{playout.New(1)}, engine.SearchParams{Visits: visits})
}

func TestARuleForTheRootSelectsItsMoves(t *testing.T) {
	a := run(t, &search.Search{Root: search.Selector(highestPrior)}, 200)
	if first := a.Candidates[0]; first.Visits != a.Visits-1 || a.Candidates[1].Visits != 0 {
		t.Errorf("%d of %d visits are of the first move, want all but that of the root itself", first.Visits, a.Visits)
	}
}

func TestARuleForInteriorNodesSelectsTheMovesBelowTheRoot(t *testing.T) {
	a := run(t, &search.Search{Interior: search.Selector(highestPrior)}, 400)
	if a.Candidates[1].Visits == 0 {
		t.Error("the rule selects at the root too")
	}
	depth := 0
	for _, c := range a.Candidates {
		depth = max(depth, len(c.PV))
	}
	usual := run(t, &search.Search{}, 400)
	if usualDepth := len(usual.Candidates[0].PV); depth <= usualDepth {
		t.Errorf("the search is %d moves deep, no deeper than %d without the rule", depth, usualDepth)
	}
}
