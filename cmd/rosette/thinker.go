package main

import (
	"context"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// An analyzer searches positions for whoever asks, each with minds of its own: the
// same seed says the same of a position whatever was asked before.
type analyzer struct {
	flags   *flags // which network, if any
	threads int    // for each position
	seed    uint64
	noise   float32 // how wide it looks, if the question does not say
}

// Analyze searches until the question's bounds are reached, or ctx ends.
func (t analyzer) Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	if q.WideRootNoise == 0 {
		q.WideRootNoise = t.noise
	}
	raw := t.raw(g, next)
	if tell := q.OnProgress; tell != nil {
		q.OnProgress = func(a engine.Analysis) {
			a.Raw = raw
			tell(a)
		}
	}
	a := search.Think(ctx, g, next, t.minds(), q)
	a.Raw = raw
	return a
}

// raw is what the network says by itself, nil if playouts think.
func (t analyzer) raw(g *game.Game, next board.Color) *engine.Opinion {
	net := t.flags.learned(g.Graph(), g.Rules())
	if net == nil {
		return nil
	}
	o, given := networkOutput(net, g, next, false)
	return &engine.Opinion{Win: o.Win + o.Draw/2, Score: o.Margin + given, ScoreStdev: o.MarginStdev}
}

func (t analyzer) minds() (minds []engine.Evaluator) {
	for i := range uint64(max(1, t.threads)) {
		minds = append(minds, t.flags.mind(t.seed+i*0x9e3779b97f4a7c15))
	}
	return minds
}
