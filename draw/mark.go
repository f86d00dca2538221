package draw

import (
	"image/color"
	"maps"
	"math"
	"slices"

	"rosette/game/board"
)

// A layer determines the order in which marks are drawn.
type layer int

const (
	upon  layer = iota // on a point, like numbers
	over               // above the contents of a point
	above              // above all points, between points
)

// A markStyle defines a mark's layer and drawing function.
type markStyle struct {
	layer layer
	draw  func(d *layout, m Mark)
}

// markStyles holds the styles of all shapes.
var markStyles = map[Shape]markStyle{
	Last:     {upon, (*layout).last},
	Circle:   {upon, (*layout).circle},
	Square:   {upon, func(d *layout, m Mark) { d.outline(m, 4, 0.3, math.Pi/4) }},
	Triangle: {upon, func(d *layout, m Mark) { d.outline(m, 3, 0.29, -math.Pi/2) }},
	Cross: {
		upon, func(d *layout, m Mark) { d.add(d.cross(d.places[m.At], 0.2*d.markScale(m.At), d.Board.At(m.At))) },
	},
	Selected: {upon, (*layout).selected},
	Label:    {upon, func(d *layout, m Mark) { d.write(m.At, clipped(m.Text, 3), 0.52) }},
	Dim:      {over, func(d *layout, m Mark) { d.add(disc{at: d.places[m.At], r: 0.5, fill: flat(d.veil)}) }},
	Arrow:    {above, (*layout).arrow},
	Line:     {above, (*layout).arrow},
}

// drawMarks draws numbers and marks, layer by layer.
func (d *layout) drawMarks() {
	labelled := map[board.Point]bool{}
	for _, m := range d.Marks {
		labelled[m.At] = labelled[m.At] || m.Shape == Label
	}
	for _, p := range slices.Sorted(maps.Keys(d.Numbers)) {
		if !labelled[p] {
			d.write(p, d.Numbers[p], 0.52)
		}
	}
	for l := upon; l <= above; l++ {
		for _, m := range d.Marks {
			if f := markStyles[m.Shape]; f.layer == l {
				f.draw(d, m)
			}
		}
	}
}

func (d *layout) markColor(p board.Point) color.NRGBA { return d.on[d.Board.At(p)] }

// markScale returns a mark's scale, which is larger around a number or a label.
func (d *layout) markScale(p board.Point) float64 {
	if _, ok := d.Numbers[p]; ok || slices.ContainsFunc(d.Marks,
		func(m Mark) bool { return m.At == p && m.Shape == Label }) {
		return 1.35
	}
	return 1
}

// write writes text on a point. On an empty point the board lines stop before it.
func (d *layout) write(p board.Point, text string, size float64) {
	if d.Board.At(p) == board.Empty {
		d.add(disc{at: d.places[p], r: 0.33, fill: flat(d.surface)})
	}
	text, size = fit(text, true, size, 0.2, 0.7)
	d.add(word{at: d.places[p], text: text, size: size, colour: d.markColor(p), bold: true})
}

// clipped returns text with at most most letters; the last is "…" if it was longer.
func clipped(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}

func (d *layout) last(m Mark) {
	at, r := d.places[m.At], 0.14
	if d.occupied[m.At] {
		at, r = plus(at, board.XY{Y: -0.335}), 0.07
	}
	d.add(disc{at: at, r: r, fill: flat(d.markColor(m.At))})
}

func (d *layout) circle(m Mark) {
	d.add(disc{
		at: d.places[m.At], r: 0.24 * d.markScale(m.At), fill: flat(d.markFill(m.At)), line: d.markColor(m.At),
		width: 0.07,
	})
}

// markFill returns a mark's fill: none on text or a stone, otherwise the board's colour, so that
// lines stop there.
func (d *layout) markFill(p board.Point) color.NRGBA {
	if d.Board.At(p) != board.Empty || d.markScale(p) > 1 {
		return color.NRGBA{}
	}
	return d.surface
}

func (d *layout) outline(m Mark, corners int, r, angle float64) {
	ring := regular(d.places[m.At], corners, r*d.markScale(m.At), angle)
	d.add(area{rings: [][]board.XY{ring}, fill: d.markFill(m.At), line: d.markColor(m.At), width: 0.07})
}

func (d *layout) selected(m Mark) {
	d.add(area{rings: [][]board.XY{regular(d.places[m.At], 4, 0.26, 0)}, fill: d.markColor(m.At)})
}

// arrow draws a line between points with a halo, and an arrowhead for Arrow.
func (d *layout) arrow(m Mark) {
	from, to := d.places[m.At], d.places[m.To]
	if m.At == m.To {
		return
	}
	way := times(minus(to, from), 1/length(minus(to, from)))
	aside := board.XY{X: -way.Y, Y: way.X}
	tip := minus(to, times(way, 0.08))
	var head [][]board.XY
	if m.Shape == Arrow {
		back := minus(tip, times(way, 0.36))
		head = [][]board.XY{{tip, plus(back, times(aside, 0.2)), minus(back, times(aside, 0.2))}}
		to = back
	}
	for _, coat := range []struct {
		colour color.NRGBA
		more   float64
	}{{d.halo, 0.09}, {d.pointer, 0}} {
		d.add(stroke{runs: [][]board.XY{{from, to}}, line: coat.colour, width: 0.1 + coat.more})
		if head != nil {
			d.add(area{rings: head, fill: coat.colour, line: coat.colour, width: 0.03 + coat.more})
		}
	}
}
