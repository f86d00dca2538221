// Package local decides small regions in a final position by exhaustive search, on any graph: which
// stones are dead, alive or in seki, whether a move is worth points, and whether that depends on a
// ko.
//
// # Method
//
// A [Region] is a set of points with living surroundings. A [Claim] describes its end: the stones
// in Dead come off, the others stay. The two sides disagree about a claim, so each has to prove its
// half with the opponent to move first: its area, with all stones on the board alive, is at least
// as large as the claim gives, and it owns every point of a chain that the claim lets it keep or
// take. Captures are played out, and the loser may play where the stones were. Two passes end the
// search, and either side may pass, so a chain in seki stays. Dame does not count for either side.
//
// If both halves hold, the claim is right whoever moves first, and no move in the region is worth
// more than dame. The proofs follow package reading: the proving side wins no ko. So the results
// hold under every repetition rule.
package local

import (
	"slices"

	"rosette/game/board"
)

// A Region is a set of points on a board. The chains next to it live whatever is played inside; a
// chain is in it with all its stones or not at all.
type Region struct {
	Board  *board.View
	Points []board.Point
}

// Empties returns the number of empty points.
func (r *Region) Empties() (n int) {
	for _, p := range r.Points {
		if r.Board.At(p) == board.Empty {
			n++
		}
	}
	return n
}

// A Claim describes an end of a region by the stones that come off, in whole chains.
type Claim struct {
	Dead []board.Point
	Void board.ByColor[int] // each side's points of area that do not count by territory
}

// A count is the area count in a region under a claim.
type count struct {
	points []board.Point // points that count: all but dame
	margin int           // Black's points minus White's
	owner  []board.Color // by point
	keeps  board.ByColor[[]board.Point]
}

// count counts the area of the region without the claim's dead stones. A dame is an empty point
// that neither side owns and both touch.
func (r *Region) count(c Claim) count {
	off := make([]bool, r.Board.Graph().Points())
	for _, p := range c.Dead {
		off[p] = true
	}
	at := func(p board.Point) board.Color {
		if off[p] {
			return board.Empty
		}
		return r.Board.At(p)
	}
	var owned owners
	owned.find(r.Board.Graph(), r.Points, at)
	found := count{owner: owned.owner}
	for _, p := range r.Points {
		owner := owned.owner[p]
		if owner == board.Empty && at(p) == board.Empty && touchesBoth(r.Board.Graph(), p, at) {
			continue
		}
		found.points = append(found.points, p)
		found.margin += sign[owner]
		if r.Board.At(p) != board.Empty && owner != board.Empty {
			found.keeps[owner] = append(found.keeps[owner], p)
		}
	}
	return found
}

// sign is an owner's sign in a margin.
var sign = board.ByColor[int]{board.Black: 1, board.White: -1}

// touchesBoth reports whether p has neighbours of both colours.
func touchesBoth(g *board.Graph, p board.Point, at func(board.Point) board.Color) bool {
	near := func(c board.Color) bool {
		return slices.ContainsFunc(g.Near(p), func(q board.Point) bool { return at(q) == c })
	}
	return near(board.Black) && near(board.White)
}

// owners finds each point's owner in a region. It reuses its buffers.
type owners struct {
	owner []board.Color // by point, in the last region
	seen  []int32
	run   int32
	queue []board.Point
}

// find finds the owners of points. A stone's owner is its colour; an empty point's owner is the
// only colour around its empty region. Empty points outside points do not join regions.
func (o *owners) find(g *board.Graph, points []board.Point, at func(board.Point) board.Color) {
	if len(o.owner) != g.Points() {
		o.owner, o.seen = make([]board.Color, g.Points()), make([]int32, g.Points())
	}
	o.run += 2
	within, done := o.run, o.run+1
	for _, p := range points {
		o.owner[p], o.seen[p] = at(p), within
	}
	for _, p := range points {
		if at(p) != board.Empty || o.seen[p] == done {
			continue
		}
		o.queue, o.seen[p] = append(o.queue[:0], p), done
		var touched board.ByColor[bool]
		for i := 0; i < len(o.queue); i++ {
			for _, q := range g.Near(o.queue[i]) {
				if c := at(q); c != board.Empty {
					touched[c] = true
				} else if o.seen[q] == within {
					o.seen[q] = done
					o.queue = append(o.queue, q)
				}
			}
		}
		owner := board.Empty
		for _, c := range board.Colors {
			if touched[c] && !touched[c.Opponent()] {
				owner = c
			}
		}
		for _, q := range o.queue {
			o.owner[q] = owner
		}
	}
}
