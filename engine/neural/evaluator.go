package neural

import (
	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
)

// An Evaluator evaluates positions with one pass through a network, on the board transformed by a
// random symmetry. It allocates only when the board changes. It is not safe for concurrent use; any
// number of evaluators may share a network.
type Evaluator struct {
	Average bool // average over all symmetries (up to 12) instead: that many times the cost, and no randomness
	Float32 bool // convolve in float32 even where the 8-bit kernels are faster

	workspace *Workspace
	features  Features
	rng       rng.SplitMix
	output    Output
	mean      Output
	dead      []board.Point
}

var _ engine.Evaluator = (*Evaluator)(nil)

// New returns an evaluator that draws random symmetries from the given seed.
func New(n *Network, seed uint64) *Evaluator {
	return &Evaluator{
		workspace: NewWorkspace(n), features: Features{Plain: n.inputs == plainPlanes}, rng: rng.SplitMix(seed),
	}
}

// Applies reports whether the network can evaluate positions on g under r. It serves every board on
// its lattice, and all rules except a stone supply that may run out, which has no feature.
func (n *Network) Applies(g *board.Graph, r game.Rules) bool {
	return g.Lattice() == n.Lattice && r.Supply.Suffices(g)
}

// Evaluate implements [engine.Evaluator]. The network must apply to the game.
func (e *Evaluator) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	e.Output(g, next).Evaluation(next, e.features.KomiOffset, into)
}

// Output returns the network's output, from the point of view of next, the player to move. It is
// valid until the next call.
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
