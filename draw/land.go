package draw

import (
	"math"

	"rosette/game/board"
)

// How land is drawn.
const (
	landGrades = 8    // that are told apart
	landReach  = 0.55 // beyond the outer points
)

// drawLand tints the ground around each point. Cells of one grade are one area,
// so that no seam is seen between them.
func (d *draft) drawLand() {
	if len(d.Land) == 0 {
		return
	}
	var cells [3][landGrades + 1][][]board.XY
	around := hull(d.places)
	for p, x := range d.Land {
		c := board.Black
		if x < 0 {
			c, x = board.White, -x
		}
		if !(x > 0) { // nor NaN
			continue
		}
		grade := int(math.Round(landGrades * float64(min(x, 1))))
		cells[c][grade] = append(cells[c][grade], cell(d.places, p, around))
	}
	for _, c := range board.Colors {
		for grade := 1; grade <= landGrades; grade++ {
			if rings := cells[c][grade]; len(rings) > 0 {
				d.add(area{rings: rings, fill: thin(d.field[c], float64(grade)/landGrades)})
			}
		}
	}
}

// cell is the ground nearer to a place than to all others (Voronoi), as far as
// the board reaches.
func cell(places []board.XY, p int, around []board.XY) []board.XY {
	at := places[p]
	ring := box(at, 1)
	for q, other := range places {
		if way := minus(other, at); q != p && length(way) < 2*math.Sqrt2 {
			ring = clip(ring, plus(at, times(way, 0.5)), way)
		}
	}
	if len(around) < 3 {
		return ring
	}
	for i, a := range around {
		side := minus(around[(i+1)%len(around)], a)
		out := times(board.XY{X: side.Y, Y: -side.X}, 1/length(side))
		ring = clip(ring, plus(a, times(out, landReach)), out)
	}
	return ring
}

// hair is how near to a line a corner counts as on it.
const hair = 1e-9

// clip cuts off what of a convex ring lies beyond a place in a direction
// (Sutherland and Hodgman 1974).
func clip(ring []board.XY, place, out board.XY) (kept []board.XY) {
	beyond := func(at board.XY) float64 { return dot(minus(at, place), out) }
	for i, at := range ring {
		next := ring[(i+1)%len(ring)]
		here, there := beyond(at), beyond(next)
		if here <= hair {
			kept = append(kept, at)
		}
		if here < -hair && there > hair || here > hair && there < -hair {
			kept = append(kept, plus(at, times(minus(next, at), here/(here-there))))
		}
	}
	return kept
}
