package draw

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"rosette/game/board"
)

// exact is a width beyond which the rasterizer computes with floating-point numbers. Below it,
// rounded slopes move the end of a long line by a pixel.
const exact = 513

// A wholeCanvas draws shapes on a whole image.
type wholeCanvas struct {
	image *image.RGBA
	low   board.XY
	scale float64
	pen   vector.Rasterizer
}

// wholeImage draws a picture on a separate image, shape by shape, with another rasterizer.
func wholeImage(s *scene, width int) *image.RGBA {
	scale := float64(width) / (s.high.X - s.low.X)
	height := max(1, int(math.Round((s.high.Y-s.low.Y)*scale)))
	c := &wholeCanvas{image: image.NewRGBA(image.Rect(0, 0, width+exact, height)), low: s.low, scale: scale}
	draw.Draw(c.image, c.image.Bounds(), image.NewUniform(s.page), image.Point{}, draw.Src)
	for _, shape := range s.shapes {
		switch shape := shape.(type) {
		case stroke:
			c.stroke(shape)
		case area:
			c.area(shape)
		case disc:
			c.disc(shape)
		case word:
			c.word(shape)
		}
	}
	return c.image
}

// to returns the pixel at a position.
func (c *wholeCanvas) to(at board.XY) board.XY { return times(minus(at, c.low), c.scale) }

// fill fills the outline drawn by trace, which lies between two corners. Parts traced twice must be
// traced in the same direction.
func (c *wholeCanvas) fill(low, high board.XY, src image.Image, trace func(place func(board.XY) (x, y float32))) {
	a, b := c.to(low), c.to(high)
	box := image.Rect(int(a.X)-1, int(a.Y)-1, int(b.X)+2, int(b.Y)+2).Intersect(c.image.Bounds())
	if box.Empty() {
		return
	}
	box.Max.X = max(box.Max.X, box.Min.X+exact)
	c.pen.Reset(box.Dx(), box.Dy())
	trace(func(at board.XY) (x, y float32) {
		at = c.to(at)
		return float32(at.X - float64(box.Min.X)), float32(at.Y - float64(box.Min.Y))
	})
	c.pen.Draw(c.image, box, src, box.Min)
}

// polygons fills rings with one colour.
func (c *wholeCanvas) polygons(rings [][]board.XY, colour color.NRGBA) {
	if colour.A == 0 || len(rings) == 0 {
		return
	}
	low, high := corners(slices.Concat(rings...))
	c.fill(low, high, image.NewUniform(colour), func(place func(board.XY) (x, y float32)) {
		for _, ring := range rings {
			c.pen.MoveTo(place(ring[0]))
			for _, at := range ring[1:] {
				c.pen.LineTo(place(at))
			}
			c.pen.ClosePath()
		}
	})
}

// thick returns lines as polygons: a rectangle for each line and a disc at each corner.
func (c *wholeCanvas) thick(runs [][]board.XY, width float64) (rings [][]board.XY) {
	r := width / 2
	corners := max(8, min(64, int(4*r*c.scale)))
	for _, run := range runs {
		for i, at := range run {
			rings = append(rings, regular(at, corners, r, 0))
			if i == 0 || at == run[i-1] {
				continue
			}
			along := minus(at, run[i-1])
			aside := times(board.XY{X: -along.Y, Y: along.X}, r/length(along))
			rings = append(rings, []board.XY{minus(run[i-1], aside), minus(at, aside), plus(at, aside), plus(run[i-1], aside)})
		}
	}
	return rings
}

func (c *wholeCanvas) stroke(s stroke) { c.polygons(c.thick(s.runs, s.width), s.line) }

func (c *wholeCanvas) area(a area) {
	c.polygons(a.rings, a.fill)
	if a.width > 0 {
		var runs [][]board.XY
		for _, ring := range a.rings {
			runs = append(runs, closed(ring))
		}
		c.polygons(c.thick(runs, a.width), a.line)
	}
}

func (c *wholeCanvas) disc(d disc) {
	corner := board.XY{X: d.r + d.width, Y: d.r + d.width}
	low, high := minus(d.at, corner), plus(d.at, corner)
	var src image.Image = image.NewUniform(d.fill.light)
	if d.fill.light != d.fill.dark {
		src = newGradientImage(d.fill, c.to(d.at), d.r*c.scale)
	}
	if d.fill.light.A > 0 {
		c.fill(low, high, src, func(place func(board.XY) (x, y float32)) { c.circle(place, d.at, d.r, 1) })
	}
	if d.line.A > 0 && d.width > 0 {
		c.fill(low, high, image.NewUniform(d.line), func(place func(board.XY) (x, y float32)) {
			c.circle(place, d.at, d.r+d.width/2, 1)
			c.circle(place, d.at, d.r-d.width/2, -1) // the opposite direction makes a hole
		})
	}
}

// circle traces a circle clockwise, or counterclockwise if way is −1.
func (c *wholeCanvas) circle(place func(board.XY) (x, y float32), at board.XY, r, way float64) {
	c.pen.MoveTo(place(plus(at, board.XY{X: r})))
	for quarter := range 4 {
		angle := way * math.Pi / 2 * float64(quarter)
		from, to := polar(angle, r), polar(angle+way*math.Pi/2, r)
		x1, y1 := place(plus(at, plus(from, times(to, arc))))
		x2, y2 := place(plus(at, plus(to, times(from, arc))))
		x3, y3 := place(plus(at, to))
		c.pen.CubeTo(x1, y1, x2, y2, x3, y3)
	}
	c.pen.ClosePath()
}

// A gradientImage is a stone's radial gradient.
type gradientImage struct {
	x, y, r float64
	steps   [256]color.RGBA64
}

func newGradientImage(s shade, at board.XY, r float64) *gradientImage {
	out := &gradientImage{x: at.X + (2*gradientX-1)*r, y: at.Y + (2*gradientY-1)*r, r: 2 * gradientR * r}
	mix := func(a, b uint8, t float64) uint8 { return uint8(math.Round(float64(a) + t*(float64(b)-float64(a)))) }
	for i := range out.steps {
		t := float64(i) / 255
		c := color.NRGBA{mix(s.light.R, s.dark.R, t), mix(s.light.G, s.dark.G, t), mix(s.light.B, s.dark.B, t), mix(s.light.A, s.dark.A, t)}
		red, green, blue, alpha := c.RGBA()
		out.steps[i] = color.RGBA64{uint16(red), uint16(green), uint16(blue), uint16(alpha)}
	}
	return out
}

func (s *gradientImage) ColorModel() color.Model { return color.RGBA64Model }

func (s *gradientImage) Bounds() image.Rectangle { return image.Rect(-1e9, -1e9, 1e9, 1e9) }

func (s *gradientImage) At(x, y int) color.Color { return s.RGBA64At(x, y) }

// RGBA64At returns the colour at a pixel's centre.
func (s *gradientImage) RGBA64At(x, y int) color.RGBA64 {
	t := math.Hypot(float64(x)+0.5-s.x, float64(y)+0.5-s.y) / s.r
	return s.steps[int(255*min(t, 1))]
}

func (c *wholeCanvas) word(w word) {
	start := w.start()
	low, high := w.extent()
	c.fill(low, high, image.NewUniform(w.colour), func(place func(board.XY) (x, y float32)) {
		at := 0.0
		for _, r := range w.text {
			l := typefaceOf(w.bold).letter(r)
			c.outline(l.outline, func(p fixed.Point26_6) (x, y float32) {
				return place(plus(start, times(board.XY{X: at + float64(p.X)/em, Y: float64(p.Y) / em}, w.size)))
			})
			at += l.advance
		}
	})
}

// outline traces a glyph.
func (c *wholeCanvas) outline(all sfnt.Segments, place func(fixed.Point26_6) (x, y float32)) {
	for _, s := range all {
		x1, y1 := place(s.Args[0])
		x2, y2 := place(s.Args[1])
		x3, y3 := place(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			c.pen.MoveTo(x1, y1)
		case sfnt.SegmentOpLineTo:
			c.pen.LineTo(x1, y1)
		case sfnt.SegmentOpQuadTo:
			c.pen.QuadTo(x1, y1, x2, y2)
		case sfnt.SegmentOpCubeTo:
			c.pen.CubeTo(x1, y1, x2, y2, x3, y3)
		}
	}
}
