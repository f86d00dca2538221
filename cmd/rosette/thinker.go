package main

import (
	"context"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A thinker searches positions for whoever asks, each with minds of its own: the
// same seed says the same of a position whatever was asked before.
type thinker struct {
	threads int // for each position
	seed    uint64
	noise   float32 // how wide it looks, if the question does not say
}

// Think searches until the question's bounds are reached, or ctx ends.
func (t thinker) Think(ctx context.Context, g *game.Game, next board.Color, q engine.Question) engine.Analysis {
	if q.Noise == 0 {
		q.Noise = t.noise
	}
	return search.Think(ctx, g, next, t.minds(), q)
}

func (t thinker) minds() (minds []engine.Evaluator) {
	for i := range uint64(max(1, t.threads)) {
		minds = append(minds, playout.New(t.seed+i*0x9e3779b97f4a7c15))
	}
	return minds
}
