package playout

import (
	"rosette/engine/pattern"
	"rosette/game/board"
)

// A find returns a reply by c to the opponent's last stone, or [board.Pass] if the tactic does not
// apply. The move need not be legal.
type find func(e *Evaluator, last board.Point, c board.Color) board.Point

// A tactic is a rule for playout moves beyond random ones.
type tactic struct {
	name   string                    // in options and files
	find   find                      // nil for self-atari avoidance, which is not a reply
	useful func(g *board.Graph) bool // the boards where it gained strength, all if nil
}

// tactics lists the tactics in the order in which they are tried. docs/results.md lists their worth
// in matches, and other tactics that were tried.
var tactics = []tactic{
	{"capture", (*Evaluator).capture, nil},
	{"race", (*Evaluator).completeHexagon, hasHexagons},
	{"escape", (*Evaluator).escape, nil},
	{"press", (*Evaluator).atari, isGrid},
	{"shape", (*Evaluator).localPattern, isGrid},
	{"care", nil, nil}, // self-atari avoidance
}

func hasHexagons(g *board.Graph) bool { return len(g.Rosettes()) > 0 }

func isGrid(g *board.Graph) bool { return g.Lattice() == board.Grid }

// reply returns the first allowed reply to the last stone.
func (e *Evaluator) reply(last board.Point, c board.Color, libertyless bool) board.Point {
	if e.board.At(last) == board.Empty { // a suicide
		return board.Pass
	}
	for _, find := range e.active {
		if p := find(e, last, c); p != board.Pass && (e.within == nil || e.within[p]) && e.allowed(p, c, libertyless) {
			return p
		}
	}
	return board.Pass
}

// capture captures the last stone's chain if it is in atari.
func (e *Evaluator) capture(last board.Point, _ board.Color) board.Point {
	if e.board.Immortal(last) {
		return board.Pass
	}
	if p, ok := e.board.Atari(last); ok {
		return p
	}
	return board.Pass
}

// completeHexagon completes a hexagon for an own mortal chain that the last stone touches, which
// makes the chain immortal.
func (e *Evaluator) completeHexagon(last board.Point, c board.Color) board.Point {
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

// escape extends an own chain that the last stone put in atari.
func (e *Evaluator) escape(last board.Point, c board.Color) board.Point {
	b := &e.board
	for _, q := range b.Graph().Near(last) {
		if b.At(q) != c || b.Immortal(q) {
			continue
		}
		p, ok := b.Atari(q)
		if ok && e.escapes(p, q, c) {
			return p
		}
	}
	return board.Pass
}

// escapes reports whether a stone at p, the last liberty of the chain at q, saves the chain: it
// touches nothing but the chain, completes a hexagon, captures, or connects to a chain that is not
// in atari. Extending to two liberties on a grid is more often a ladder than an escape and made
// playouts weaker.
func (e *Evaluator) escapes(p, q board.Point, c board.Color) bool {
	b := &e.board
	liberties := b.Neighbours(p, board.Empty)
	if liberties >= 2 && liberties >= len(b.Graph().Near(p))-1 || b.CompletesRosette(p, c) {
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

// atari puts the last stone's chain in atari if it has two liberties. It plays on the liberty with
// more empty neighbours, unless the new stone would itself be in atari.
func (e *Evaluator) atari(last board.Point, c board.Color) board.Point {
	b := &e.board
	x, y, ok := b.TwoLiberties(last)
	if !ok {
		return board.Pass
	}
	if more := b.Neighbours(y, board.Empty) - b.Neighbours(x, board.Empty); more > 0 || more == 0 &&
		e.rng.IntN(2) == 0 {
		x, y = y, x
	}
	for _, p := range [2]board.Point{x, y} {
		if !b.IsSelfAtari(p, c) {
			return p
		}
	}
	return board.Pass
}

// localBias multiplies pattern weights. The weights were learned from choices by the search;
// playouts play near the last stone more often than the search.
const localBias = 2

// localPattern draws a move by the weights in package pattern: a point in the neighbourhood of the
// last stone, or [board.Pass] (any other empty point weighs 1).
func (e *Evaluator) localPattern(last board.Point, c board.Color) board.Point {
	if e.patterns == nil {
		return board.Pass
	}
	var weights [pattern.MaxPoints]float32
	b := &e.board
	near := e.patterns.Near(last)
	local := float32(0)
	others := b.Vacant()
	for i, q := range near {
		if b.At(q) == board.Empty {
			weights[i] = localBias * e.patterns.Weight(&b.View, q, c)
			local += weights[i]
			others--
		}
	}
	at := e.rng.Float32() * (local + float32(others))
	if at >= local {
		return board.Pass
	}
	for i, q := range near {
		if at -= weights[i]; at < 0 && weights[i] > 0 {
			return q
		}
	}
	return board.Pass
}
