package search

import (
	"context"
	"math"
	"reflect"
	"testing"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// networkEvaluators are evaluators that share a small random network.
func networkEvaluators(t *testing.T, kind board.Lattice, many int) (all []engine.Evaluator) {
	t.Helper()
	net, err := neural.Random(kind, 2, 16, 1975)
	if err != nil {
		t.Fatal(err)
	}
	for i := range many {
		all = append(all, neural.New(net, uint64(i)))
	}
	return all
}

func TestOneNetworkAndOneSeedGiveOneAnalysis(t *testing.T) {
	for name, kind := range map[string]board.Lattice{"rosette-2": board.Honeycomb, "square-5": board.Grid} {
		g := newGame(t, name, "mindsports-chinese")
		next := play(t, g, board.Black, "A2 B4 pass")
		run := func() engine.Analysis {
			r := Run(context.Background(), g, next, networkEvaluators(t, kind, 1), engine.SearchParams{Visits: 150, OwnershipDetails: true})
			r.Elapsed = 0
			return r
		}
		one, other := run(), run()
		if !reflect.DeepEqual(one, other) {
			t.Errorf("%s: the reports differ:\n%+v\n%+v", name, one, other)
		}
		if !one.HasPolicy || one.Visits != 150 {
			t.Errorf("%s: guided %v, %d visits", name, one.HasPolicy, one.Visits)
		}
	}
}

func TestThreadsShareANetworkAndATree(t *testing.T) {
	g := newGame(t, "rosette-2", "mindsports-chinese")
	for _, threads := range []int{1, 2, 3} {
		r := Run(context.Background(), g, board.Black, networkEvaluators(t, board.Honeycomb, threads), engine.SearchParams{Visits: 300})
		visits := 0
		for _, c := range r.Candidates {
			visits += c.Visits
		}
		if r.Visits != 300 || visits < 300-threads || visits > 299 || !r.HasPolicy { // all begin at the root
			t.Errorf("%d threads: %d visits, %d below the root, guided %v", threads, r.Visits, visits, r.HasPolicy)
		}
	}
}

// A search's score variance is the mean variance of its evaluations plus the variance of their
// scores.
func TestTheScoreStdevOfASearchIsAtLeastAboutThatOfTheNetwork(t *testing.T) {
	g := newGame(t, "rosette-2", "mindsports-chinese")
	evaluators := networkEvaluators(t, board.Honeycomb, 1)
	var at engine.Evaluation
	evaluators[0].Evaluate(g, board.Black, &at)
	one := Run(context.Background(), g, board.Black, evaluators, engine.SearchParams{Visits: 1})
	if math.Abs(float64(one.ScoreStdev/at.ScoreStdev)-1) > 0.01 {
		t.Errorf("one opinion spreads by %v, the network says %v", one.ScoreStdev, at.ScoreStdev)
	}
	many := Run(context.Background(), g, board.Black, evaluators, engine.SearchParams{Visits: 200})
	if many.ScoreStdev < 0.8*at.ScoreStdev || many.ScoreStdev > 48 {
		t.Errorf("many opinions spread by %v, the network says %v of one", many.ScoreStdev, at.ScoreStdev)
	}
	for p, v := range many.Ownership {
		if !(v >= -1 && v <= 1) {
			t.Errorf("%s is owned by %v", g.Graph().PointName(board.Point(p)), v)
		}
	}
}

// On a board of six points a few visits are enough.
func TestAnEarlyStopWithANetworkChoosesTheSameMove(t *testing.T) {
	saved := 0
	for seed := range uint64(6) {
		g := newGame(t, "rosette-1", "mindsports-chinese")
		next := board.Black
		for range seed % 3 {
			next = playFirst(g, next)
		}
		run := func(stop bool) engine.Analysis {
			net, err := neural.Random(board.Honeycomb, 1, 16, seed)
			if err != nil {
				t.Fatal(err)
			}
			return Run(context.Background(), g, next, []engine.Evaluator{neural.New(net, seed)}, engine.SearchParams{Visits: 1500, EarlyStop: stop})
		}
		whole, early := run(false), run(true)
		if whole.Candidates[0].Move != early.Candidates[0].Move {
			t.Errorf("seed %d: %s, stopped %s", seed, g.Graph().PointName(whole.Candidates[0].Move), g.Graph().PointName(early.Candidates[0].Move))
		}
		if whole.Visits != 1500 || early.Visits > 1500 || early.Visits < earlyStopAfter {
			t.Errorf("seed %d: %d visits, stopped %d", seed, whole.Visits, early.Visits)
		}
		saved += whole.Visits - early.Visits
	}
	if saved == 0 {
		t.Error("no search was stopped early")
	}
	t.Logf("%d visits saved", saved)
}

func playFirst(g *game.Game, c board.Color) board.Color {
	for _, p := range g.Board().Empties() {
		if g.Legal(p, c) == nil {
			g.Make(p, c)
			break
		}
	}
	return c.Opponent()
}

func TestAfterOneVisitTheLikeliestMoveComesFirst(t *testing.T) {
	g := newGame(t, "rosette-2", "mindsports-chinese")
	a := Run(context.Background(), g, board.Black, []engine.Evaluator{neural.New(neural.Shipped(g.Graph(), g.Rules()), 1)}, engine.SearchParams{Visits: 1})
	for i, c := range a.Candidates[1:] {
		if before := a.Candidates[i]; c.Visits > before.Visits || c.Visits == before.Visits && c.Prior > before.Prior {
			t.Errorf("%s with %v stands before %s with %v", g.Graph().PointName(before.Move), before.Prior, g.Graph().PointName(c.Move), c.Prior)
		}
	}
}
