package neural

import (
	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/rng"
)

// An Evaluator judges positions by a network, each in one pass with the board
// turned by a symmetry that luck chooses, and in narrow numbers where the
// processor has kernels for them. It is not safe for concurrent use, but
// many may share a network.
type Evaluator struct {
	Average bool // judge with every symmetry instead, and take the mean
	Whole   bool // convolve in whole numbers even where narrow ones are quicker

	mind     *Mind
	features Features
	luck     rng.SplitMix
	opinion  Output
	mean     Output
}

var _ engine.Evaluator = (*Evaluator)(nil)

// New returns an evaluator whose luck follows from the seed.
func New(n *Network, seed uint64) *Evaluator {
	return &Evaluator{mind: NewMind(n), luck: rng.SplitMix(seed)}
}

// Applies tells whether the network knows boards and rules of that kind: every
// board of its lattice, and every rule but a supply of stones that could run
// out, which it does not see.
func (n *Network) Applies(g *board.Graph, r game.Rules) bool {
	return g.Lattice() == n.Lattice && (r.Supply == 0 || r.Supply >= g.Points())
}

// Evaluate says what the network thinks, in the words of engine. The network
// must apply to the game.
func (e *Evaluator) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	e.Look(g, next).Evaluation(next, e.features.Given, into)
}

// Look returns the whole opinion, seen by the player to move. The next look
// overwrites it.
func (e *Evaluator) Look(g *game.Game, next board.Color) *Output {
	e.features.Read(g, next)
	e.mind.narrow = quick && !e.Whole
	turns := g.Graph().Symmetries()
	if !e.Average {
		e.mind.Judge(&e.features, turns[e.luck.IntN(len(turns))], &e.opinion)
		return &e.opinion
	}
	mean := &e.mean
	mean.begin(len(e.features.Legal))
	for _, turn := range turns {
		e.mind.Judge(&e.features, turn, &e.opinion)
		mean.add(&e.opinion, 1/float32(len(turns)))
	}
	mean.end()
	return mean
}
