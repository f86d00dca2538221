package search

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// An evenEvaluator evaluates every position as even. Its policy prefers the first points.
type evenEvaluator struct{ behind float32 } // added to a player's chance for a stone on the last point

// odds are the weights of the first moves; all others have 1 each.
var odds = []float32{60, 30, 15}

func (m evenEvaluator) Evaluate(g *game.Game, _ board.Color, into *engine.Evaluation) {
	into.Win, into.Score = 0.5, 0
	last := board.Point(g.Graph().Points() - 1)
	switch g.Board().At(last) {
	case board.Black:
		into.Win += m.behind
	case board.White:
		into.Win -= m.behind
	}
	into.Policy = into.Policy[:0]
	sum := float32(0)
	for p := range g.Graph().Points() + 1 {
		weight := float32(1)
		if p < len(odds) {
			weight = odds[p]
		}
		into.Policy = append(into.Policy, weight)
		sum += weight
	}
	for p := range into.Policy {
		into.Policy[p] /= sum
	}
}

func runWithPolicy(t *testing.T, m engine.Evaluator, p engine.SearchParams) (*game.Game, engine.Analysis) {
	t.Helper()
	g := newGame(t, "rosette-2", "mindsports-chinese")
	return g, Run(context.Background(), g, board.Black, []engine.Evaluator{m}, p)
}

// shares returns the visits to each root move, by point, pass last.
func shares(g *game.Game, r engine.Analysis) []int {
	all := make([]int, g.Graph().Points()+1)
	for _, c := range r.Candidates {
		if c.Move == board.Pass {
			all[len(all)-1] = c.Visits
		} else {
			all[c.Move] = c.Visits
		}
	}
	return all
}

func TestTheTreeOfAnEvaluatorWithAPolicyIsTheGoldenOne(t *testing.T) {
	g, r := runWithPolicy(t, evenEvaluator{0.2}, engine.SearchParams{Visits: 300})
	var got strings.Builder
	fmt.Fprintf(&got, "visits %d win %.3f\n", r.Visits, r.Win)
	for _, c := range r.Candidates {
		fmt.Fprintf(&got, "%-4s %4d %.3f prior %.3f", g.Graph().PointName(c.Move), c.Visits, (1+c.Utility)/2, c.Prior)
		for _, p := range c.PV {
			fmt.Fprintf(&got, " %s", g.Graph().PointName(p))
		}
		got.WriteByte('\n')
	}
	golden(t, "rosette-2-policy.txt", got.String())
}

// With equal values PUCT keeps p/(1+n) equal among visited moves, with prior p and n visits.
func TestMovesOfEqualValueAreVisitedInProportionToTheirPriors(t *testing.T) {
	g, r := runWithPolicy(t, evenEvaluator{}, engine.SearchParams{Visits: 2000})
	visits := shares(g, r)
	for i, odd := range odds {
		want := 2000 * odd / (60 + 30 + 15)
		if got := float32(visits[i]); got < 0.8*want || got > 1.2*want {
			t.Errorf("%s with odds %v: %v visits, want about %.0f", g.Graph().PointName(board.Point(i)), odd, got, want)
		}
	}
}

func TestAGoodMoveIsFoundThoughItsPriorIsLow(t *testing.T) {
	g, r := runWithPolicy(t, evenEvaluator{0.4}, engine.SearchParams{Visits: 2000})
	last := board.Point(g.Graph().Points() - 1)
	if best := r.Candidates[0]; best.Move != last {
		t.Errorf("best is %s with %d visits, want %s: %v", g.Graph().PointName(best.Move), best.Visits, g.Graph().PointName(last), shares(g, r))
	}
}

func TestThePolicyOfTheEvaluatorIsReported(t *testing.T) {
	g := newGame(t, "rosette-2", "mindsports-chinese")
	next := play(t, g, board.Black, "A2 C3")
	a := Run(context.Background(), g, next, []engine.Evaluator{evenEvaluator{}}, engine.SearchParams{Visits: 200})
	sum := float32(0)
	for p, chance := range a.Policy {
		taken := p < g.Graph().Points() && g.Board().At(board.Point(p)) != board.Empty
		if taken != (chance == -1) {
			t.Errorf("the policy of point %d is %v", p, chance)
		}
		sum += max(0, chance)
	}
	if math.Abs(float64(sum)-1) > 1e-5 {
		t.Errorf("the policy sums to %v", sum)
	}
	for _, c := range a.Candidates {
		if c.Move != board.Pass && a.Policy[c.Move] != c.Prior {
			t.Errorf("%s: policy %v, prior %v", g.Graph().PointName(c.Move), a.Policy[c.Move], c.Prior)
		}
	}
}

func TestSeveralEvaluatorsWithAPolicyShareATree(t *testing.T) {
	g := newGame(t, "rosette-2", "mindsports-chinese")
	evaluators := []engine.Evaluator{evenEvaluator{0.2}, evenEvaluator{0.2}, evenEvaluator{0.2}}
	r := Run(context.Background(), g, board.Black, evaluators, engine.SearchParams{Visits: 3000})
	last := board.Point(g.Graph().Points() - 1)
	if r.Visits != 3000 || !r.HasPolicy || r.Candidates[0].Move != last {
		t.Errorf("%d visits, guided %v, best %+v, want %s", r.Visits, r.HasPolicy, r.Candidates[0], g.Graph().PointName(last))
	}
}

func TestUtilitiesThatVaryAreExploredMore(t *testing.T) {
	steady := stats{visits: 100, sum: 50, squares: 25}
	wild := stats{visits: 100, sum: 50, squares: 50}
	unknown := stats{}
	expected := stats{visits: 100, sum: 50, squares: 25 + 100*utilityStdevPrior*utilityStdevPrior}
	for _, c := range []struct {
		name string
		r    stats
		want float64
	}{
		{"nothing is known", unknown, 1},
		{"as expected", expected, 1},
		{"all alike", steady, 1 + utilityStdevScale*(math.Sqrt(2.0/102)-1)},
		{"won or lost", wild, 1 + utilityStdevScale*(math.Sqrt((25+2*utilityStdevPrior*utilityStdevPrior)/102)/utilityStdevPrior-1)},
	} {
		if got := c.r.stdevFactor(); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%s: %.4f, want %.4f", c.name, got, c.want)
		}
	}
}
