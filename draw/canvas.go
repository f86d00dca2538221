package draw

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"rosette/game/board"
)

// A canvas draws shapes as pixels in a band of rows.
type canvas struct {
	coverage
	low    board.XY // upper left corner
	scale  float64
	page   color.NRGBA
	width  int // in pixels
	top    int // first row
	pixels []byte
	stride int // bytes per row: the filter type, which is 0, and the pixels

	gradients map[shade]*[256]solid
	round     []board.XY // corners of a disc
}

func newCanvas(s *scene, scale float64, width, rows int) *canvas {
	c := &canvas{
		low: s.low, scale: scale, page: s.page, width: width, stride: 1 + 3*width, gradients: map[shade]*[256]solid{},
	}
	c.pixels = make([]byte, rows*c.stride)
	c.cells, c.used = make([]float32, rows*(width+2)), make([]span, rows)
	return c
}

// boxes returns the pixels that each shape may change.
func (c *canvas) boxes(shapes []shape) []image.Rectangle {
	boxes := make([]image.Rectangle, len(shapes))
	for i, shape := range shapes {
		low, high := shape.extent()
		a, b := c.to(low), c.to(high)
		boxes[i] = image.Rect(int(a.X)-1, int(a.Y)-1, int(b.X)+2, int(b.Y)+2)
	}
	return boxes
}

// begin begins a band of rows in the page's colour.
func (c *canvas) begin(top, rows int) {
	c.top = top
	c.pixels = c.pixels[:rows*c.stride]
	for row := range rows {
		solidOf(c.page).fill(c.pixels[row*c.stride+1 : (row+1)*c.stride])
	}
}

// enter limits drawing to a box and reports whether it overlaps the band.
func (c *canvas) enter(box image.Rectangle) bool {
	box = box.Intersect(image.Rect(0, c.top, c.width, c.top+len(c.pixels)/c.stride))
	if box.Empty() {
		return false
	}
	c.reset(box)
	return true
}

// to returns the pixel at a position.
func (c *canvas) to(at board.XY) board.XY { return times(minus(at, c.low), c.scale) }

// A brush blends its colour over a span of pixels starting at x, y, by a mask.
type brush interface {
	over(pixels []byte, x, y int, mask uint32)
}

// fill fills the outlines traced since the last enter or fill.
func (c *canvas) fill(with brush) {
	stride := c.box.Dx() + 2
	for row := range c.box.Dy() {
		used := c.used[row]
		if used.from >= used.to {
			continue
		}
		c.used[row] = span{from: c.box.Dx() + 1}
		cells := c.cells[row*stride : (row+1)*stride]
		y := c.box.Min.Y + row
		pixels := c.pixels[(y-c.top)*c.stride+1+3*c.box.Min.X:]
		sum := float32(0)
		for x := used.from; x < used.to; {
			sum += cells[x]
			cells[x] = 0
			end := x + 1
			for end < used.to && cells[end] == 0 {
				end++
			}
			if m := mask(sum); m > 0 && x < c.box.Dx() {
				with.over(pixels[3*x:3*min(end, c.box.Dx())], c.box.Min.X+x, y, m)
			}
			x = end
		}
	}
}

// A solid is a colour premultiplied by its alpha, 0 to 0xffff.
type solid struct{ r, g, b, a uint32 }

func solidOf(c color.NRGBA) solid {
	r, g, b, a := c.RGBA()
	return solid{r, g, b, a}
}

// fill sets pixels to the colour.
func (s solid) fill(pixels []byte) {
	r := byte(s.r >> 8)
	g := byte(s.g >> 8)
	b := byte(s.b >> 8)
	for i := 0; i+2 < len(pixels); i += 3 {
		pixels[i] = r
		pixels[i+1] = g
		pixels[i+2] = b
	}
}

// over implements [brush].
func (s solid) over(pixels []byte, _, _ int, mask uint32) {
	if mask == opaqueMask && s.a == opaqueMask {
		s.fill(pixels)
		return
	}
	rest := (opaqueMask - s.a*mask/opaqueMask) * 0x101
	r := s.r * mask
	g := s.g * mask
	b := s.b * mask
	for i := 0; i+2 < len(pixels); i += 3 {
		pixels[i] = byte((uint32(pixels[i])*rest + r) / opaqueMask >> 8)
		pixels[i+1] = byte((uint32(pixels[i+1])*rest + g) / opaqueMask >> 8)
		pixels[i+2] = byte((uint32(pixels[i+2])*rest + b) / opaqueMask >> 8)
	}
}

// A gradient is a stone's radial gradient, in pixels.
type gradient struct {
	middle board.XY
	r      float64
	steps  *[256]solid
}

// over implements [brush]. It uses the colour at a pixel's centre.
func (g *gradient) over(pixels []byte, x, y int, mask uint32) {
	aside, down := float64(x)+0.5-g.middle.X, float64(y)+0.5-g.middle.Y
	for i := 0; i+2 < len(pixels); i += 3 {
		t := math.Sqrt(aside*aside+down*down) / g.r
		g.steps[int(255*min(t, 1))].over(pixels[i:i+3], 0, 0, mask)
		aside++
	}
}

// brush returns a disc's colour or gradient.
func (c *canvas) brush(d disc) brush {
	if d.fill.light == d.fill.dark {
		return solidOf(d.fill.light)
	}
	steps := c.gradients[d.fill]
	if steps == nil {
		steps = d.fill.steps()
		c.gradients[d.fill] = steps
	}
	r := d.r * c.scale
	return &gradient{
		plus(c.to(d.at), board.XY{X: (2*gradientX - 1) * r, Y: (2*gradientY - 1) * r}), 2 * gradientR * r, steps,
	}
}

// steps returns a gradient's colours, from the middle outwards.
func (s shade) steps() *[256]solid {
	mix := func(a, b uint8, t float64) uint8 { return uint8(math.Round(float64(a) + t*(float64(b)-float64(a)))) }
	var steps [256]solid
	for i := range steps {
		t := float64(i) / 255
		steps[i] = solidOf(color.NRGBA{
			mix(s.light.R, s.dark.R, t), mix(s.light.G, s.dark.G, t), mix(s.light.B, s.dark.B, t),
			mix(s.light.A, s.dark.A, t),
		})
	}
	return &steps
}

// ring traces a polygon.
func (c *canvas) ring(ring []board.XY) {
	c.moveTo(c.to(ring[0]))
	for _, at := range ring[1:] {
		c.lineTo(c.to(at))
	}
	c.close()
}

// strokes traces lines as polygons: a rectangle for each line and a disc at each corner. Runs may
// be closed.
func (c *canvas) strokes(runs [][]board.XY, width float64, closed bool) {
	r := width / 2
	c.round = appendRegular(c.round[:0], board.XY{}, max(8, min(64, int(4*r*c.scale))), r, 0)
	for _, run := range runs {
		for i, at := range run {
			c.disc(at, r)
			if i > 0 {
				c.bar(run[i-1], at, r)
			}
		}
		if closed {
			c.disc(run[0], r)
			c.bar(run[len(run)-1], run[0], r)
		}
	}
}

// disc traces the polygon round, with radius r, around a position.
func (c *canvas) disc(at board.XY, r float64) {
	if c.misses(at.Y-r, at.Y+r) {
		return
	}
	c.moveTo(c.to(plus(at, c.round[0])))
	for _, corner := range c.round[1:] {
		c.lineTo(c.to(plus(at, corner)))
	}
	c.close()
}

// bar traces a rectangle around a line, at distance r.
func (c *canvas) bar(from, to board.XY, r float64) {
	if from == to || c.misses(min(from.Y, to.Y)-r, max(from.Y, to.Y)+r) {
		return
	}
	along := minus(to, from)
	aside := times(board.XY{X: -along.Y, Y: along.X}, r/length(along))
	c.moveTo(c.to(minus(from, aside)))
	c.lineTo(c.to(minus(to, aside)))
	c.lineTo(c.to(plus(to, aside)))
	c.lineTo(c.to(plus(from, aside)))
	c.close()
}

// misses reports whether everything between two heights is outside the box.
func (c *canvas) misses(low, high float64) bool {
	return (high-c.low.Y)*c.scale < float64(c.box.Min.Y) || (low-c.low.Y)*c.scale > float64(c.box.Max.Y)
}

func (s stroke) paint(c *canvas) {
	if s.line.A == 0 {
		return
	}
	c.strokes(s.runs, s.width, false)
	c.fill(solidOf(s.line))
}

func (a area) paint(c *canvas) {
	if a.fill.A > 0 {
		for _, ring := range a.rings {
			c.ring(ring)
		}
		c.fill(solidOf(a.fill))
	}
	if a.width > 0 && a.line.A > 0 {
		c.strokes(a.rings, a.width, true)
		c.fill(solidOf(a.line))
	}
}

func (d disc) paint(c *canvas) {
	if d.fill.light.A > 0 {
		c.circle(d.at, d.r, 1)
		c.fill(c.brush(d))
	}
	if d.line.A > 0 && d.width > 0 {
		c.circle(d.at, d.r+d.width/2, 1)
		c.circle(d.at, d.r-d.width/2, -1) // the opposite direction makes a hole
		c.fill(solidOf(d.line))
	}
}

// arc is the length, in radii, of a cubic curve's handles for a quarter circle.
const arc = 0.5522847498

// circle traces a circle clockwise, or counterclockwise if way is −1.
func (c *canvas) circle(at board.XY, r, way float64) {
	c.moveTo(c.to(plus(at, board.XY{X: r})))
	for quarter := range 4 {
		angle := way * math.Pi / 2 * float64(quarter)
		from, to := polar(angle, r), polar(angle+way*math.Pi/2, r)
		c.cubeTo(c.to(plus(at, plus(from, times(to, arc)))), c.to(plus(at, plus(to, times(from, arc)))),
			c.to(plus(at, to)))
	}
	c.close()
}

func (w word) paint(c *canvas) {
	start := w.start()
	t := typefaceOf(w.bold)
	for _, r := range w.text {
		l := t.letter(r)
		c.outline(l.outline, func(p fixed.Point26_6) board.XY {
			return c.to(plus(start, times(board.XY{X: float64(p.X) / em, Y: float64(p.Y) / em}, w.size)))
		})
		start.X += l.advance * w.size
	}
	c.fill(solidOf(w.colour))
}

// outline traces a letter.
func (c *canvas) outline(all sfnt.Segments, place func(fixed.Point26_6) board.XY) {
	for _, s := range all {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			c.moveTo(place(s.Args[0]))
		case sfnt.SegmentOpLineTo:
			c.lineTo(place(s.Args[0]))
		case sfnt.SegmentOpQuadTo:
			c.quadTo(place(s.Args[0]), place(s.Args[1]))
		case sfnt.SegmentOpCubeTo:
			c.cubeTo(place(s.Args[0]), place(s.Args[1]), place(s.Args[2]))
		}
	}
}
