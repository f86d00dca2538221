package playout

import "rosette/game/board"

// race makes a rosette of an own chain that the last stone touches.
func (e *Evaluator) race(last board.Point, c board.Color) board.Point {
	b := &e.board
	for _, q := range b.Graph().Near(last) {
		if b.At(q) != c || b.Immortal(q) {
			continue
		}
		for _, h := range b.Graph().RosettesAt(q) {
			corners := b.Graph().Rosettes()[h]
			if b.RosetteCount(int(h), c) != len(corners)-1 {
				continue
			}
			for _, p := range corners {
				if b.At(p) == board.Empty {
					return p
				}
			}
		}
	}
	return board.Pass
}
