package draw

import (
	"image/color"
	"math"

	"rosette/game/board"
)

// A scene is a picture as shapes, the lowest first. The line between neighbours
// has length 1; x grows to the right and y downwards.
type scene struct {
	low, high          board.XY // the corners of the page
	page               color.NRGBA
	shapes             []shape
	title, description string
}

// A shape can be drawn in both formats.
type shape interface {
	element() element   // for an SVG
	paint(onto *canvas) // for a PNG
}

// A disc is a filled circle with an outline: a stone, a star, a ring.
type disc struct {
	at    board.XY
	r     float64
	fill  shade
	line  color.NRGBA
	width float64
}

// An area is a set of polygons with one fill and outline.
type area struct {
	rings [][]board.XY
	fill  color.NRGBA
	line  color.NRGBA
	width float64
}

// A stroke is a set of lines with round ends and corners.
type stroke struct {
	runs  [][]board.XY
	line  color.NRGBA
	width float64
}

// A word is text centred on a place. Its size is that of the em.
type word struct {
	at     board.XY
	text   string
	size   float64
	colour color.NRGBA
	bold   bool
}

// capital is the height of capitals and digits of the font, in em.
const capital = 0.72

// baseline returns where the text stands so that capitals are centred
// vertically.
func (w word) baseline() board.XY { return board.XY{X: w.at.X, Y: w.at.Y + w.size*capital/2} }

func (s *scene) add(all ...shape) { s.shapes = append(s.shapes, all...) }

// grow makes the page contain everything within that distance of a place.
func (s *scene) grow(at board.XY, aside, tall float64) {
	s.low = board.XY{X: min(s.low.X, at.X-aside), Y: min(s.low.Y, at.Y-tall)}
	s.high = board.XY{X: max(s.high.X, at.X+aside), Y: max(s.high.Y, at.Y+tall)}
}

func plus(a, b board.XY) board.XY  { return board.XY{X: a.X + b.X, Y: a.Y + b.Y} }
func minus(a, b board.XY) board.XY { return board.XY{X: a.X - b.X, Y: a.Y - b.Y} }

func times(a board.XY, f float64) board.XY { return board.XY{X: a.X * f, Y: a.Y * f} }

func length(a board.XY) float64 { return math.Hypot(a.X, a.Y) }

// polar returns the place at an angle and a distance from the origin. Angle 0
// is to the right, and angles run clockwise.
func polar(angle, r float64) board.XY {
	sin, cos := math.Sincos(angle)
	return board.XY{X: r * cos, Y: r * sin}
}

// regular returns a regular polygon of n corners around a place with the first
// corner at the angle.
func regular(at board.XY, n int, r, angle float64) []board.XY {
	ring := make([]board.XY, n)
	for i := range ring {
		ring[i] = plus(at, polar(angle+2*math.Pi*float64(i)/float64(n), r))
	}
	return ring
}

// closed returns a ring as a run that ends at its start.
func closed(ring []board.XY) []board.XY { return append(ring[:len(ring):len(ring)], ring[0]) }
