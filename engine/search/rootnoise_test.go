package search

import (
	"context"
	"fmt"
	"testing"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game/board"
)

// narrow is the best move's share of visits.
func narrow(r engine.Analysis) float32 { return float32(r.Candidates[0].Visits) / float32(r.Visits) }

func TestWideRootNoiseSpreadsTheVisits(t *testing.T) {
	for name, newEvaluator := range map[string]func() engine.Evaluator{
		"playouts": func() engine.Evaluator { return playout.New(5) },
		"policy":   func() engine.Evaluator { return evenEvaluator{} },
	} {
		g := newGame(t, "rosette-2", "mindsports-chinese")
		run := func(noise float32) engine.Analysis {
			return Run(
				context.Background(), g, board.Black, []engine.Evaluator{newEvaluator()},
				engine.SearchParams{Visits: 1000, WideRootNoise: noise},
			)
		}
		if plain, wide := run(0), run(0.3); narrow(wide) >= 0.9*narrow(plain) || wide.Visits != 1000 {
			t.Errorf("%s: the best move has %.2f of %d visits, %.2f without noise", name, narrow(wide), wide.Visits, narrow(plain))
		}
	}
}

func TestAHighTemperatureSpreadsTheVisits(t *testing.T) {
	_, plain := runWithPolicy(t, evenEvaluator{}, engine.SearchParams{Visits: 1000})
	_, flat := runWithPolicy(t, evenEvaluator{}, engine.SearchParams{Visits: 1000, RootPolicyTemperature: 3})
	if narrow(flat) > 0.9*narrow(plain) {
		t.Errorf("the best move has %.2f of the visits, %.2f without", narrow(flat), narrow(plain))
	}
}

// Static priors are chances to win, so their odds are raised to a power.
func TestATemperatureFlattensTheOddsOfStaticPriors(t *testing.T) {
	w := &wideSelector{WideRoot: WideRoot{Temperature: 2}}
	w.flatten([]node{{prior: 0.9, priorWeight: 8}, {prior: 0.5, priorWeight: 8}, {prior: 0.1, priorWeight: 8}})
	for i, want := range []float32{0.75, 0.5, 0.25} { // odds of 9 become 3
		if got := w.flattened[i].prior; got < want-1e-5 || got > want+1e-5 {
			t.Errorf("prior %v, want %v", got, want)
		}
	}
}

func TestALowTemperatureConcentratesTheVisits(t *testing.T) {
	_, plain := runWithPolicy(t, evenEvaluator{}, engine.SearchParams{Visits: 1000})
	_, sharp := runWithPolicy(t, evenEvaluator{}, engine.SearchParams{Visits: 1000, RootPolicyTemperature: 0.5})
	if narrow(sharp) < 1.1*narrow(plain) {
		t.Errorf("the best move has %.2f of the visits, %.2f without", narrow(sharp), narrow(plain))
	}
}

func TestASearchWithNoiseIsReproducible(t *testing.T) {
	g := newGame(t, "rosette-3", "mindsports-chinese")
	run := func() string {
		params := engine.SearchParams{Visits: 500, WideRootNoise: 0.1, RootPolicyTemperature: 1.5}
		return fmt.Sprint(Run(context.Background(), g, board.Black, []engine.Evaluator{playout.New(7)}, params).Candidates)
	}
	if first, again := run(), run(); first != again {
		t.Errorf("first %s\nagain %s", first, again)
	}
}

func TestSeveralGoroutinesDrawTheNoiseOfOneRoot(t *testing.T) {
	g := newGame(t, "rosette-2", "mindsports-chinese")
	evaluators := []engine.Evaluator{evenEvaluator{}, evenEvaluator{}, evenEvaluator{}}
	a := Run(context.Background(), g, board.Black, evaluators, engine.SearchParams{Visits: 1000, WideRootNoise: 0.3})
	_, plain := runWithPolicy(t, evenEvaluator{}, engine.SearchParams{Visits: 1000})
	if a.Visits != 1000 || narrow(a) >= 0.9*narrow(plain) {
		t.Errorf("the best move has %.2f of %d visits, %.2f without noise", narrow(a), a.Visits, narrow(plain))
	}
}
