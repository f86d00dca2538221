package playout

import (
	"rosette/engine/pattern"
	"rosette/game/board"
)

// bent is how much more a playout plays beside the last stone than the search
// does.
const bent = 2

// shape plays beside the last stone, or leaves it alone, by the weights of what
// could be made there: any other empty point weighs 1.
func (e *Evaluator) shape(last board.Point, c board.Color) board.Point {
	if e.shapes == nil {
		return board.Pass
	}
	var weights [pattern.Most]float32
	b := &e.board
	near := e.shapes.Near(last)
	beside := float32(0)
	others := b.Vacant()
	for i, q := range near {
		if b.At(q) == board.Empty {
			weights[i] = bent * e.shapes.Weight(b, q, c)
			beside += weights[i]
			others--
		}
	}
	at := e.luck.Float32() * (beside + float32(others))
	if at >= beside {
		return board.Pass
	}
	for i, q := range near {
		if at -= weights[i]; at < 0 && weights[i] > 0 {
			return q
		}
	}
	return board.Pass
}
