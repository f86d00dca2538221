package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

func TestSequentialHalvingGivesTheBetterHalfMoreVisits(t *testing.T) {
	for _, c := range []struct {
		moves, visits int
		want          string
	}{
		{1, 4, "[0 1 2 3]"},
		{2, 5, "[0 0 1 1 2]"},
		{4, 8, "[0 0 0 0 1 1 2 2]"},
		{16, 32, "[0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 2 2 2 2 3 3 3 3]"},
		{16, 5, "[0 0 0 0 0]"},
	} {
		if got := fmt.Sprint(sequentialHalving(c.moves, c.visits)); got != c.want {
			t.Errorf("%d moves, %d visits: %s, want %s", c.moves, c.visits, got, c.want)
		}
	}
}

// gumbelRun searches g with Black to move.
func gumbelRun(g *game.Game, e engine.Evaluator, visits int, gumbel *Gumbel) engine.Analysis {
	s := Search{Root: gumbel}
	return s.Run(context.Background(), g, board.Black, []engine.Evaluator{e}, engine.SearchParams{Visits: visits})
}

func TestAGumbelSearchVisitsTheLikeliestAndThenTheBest(t *testing.T) {
	g := newGame(t, "rosette-2", "mindsports-chinese")
	r := gumbelRun(g, evenEvaluator{}, 9, &Gumbel{Moves: 4})
	visits := shares(g, r) // the root has the first visit
	if fmt.Sprint(visits[:4]) != "[3 3 1 1]" {
		t.Errorf("visits %v, want 3, 3, 1, 1", visits)
	}
}

// With equal values the largest sum of logit and Gumbel noise samples the policy (Gumbel 1954).
func TestWithEqualValuesTheMoveIsDrawnByThePolicy(t *testing.T) {
	const runs = 600
	counts := map[board.Point]int{}
	rng := rand.New(rand.NewPCG(11, 0))
	g := newGame(t, "rosette-2", "mindsports-chinese")
	var prior [3]float32
	for range runs {
		r := gumbelRun(g, evenEvaluator{}, 9, &Gumbel{Moves: 4, RNG: rng})
		counts[r.Candidates[0].Move]++
		for _, c := range r.Candidates {
			if c.Move >= 0 && int(c.Move) < len(prior) {
				prior[c.Move] = c.Prior
			}
		}
	}
	for p, chance := range prior {
		want, got := float64(chance), float64(counts[board.Point(p)])/runs
		if off := math.Abs(got-want) / math.Sqrt(want*(1-want)/runs); off > 4 {
			t.Errorf("point %d is played %.3f of the time, want %.3f: %.1f deviations off (seed 11)", p, got, want, off)
		}
	}
}

func TestAGumbelSearchImprovesThePolicy(t *testing.T) {
	g := newGame(t, "rosette-2", "mindsports-chinese")
	last := board.Point(g.Graph().Points() - 1)
	r := gumbelRun(g, evenEvaluator{0.3}, 64, &Gumbel{Moves: 25})
	if best := r.Candidates[0]; best.Move != last || best.Improved < 10*best.Prior {
		t.Errorf(
			"best is %s, %.3f instead of %.3f; want %s", g.Graph().PointName(best.Move), best.Improved, best.Prior,
			g.Graph().PointName(last),
		)
	}
	sum := float32(0)
	for _, c := range r.Candidates {
		sum += c.Improved
	}
	if math.Abs(float64(sum)-1) > 1e-4 {
		t.Errorf("the better policy sums to %v", sum)
	}
}

func TestAGumbelSearchKeepsNoTree(t *testing.T) {
	g := newGame(t, "rosette-2", "mindsports-chinese")
	s := Search{Root: &Gumbel{Moves: 8}}
	evaluators := []engine.Evaluator{evenEvaluator{0.1}}
	params := engine.SearchParams{Visits: 33}
	r := s.Run(context.Background(), g, board.Black, evaluators, params)
	g.Make(r.Candidates[0].Move, board.Black)
	after := s.Run(context.Background(), g, board.White, evaluators, params)
	fresh := (&Search{Root: &Gumbel{Moves: 8}}).Run(context.Background(), g, board.White, evaluators, params)
	if fmt.Sprint(after.Candidates) != fmt.Sprint(fresh.Candidates) {
		t.Errorf("after a game %v\nafresh %v", after.Candidates, fresh.Candidates)
	}
}
