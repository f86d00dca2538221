package main

import (
	"context"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/engine/player"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A judge names the dead stones of a position: by playouts, and where a network
// knows the board by its search as much. What it says depends on network, seed
// and position alone, not on how many cores there are.
type judge struct {
	flags *flags // say which network; nil for playouts alone
	seed  uint64
}

// benches is how many play at the same time.
const benches = 8

// reading is how many visits of a network's search are enough to know what is
// dead; docs/bench/dead.txt says what more would bring.
const reading = 50

// opinion is whose points a judge thinks a game's are.
func (j judge) opinion(g *game.Game) player.OwnershipEstimator {
	var minds []engine.Evaluator
	for i := range uint64(benches) {
		minds = append(minds, playout.Light(j.seed+i))
	}
	played := player.ByEvaluation(minds, player.Hearings)
	if j.flags == nil {
		return played
	}
	net := j.flags.learned(g.Graph(), area(g.Rules()))
	if net == nil {
		return played
	}
	read := player.BySearch(neural.New(net, j.seed), reading)
	return player.Mean(played, func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error) {
		return read(ctx, game.From(g.Board(), area(g.Rules()), first), first)
	})
}

// area is the same rules where area counts, which is what networks have learned:
// a stone is as dead under either.
func area(r game.Rules) game.Rules {
	r.Scoring = game.Area
	return r
}

// Dead proposes which stones are dead, and says why.
func (j judge) Dead(ctx context.Context, g *game.Game) (life.Proposal, error) {
	return player.Dead(ctx, g, j.opinion(g))
}

// Ownership returns the mean of what is to be expected whoever moves first.
func (j judge) Ownership(ctx context.Context, g *game.Game) ([]float32, error) {
	owners, err := player.EitherFirst(ctx, g, j.opinion(g))
	if err != nil {
		return nil, err
	}
	mean := owners[0]
	for p, v := range owners[1] {
		mean[p] = (mean[p] + v) / 2
	}
	return mean, nil
}
