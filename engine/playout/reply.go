package playout

import (
	"rosette/engine/shape"
	"rosette/game/board"
)

// A reply is something that a playout answers to the last stone at once, if it
// sees it: where, or [board.Pass] for nothing.
type reply struct {
	name string
	find func(e *Evaluator, last board.Point, c board.Color) board.Point
}

// replies are tried in turn; add a line to teach one. What each is worth stands
// in docs/bench/playouts.txt.
var replies = []reply{
	{"capture", (*Evaluator).capture},
	{"rosette", (*Evaluator).rosette},
	{"escape", (*Evaluator).escape},
	{"nakade", (*Evaluator).nakade},
	{"shape", (*Evaluator).shape},
}

// answer returns what a playout plays at once after the opponent's last stone.
func (e *Evaluator) answer(last board.Point, c board.Color, libertyless bool) board.Point {
	if e.board.At(last) == board.Empty { // a suicide
		return board.Pass
	}
	for _, r := range e.replies {
		if p := r.find(e, last, c); p != board.Pass && e.may(p, c, libertyless) {
			return p
		}
	}
	return board.Pass
}

// capture takes the chain of the last stone if it is in atari.
func (e *Evaluator) capture(last board.Point, _ board.Color) board.Point {
	if e.board.Immortal(last) {
		return board.Pass
	}
	if p, ok := e.board.Atari(last); ok {
		return p
	}
	return board.Pass
}

// escape gives an own chain that the last stone has put in atari more than one
// liberty.
func (e *Evaluator) escape(last board.Point, c board.Color) board.Point {
	b := &e.board
	for _, q := range b.Graph().Near(last) {
		if b.At(q) != c || b.Immortal(q) {
			continue
		}
		p, ok := b.Atari(q)
		if ok && e.opens(p, q, c) {
			return p
		}
	}
	return board.Pass
}

// opens tells whether the chain at q breathes after a stone on p, its last: the
// stone touches nothing but it, completes a rosette, takes a chain or joins one
// that is not in atari. Running on with two liberties on a square board is a
// ladder more often than an escape, and playouts that do it play worse.
func (e *Evaluator) opens(p, q board.Point, c board.Color) bool {
	b := &e.board
	room := b.Neighbours(p, board.Empty)
	if room >= 2 && room >= len(b.Graph().Near(p))-1 || b.Completes(p, c) {
		return true
	}
	for _, r := range b.Graph().Near(p) {
		switch {
		case b.At(r) == c && b.Root(r) != b.Root(q):
			if _, atari := b.Atari(r); !atari {
				return true
			}
		case b.At(r) == c.Opponent() && !b.Immortal(r):
			if at, atari := b.Atari(r); atari && at == p {
				return true
			}
		}
	}
	return false
}

// rosette fills the last corner of a hexagon that the last stone has left to
// one colour: to make the own rosette, or to stop the opponent's.
func (e *Evaluator) rosette(last board.Point, c board.Color) board.Point {
	b := &e.board
	if b.Immortal(last) {
		return board.Pass
	}
	for _, h := range b.Graph().RosettesAt(last) {
		corners := b.Graph().Rosettes()[h]
		if b.Filled(int(h), c.Opponent()) != len(corners)-1 {
			continue
		}
		for _, p := range corners {
			if b.At(p) == board.Empty {
				return p
			}
		}
	}
	return board.Pass
}

// bent is how much more a playout plays beside the last stone than the search
// does.
const bent = 2

// shape plays beside the last stone, or leaves it alone, by the weights of what
// could be made there: any other empty point weighs 1.
func (e *Evaluator) shape(last board.Point, c board.Color) board.Point {
	if e.shapes == nil {
		return board.Pass
	}
	var weights [shape.Most]float32
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
	at := float32(e.luck.next()>>40) * 0x1p-24 * (beside + float32(others))
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
