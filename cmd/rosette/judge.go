package main

import (
	"context"

	"rosette/engine"
	"rosette/engine/bot"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A judge names the dead stones of a position by playouts. What it says depends
// on the seed and the position alone, not on how many cores there are.
type judge struct{ seed uint64 }

// benches is how many play at the same time.
const benches = 8

func (j judge) minds() (minds []engine.Evaluator) {
	for i := range uint64(benches) {
		minds = append(minds, playout.Light(j.seed+i))
	}
	return minds
}

// Dead proposes which stones are dead, and says why.
func (j judge) Dead(ctx context.Context, g *game.Game) (life.Proposal, error) {
	return bot.Dead(ctx, g, j.minds(), bot.Hearings)
}

// Ownership returns the mean of what is to be expected whoever moves first.
func (j judge) Ownership(ctx context.Context, g *game.Game) ([]float32, error) {
	var mean []float32
	for _, first := range []board.Color{board.Black, board.White} {
		owner, err := bot.Ownership(ctx, g, first, j.minds(), bot.Hearings)
		if err != nil {
			return nil, err
		}
		if mean == nil {
			mean = make([]float32, len(owner))
		}
		for p, v := range owner {
			mean[p] += v / 2
		}
	}
	return mean, nil
}
