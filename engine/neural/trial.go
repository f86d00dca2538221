package neural

import (
	"errors"
	"math"

	"rosette/game"
	"rosette/game/board"
)

// trials are the boards on which a network shows that it counts.
var trials = map[board.Lattice]*board.Graph{board.Honeycomb: board.Rosette(2), board.Grid: board.Square(5, 5)}

// try judges an empty board: weights may be finite, and what they make of it
// not.
func (n *Network) try() error {
	g := trials[n.Lattice]
	e := New(n, 0)
	e.features.Read(game.New(g, game.DefaultRules(g)), board.Black)
	e.mind.Judge(&e.features, g.Symmetries()[0], &e.opinion)
	o := &e.opinion
	for _, said := range [][]float32{o.Policy, o.Ownership, {o.Win, o.Draw, o.Loss, o.Margin, o.MarginStdev}} {
		for _, x := range said {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return errors.New("what it says of an empty board is no number: its weights are far too large; train again from a network before it")
			}
		}
	}
	return nil
}
