package draw

import (
	"image"
	"math"

	"rosette/game/board"
)

// A coverage computes the share of each pixel in a box that outlines cover. Each edge adds the
// change in covered area from pixel to pixel to its cells, and the running sum along a row is the
// coverage (R. Levien, font-rs, 2016). Overlapping outlines must run in the same direction; one in
// the opposite direction is a hole.
type coverage struct {
	box   image.Rectangle // in pixels
	cells []float32       // row by row, two more than pixels; 0 between fills
	used  []span          // by row: the cells changed by edges
	first board.XY        // start of the outline, in pixels
	pen   board.XY
}

// A span is a range of cells in a row.
type span struct{ from, to int }

// reset begins a fill within a box, which must not need more than len(cells).
func (c *coverage) reset(box image.Rectangle) {
	c.box = box
	for row := range box.Dy() {
		c.used[row] = span{from: box.Dx() + 1}
	}
}

// moveTo begins an outline.
func (c *coverage) moveTo(at board.XY) { c.first, c.pen = at, at }

// close ends an outline at its start.
func (c *coverage) close() { c.lineTo(c.first) }

// lineTo adds an edge. It cuts off the parts above and below the box.
func (c *coverage) lineTo(to board.XY) {
	from, sign := c.pen, float32(1)
	c.pen = to
	if from.Y > to.Y {
		from, to = to, from
		sign = -1
	}
	top, bottom := float64(c.box.Min.Y), float64(c.box.Max.Y)
	if to.Y <= top || from.Y >= bottom || to.Y-from.Y <= 1e-6 {
		return
	}
	slope := (to.X - from.X) / (to.Y - from.Y)
	x, y := from.X-float64(c.box.Min.X), from.Y-top
	if y < 0 {
		x -= slope * y
		y = 0
	}
	end := min(to.Y, bottom) - top
	for row := int(y); y < end; row++ {
		below := min(float64(row+1), end)
		next := x + slope*(below-y)
		c.edge(row, min(x, next), max(x, next), sign*float32(below-y))
		x, y = next, below
	}
}

// edge adds an edge between left and right within a row. Height is negative for an upward edge.
func (c *coverage) edge(row int, left, right float64, height float32) {
	width := c.box.Dx()
	left, right = min(max(left, 0), float64(width)), min(max(right, 0), float64(width))
	first := int(left)
	last := max(int(math.Ceil(right)), first+1) // the cell after the last pixel
	used := &c.used[row]
	used.from, used.to = min(used.from, first), max(used.to, last+1)
	cells := c.cells[row*(width+2):]
	cells = cells[first : last+1]
	if len(cells) == 2 { // within one pixel
		beyond := height * float32((left+right)/2-float64(first))
		cells[0] += height - beyond
		cells[1] += beyond
		return
	}
	// The area to the right of the edge in each pixel: a triangle in the first, trapezoids, and all
	// but a triangle in the last.
	each := height / float32(right-left) // height per whole pixel
	start := float32(float64(first+1) - left)
	end := float32(right - float64(last-1))
	begun := each * start * start / 2
	ended := each * end * end / 2
	cells[0] += begun
	if len(cells) == 3 {
		cells[1] += height - begun - ended
		cells[2] += ended
		return
	}
	second := each * (start + 0.5) // area in the second pixel
	cells[1] += second - begun
	for i := 2; i < len(cells)-2; i++ {
		cells[i] += each
	}
	before := second + each*float32(len(cells)-4) // area in the last pixel but one
	cells[len(cells)-2] += height - before - ended
	cells[len(cells)-1] += ended
}

// quadTo adds a quadratic curve.
func (c *coverage) quadTo(b, to board.XY) {
	from := c.pen
	n := pieces(bend(from, b, to))
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		c.lineTo(between(between(from, b, t), between(b, to, t), t))
	}
	c.lineTo(to)
}

// cubeTo adds a cubic curve.
func (c *coverage) cubeTo(b, d, to board.XY) {
	from := c.pen
	n := pieces(max(bend(from, b, to), bend(from, d, to)))
	for i := 1; i < n; i++ {
		t := float64(i) / float64(n)
		middle := between(b, d, t)
		c.lineTo(between(between(between(from, b, t), middle, t), between(middle, between(d, to, t), t), t))
	}
	c.lineTo(to)
}

// bend returns the squared distance, in pixels, between a line and a curve with that handle.
func bend(from, handle, to board.XY) float64 {
	x, y := from.X-2*handle.X+to.X, from.Y-2*handle.Y+to.Y
	return x*x + y*y
}

// pieces returns the number of lines for a curve, as in FreeType.
func pieces(bend float64) int {
	if bend < 0.333 {
		return 1
	}
	return 1 + int(math.Sqrt(math.Sqrt(3*bend)))
}

// between interpolates from a (t = 0) to b (t = 1).
func between(a, b board.XY, t float64) board.XY {
	return board.XY{X: (1-t)*a.X + t*b.X, Y: (1-t)*a.Y + t*b.Y}
}

// opaqueMask is the mask of a covered pixel.
const opaqueMask = 0xffff

// mask returns the coverage for a running sum, 0 to opaqueMask.
func mask(sum float32) uint32 {
	if sum < 0 {
		sum = -sum
	}
	return uint32(65535.996 * min(sum, 1))
}
