package neural

import (
	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
)

// An Evaluator evaluates positions by one pass through a network, with the board
// transformed by a random symmetry. It allocates only when the board changes.
// It is not safe for concurrent use; any number of evaluators share a network.
type Evaluator struct {
	Average bool // average over all symmetries instead, up to 12: as many times the cost, and no randomness
	Float32 bool // convolve in float32 even where the 8-bit kernels are faster

	workspace *Workspace
	features  Features
	rng       rng.SplitMix
	output    Output
	mean      Output
	dead      []board.Point
}

var _ engine.Evaluator = (*Evaluator)(nil)

// New returns an evaluator that draws symmetries from a generator with that seed.
func New(n *Network, seed uint64) *Evaluator {
	return &Evaluator{
		workspace: NewWorkspace(n), features: Features{Plain: n.inputs == plainPlanes}, rng: rng.SplitMix(seed),
	}
}

// Applies reports whether the network can evaluate positions on g by r: it serves
// every board of its lattice, and all rules except a supply of stones that may
// run out, which is not among its features.
func (n *Network) Applies(g *board.Graph, r game.Rules) bool {
	return g.Lattice() == n.Lattice && r.Supply.Suffices(g)
}

// Evaluate implements [engine.Evaluator]. The network must apply to the game.
func (e *Evaluator) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	e.Output(g, next).Evaluation(next, e.features.KomiOffset, into)
}

// Output returns the output of the network, from the point of view of next, the
// player to move. The next call overwrites it.
func (e *Evaluator) Output(g *game.Game, next board.Color) *Output {
	e.features.Compute(g, next)
	e.workspace.int8 = fastInt8 != nil && !e.Float32
	symmetries := g.Graph().Symmetries()
	if !e.Average {
		e.workspace.Evaluate(&e.features, symmetries[e.rng.IntN(len(symmetries))], &e.output)
		return &e.output
	}
	mean := &e.mean
	mean.begin(len(e.features.Legal))
	for _, symmetry := range symmetries {
		e.workspace.Evaluate(&e.features, symmetry, &e.output)
		mean.add(&e.output, 1/float32(len(symmetries)))
	}
	mean.end()
	return mean
}
