package neural

import (
	"errors"
	"math"

	"rosette/game"
	"rosette/game/board"
)

// selfTest evaluates an empty board. It fails if the output is not finite, which is possible even
// with finite weights.
func (n *Network) selfTest() error {
	g := board.Square(5, 5)
	if n.Lattice == board.Honeycomb {
		g = board.Rosette(2)
	}
	e := New(n, 0)
	e.features.Compute(game.New(g, game.DefaultRules(g)), board.Black)
	e.workspace.Evaluate(&e.features, g.Symmetries()[0], &e.output)
	o := &e.output
	for _, values := range [][]float32{o.Policy, o.Ownership, {o.Win, o.Draw, o.Loss, o.Margin, o.MarginStdev}} {
		for _, x := range values {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return errors.New("its output for an empty board is not a number, because its weights are too large; train again from an earlier network")
			}
		}
	}
	return nil
}
