package playout

import "rosette/game/board"

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
	if room >= 2 && room >= len(b.Graph().Near(p))-1 || b.CompletesRosette(p, c) {
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

// press puts the chain of the last stone in atari if it has two liberties, from
// the side where more room is, by a stone that does not stand in atari itself.
func (e *Evaluator) press(last board.Point, c board.Color) board.Point {
	b := &e.board
	x, y, ok := b.TwoLiberties(last)
	if !ok {
		return board.Pass
	}
	if more := b.Neighbours(y, board.Empty) - b.Neighbours(x, board.Empty); more > 0 || more == 0 && e.luck.IntN(2) == 0 {
		x, y = y, x
	}
	for _, p := range [2]board.Point{x, y} {
		if !b.IsSelfAtari(p, c) {
			return p
		}
	}
	return board.Pass
}
