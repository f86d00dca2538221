package draw

import (
	"image/color"
	"math"

	"rosette/game/board"
)

// A scene is a picture as shapes, the lowest first. Lines between neighbours have length 1; x grows
// to the right and y downwards.
type scene struct {
	low, high          board.XY // corners of the page
	page               color.NRGBA
	shapes             []shape
	title, description string
}

// A shape can be drawn in both formats.
type shape interface {
	element() (name, text string) // for an SVG
	look() look                   // style
	appendPlace(to []byte) []byte // position, as attributes
	extent() (low, high board.XY) // corners of a box around it
	paint(onto *canvas)           // for a PNG
}

// A disc is a filled circle with an outline: a stone, a star, a ring.
type disc struct {
	at    board.XY
	r     float64
	fill  shade
	line  color.NRGBA
	width float64
}

// An area is a set of polygons with a common fill and outline.
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

// A word is text centred on a position. Size is in em.
type word struct {
	at     board.XY
	text   string
	size   float64
	colour color.NRGBA
	bold   bool
}

// capital is the height of the font's capitals and digits, in em.
const capital = 0.72

// baseline returns the text's position so that capitals are vertically centred.
func (w word) baseline() board.XY { return board.XY{X: w.at.X, Y: w.at.Y + w.size*capital/2} }

// start returns the start of the first letter.
func (w word) start() board.XY {
	return minus(w.baseline(), board.XY{X: textWidth(w.text, w.bold) * w.size / 2})
}

func (d disc) extent() (low, high board.XY) { return around(d.at, d.at, d.r+d.width) }

func (a area) extent() (low, high board.XY) { return extentOf(a.rings, a.width/2) }

func (s stroke) extent() (low, high board.XY) { return extentOf(s.runs, s.width/2) }

func (w word) extent() (low, high board.XY) {
	start := w.start()
	return around(start, board.XY{X: 2*w.at.X - start.X, Y: start.Y}, 1.5*w.size)
}

// extentOf returns the corners of a box at a distance around runs.
func extentOf(runs [][]board.XY, distance float64) (low, high board.XY) {
	low, high = corners(runs[0])
	for _, run := range runs[1:] {
		a, b := corners(run)
		low = board.XY{X: min(low.X, a.X), Y: min(low.Y, a.Y)}
		high = board.XY{X: max(high.X, b.X), Y: max(high.Y, b.Y)}
	}
	return around(low, high, distance)
}

// around returns the corners of a box enlarged by a distance on all sides.
func around(low, high board.XY, distance float64) (board.XY, board.XY) {
	more := board.XY{X: distance, Y: distance}
	return minus(low, more), plus(high, more)
}

func (s *scene) add(all ...shape) { s.shapes = append(s.shapes, all...) }

// grow enlarges the page to include everything within a distance of a position.
func (s *scene) grow(at board.XY, aside, tall float64) {
	s.low = board.XY{X: min(s.low.X, at.X-aside), Y: min(s.low.Y, at.Y-tall)}
	s.high = board.XY{X: max(s.high.X, at.X+aside), Y: max(s.high.Y, at.Y+tall)}
}

func plus(a, b board.XY) board.XY  { return board.XY{X: a.X + b.X, Y: a.Y + b.Y} }
func minus(a, b board.XY) board.XY { return board.XY{X: a.X - b.X, Y: a.Y - b.Y} }

func times(a board.XY, f float64) board.XY { return board.XY{X: a.X * f, Y: a.Y * f} }

func length(a board.XY) float64 { return math.Hypot(a.X, a.Y) }

// polar returns the position at an angle and a distance from the origin. Angle 0 is to the right,
// and angles run clockwise.
func polar(angle, r float64) board.XY {
	sin, cos := math.Sincos(angle)
	return board.XY{X: r * cos, Y: r * sin}
}

// regular returns a regular polygon with n corners around a position, with the first corner at the
// angle.
func regular(at board.XY, n int, r, angle float64) []board.XY {
	return appendRegular(make([]board.XY, 0, n), at, n, r, angle)
}

// appendRegular appends the corners of regular to ring.
func appendRegular(ring []board.XY, at board.XY, n int, r, angle float64) []board.XY {
	for i := range n {
		ring = append(ring, plus(at, polar(angle+2*math.Pi*float64(i)/float64(n), r)))
	}
	return ring
}

// closed returns a ring as a run that ends at its start.
func closed(ring []board.XY) []board.XY { return append(ring[:len(ring):len(ring)], ring[0]) }
