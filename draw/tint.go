package draw

import (
	"math"
	"slices"

	"rosette/game/board"
)

// Parameters of the tint.
const (
	tintGrades = 8    // number of shades
	tintReach  = 0.55 // distance beyond the outer points, in board lines
)

// drawTint tints the board around each point. All cells with the same shade form one area, so that
// no seams show.
func (d *layout) drawTint() {
	if len(d.Tint) == 0 {
		return
	}
	var cells [3][tintGrades + 1][][]board.XY
	around := hull(d.places)
	var clipping clipper
	for p, x := range d.Tint {
		c := board.Black
		if x < 0 {
			c, x = board.White, -x
		}
		if !(x > 0) { // excludes NaN too
			continue
		}
		grade := int(math.Round(tintGrades * float64(min(x, 1))))
		cells[c][grade] = append(cells[c][grade], clipping.cell(d.places, p, around))
	}
	for _, c := range board.Colors {
		for grade := 1; grade <= tintGrades; grade++ {
			if rings := cells[c][grade]; len(rings) > 0 {
				d.add(area{rings: rings, fill: thin(d.field[c], float64(grade)/tintGrades)})
			}
		}
	}
}

// cell returns the part of the board that is nearer to places[p] than to all others (a Voronoi
// cell), within the board's reach.
func (c *clipper) cell(places []board.XY, p int, around []board.XY) []board.XY {
	at := places[p]
	c.ring = append(c.ring[:0], box(at, 1)...)
	for q, other := range places {
		if way := minus(other, at); q != p && length(way) < 2*math.Sqrt2 {
			c.clip(plus(at, times(way, 0.5)), way)
		}
	}
	if len(around) < 3 {
		return slices.Clone(c.ring)
	}
	for i, a := range around {
		side := minus(around[(i+1)%len(around)], a)
		out := times(board.XY{X: side.Y, Y: -side.X}, 1/length(side))
		c.clip(plus(a, times(out, tintReach)), out)
	}
	return slices.Clone(c.ring)
}

// epsilon is the distance from a line within which a corner counts as on it.
const epsilon = 1e-9

// A clipper holds the convex ring being clipped.
type clipper struct{ ring, next []board.XY }

// clip cuts off the part of the ring beyond a position in a direction (Sutherland and Hodgman
// 1974).
func (c *clipper) clip(place, out board.XY) {
	beyond := func(at board.XY) float64 { return dot(minus(at, place), out) }
	kept := c.next[:0]
	for i, at := range c.ring {
		next := c.ring[(i+1)%len(c.ring)]
		here, there := beyond(at), beyond(next)
		if here <= epsilon {
			kept = append(kept, at)
		}
		if here < -epsilon && there > epsilon || here > epsilon && there < -epsilon {
			kept = append(kept, plus(at, times(minus(next, at), here/(here-there))))
		}
	}
	c.ring, c.next = kept, c.ring
}
