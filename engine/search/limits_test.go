package search

import (
	"context"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

// takeable is a game where Black can capture a chain at once.
func takeable(t *testing.T) *game.Game {
	t.Helper()
	g := newGame(t, "square-7", "tromp-taylor")
	play(t, g, board.Black, "C3 D3 D2 D4 E3 E4 C4 C5 D5 G7 B5 G6")
	return g
}

// With one thread a search that stops early makes the first visits of the full search, and the rest
// could not change the choice.
func TestAnEarlyStopChoosesTheSameMove(t *testing.T) {
	saved := 0
	for seed := range uint64(8) {
		for _, g := range []*game.Game{takeable(t), newGame(t, "rosette-2", "mindsports-chinese")} {
			run := func(stop bool) engine.Analysis {
				evaluators := []engine.Evaluator{playout.New(seed)}
				return Run(context.Background(), g, board.Black, evaluators, engine.SearchParams{Visits: 2000, EarlyStop: stop})
			}
			whole, early := run(false), run(true)
			if whole.Candidates[0].Move != early.Candidates[0].Move {
				t.Errorf("seed %d: %v, stopped %v", seed, whole.Candidates[0].Move, early.Candidates[0].Move)
			}
			if whole.Visits != 2000 || early.Visits > 2000 || early.Visits < earlyStopAfter {
				t.Errorf("seed %d: %d visits, stopped %d", seed, whole.Visits, early.Visits)
			}
			saved += whole.Visits - early.Visits
		}
	}
	if saved == 0 {
		t.Error("no search was ever stopped")
	}
}

// A search with a share stops soon if one move is clearly best, and otherwise makes all visits.
func TestASearchWithAShareStopsWhereAMoveIsClear(t *testing.T) {
	for _, test := range []struct {
		name string
		e    engine.Evaluator
		stop bool
	}{{"clear", evenEvaluator{0.4}, true}, {"even", levelEvaluator{}, false}} {
		var visits [2]int
		for i, share := range []float32{0.3, 1} {
			g := newGame(t, "rosette-2", "mindsports-chinese")
			p := engine.SearchParams{Visits: 600, EarlyStop: true, StopShare: share}
			visits[i] = Run(t.Context(), g, board.Black, []engine.Evaluator{test.e}, p).Visits
		}
		if test.stop != (visits[0] < visits[1] && visits[0] < 600) || !test.stop && visits[0] != 600 {
			t.Errorf("%s: %d visits with a share of 0.3, %d with 1", test.name, visits[0], visits[1])
		}
	}
}

// A levelEvaluator evaluates every position as even and has no preference.
type levelEvaluator struct{}

func (levelEvaluator) Evaluate(g *game.Game, _ board.Color, into *engine.Evaluation) {
	n := g.Graph().Points() + 1
	*into = engine.Evaluation{Win: 0.5, Policy: make([]float32, n)}
	for p := range into.Policy {
		into.Policy[p] = 1 / float32(n)
	}
}

// Few visits decide between a good move and a bad one, even on a busy machine.
func TestASearchWithATimeLimitStopsEarly(t *testing.T) {
	g := takeable(t)
	all := Run(context.Background(), g, board.Black, []engine.Evaluator{playout.New(1)}, engine.SearchParams{Visits: 2000}).Candidates
	worst := all[len(all)-1].Move
	if worst == board.Pass {
		worst = all[len(all)-2].Move
	}
	evaluators := []engine.Evaluator{playout.New(1), playout.New(2)}
	r := Run(
		context.Background(), g, board.Black, evaluators,
		engine.SearchParams{Time: 6 * time.Second, EarlyStop: true, AllowMoves: []board.Point{all[0].Move, worst}},
	)
	if r.Elapsed > 5800*time.Millisecond {
		t.Errorf("it took %v", r.Elapsed)
	}
}
