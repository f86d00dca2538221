package testsuite

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// oracle knows the suite: its raw evaluation is always right or, if it lies, always wrong.
type oracle struct {
	known map[string]*Position
	lies  bool
}

func newOracle(e *Suite, lies bool) *oracle {
	p := &oracle{map[string]*Position{}, lies}
	for i := range e.Positions {
		p.known[fmt.Sprint(e.Positions[i].Moves)] = &e.Positions[i]
	}
	return p
}

func (p *oracle) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	var past []board.Point
	for ply := range g.Ply() {
		past = append(past, g.Move(ply).Point)
	}
	*into = engine.Evaluation{Win: 0.5, Policy: make([]float32, g.Graph().Points()+1)}
	q := p.known[fmt.Sprint(past)]
	if q == nil {
		return
	}
	move := q.Best[0]
	if p.lies {
		for move = range q.Loss {
			break
		}
	}
	at := len(into.Policy) - 1
	if move != board.Pass {
		at = int(move)
	}
	into.Policy[at] = 1
	into.Score = float32(float64(q.Margin) - g.Rules().Komi)
	into.Win = 0.5 + into.Score/100
	if p.lies {
		into.Score, into.Win = into.Score+3, 1-into.Win
	}
}

func TestAnOracleIsRightAndALiarIsWrong(t *testing.T) {
	e := baseOne(t)
	for _, lies := range []bool{false, true} {
		results, err := e.Run(t.Context(), RunOptions{
			NewEvaluator: func(uint64) engine.Evaluator { return newOracle(e, lies) }, Visits: 1, Threads: 2,
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range results.Raw {
			q := &e.Positions[i]
			if !lies && (a.PointsLost != 0 || a.WinnersRight != 2 || a.MarginError != 0 || !slices.Contains(q.Best, a.Move)) {
				t.Errorf("position %d is answered right and graded %+v", i+1, a)
			}
			if lies && (a.PointsLost != q.Loss[a.Move] || a.PointsLost == 0 || a.WinnersRight != 0 || a.MarginError != 3) {
				t.Errorf("position %d is answered wrong and graded %+v", i+1, a)
			}
		}
	}
}

// randomNet returns a constructor for evaluators with an untrained network.
func randomNet(t *testing.T) func(seed uint64) engine.Evaluator {
	t.Helper()
	net, err := neural.Random(board.Honeycomb, 1, 16, 3)
	if err != nil {
		t.Fatal(err)
	}
	return func(seed uint64) engine.Evaluator { return neural.New(net, seed) }
}

func TestASearchFindsMoreBestMovesThanARawEvaluation(t *testing.T) {
	e, net := baseOne(t), randomNet(t)
	results, err := e.Run(t.Context(), RunOptions{NewEvaluator: net, Visits: 2000, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	found, raw := 0, 0
	for i := range results.Search {
		if results.Search[i].PointsLost == 0 {
			found++
		}
		if results.Raw[i].PointsLost == 0 {
			raw++
		}
	}
	t.Logf("of %d the search finds %d, a raw evaluation %d, chance %.2f", len(e.Positions), found, raw, e.RandomChance()*float64(len(e.Positions)))
	if found <= raw || 10*found < 8*len(e.Positions) {
		t.Errorf("of %d positions the search finds %d and a raw evaluation %d", len(e.Positions), found, raw)
	}
}

func TestTheResultsOfANetworkDependOnTheSeedAlone(t *testing.T) {
	m := newGenerator(t, "rosette-1", "mindsports-chinese")
	m.Games, m.Seed = 1, 8 // this seed's game has a position
	e, net := generate(t, m), randomNet(t)
	var all []*Results
	for _, threads := range []int{1, 3} {
		results, err := e.Run(t.Context(), RunOptions{
			NewEvaluator: net, Visits: 20, Seed: 5, Threads: threads,
		})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, results)
	}
	if !reflect.DeepEqual(all[0], all[1]) {
		t.Errorf("with one thread %+v, with three %+v", all[0], all[1])
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := e.Run(ctx, RunOptions{NewEvaluator: playouts, Visits: 9}); err == nil {
		t.Error("a canceled run returned results")
	}
}

func TestAReportSummarizesARun(t *testing.T) {
	e := baseOne(t)
	o := RunOptions{NewEvaluator: func(uint64) engine.Evaluator { return newOracle(e, false) }, Visits: 1, Seed: 9, Threads: 2}
	r, err := e.Report(t.Context(), o)
	if err != nil || r.Board != "rosette-1" || r.Positions != len(e.Positions) || r.Seed != 9 || r.RandomChance != e.RandomChance() {
		t.Errorf("%+v, %v", r, err)
	}
	if r.Raw.BestMove.At != 1 || r.Raw.Winner.At != 1 || r.Raw.PointsLost.At != 0 {
		t.Errorf("an oracle has the grades %+v", r.Raw)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if r, err := e.Report(ctx, o); err == nil || r.Board != "" {
		t.Errorf("a canceled run is reported as %+v", r)
	}
}
