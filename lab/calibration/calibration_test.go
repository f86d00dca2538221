package calibration

import (
	"math"
	"testing"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// A line is an evaluator whose lead is a linear function of komi, and whose ownership adds up to
// another one. suicide is its change in lead and win probability where suicide is legal.
type line struct{ even, slope, ownershipSlope, suicide float64 }

func (l line) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	komi := g.Rules().Komi
	into.Score, into.Win = float32(l.slope*(l.even-komi)), 0.5
	if g.Rules().Suicide {
		into.Score, into.Win = into.Score+float32(l.suicide), into.Win+float32(l.suicide/100)
	}
	into.Ownership = []float32{float32(l.ownershipSlope*(l.even-komi) - g.ScoreOffset(next))}
}

// near fails if a measurement is not as expected.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 0.02 {
		t.Errorf("%s is %.3f, want %.3f", what, got, want)
	}
}

func TestSlopesAndRulesAreMeasured(t *testing.T) {
	graph := board.Square(9, 9)
	at := drawn{game.New(graph, game.DefaultRules(graph)), board.Black}
	for _, l := range []line{{6.3, 1, 1, 0}, {-40, 0.35, 1.2, 3}, {12, 1.5, 0.8, -2}} {
		r := &reader{evaluator: l}
		even := r.evenKomi(at)
		near(t, "the even komi", even, l.even+map[bool]float64{true: l.suicide / l.slope}[at.game.Rules().Suicide])
		score, ownership := r.slopes(at, even)
		near(t, "the slope", score, l.slope)
		near(t, "the slope by ownership", ownership, l.ownershipSlope)
		lead, win := r.rulesSpread(at)
		near(t, "the lead between rules", lead, math.Abs(l.suicide))
		near(t, "the win probability between rules", win, math.Abs(l.suicide/100))
	}
}

func TestARangeHasTheOrderStatistics(t *testing.T) {
	if got := rangeOf([]float64{3, 1, 2, 10, 4, 5, 6, 7, 8, 9}); got != (Range{1, 5.5, 9, 10}) {
		t.Error(got)
	}
	if got := rangeOf([]float64{2}); got != (Range{2, 2, 2, 2}) {
		t.Error(got)
	}
}

// measured returns a short measurement of the network for a board.
func measured(t *testing.T, graph *board.Graph, r game.Rules, positions int, seed uint64) *Report {
	t.Helper()
	n := neural.Shipped(graph, r)
	plan := Plan{Network: n, Player: n, Graph: graph, Rules: r, Positions: positions, Seed: seed}
	report, err := plan.Run(t.Context(), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestEqualSeedsMeasureEqually(t *testing.T) {
	graph := board.Rosette(2)
	r := game.DefaultRules(graph)
	first, again := measured(t, graph, r, 3, 1), measured(t, graph, r, 3, 1)
	other := measured(t, graph, r, 3, 2)
	if *first != *again || *first == *other {
		t.Error(first, again, other)
	}
}
