package draw

import (
	"image/color"
	"maps"
	"math"
	"slices"

	"rosette/game/board"
)

// A layer says when a mark is drawn.
type layer int

const (
	upon  layer = iota // a point, with numbers
	over               // what stands there
	above              // all points, from one to another
)

// A figure is how a mark is drawn.
type figure struct {
	layer layer
	draw  func(d *draft, m Mark)
}

// figures are all marks there are; a line teaches one.
var figures = map[Shape]figure{
	Last:     {upon, (*draft).last},
	Circle:   {upon, (*draft).circle},
	Square:   {upon, func(d *draft, m Mark) { d.outline(m, 4, 0.3, math.Pi/4) }},
	Triangle: {upon, func(d *draft, m Mark) { d.outline(m, 3, 0.29, -math.Pi/2) }},
	Cross:    {upon, func(d *draft, m Mark) { d.add(d.cross(d.places[m.At], 0.2*d.wide(m.At), d.Board.At(m.At))) }},
	Selected: {upon, (*draft).selected},
	Label:    {upon, func(d *draft, m Mark) { d.write(m.At, clipped(m.Text, 3), 0.52) }},
	Dim:      {over, func(d *draft, m Mark) { d.add(disc{at: d.places[m.At], r: 0.5, fill: flat(d.veil)}) }},
	Arrow:    {above, (*draft).arrow},
	Line:     {above, (*draft).arrow},
}

// drawMarks draws numbers and marks, a layer at a time.
func (d *draft) drawMarks() {
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
			if f := figures[m.Shape]; f.layer == l {
				f.draw(d, m)
			}
		}
	}
}

func (d *draft) against(p board.Point) color.NRGBA { return d.on[d.Board.At(p)] }

// wide is how much larger a mark is around a number or a label.
func (d *draft) wide(p board.Point) float64 {
	if _, ok := d.Numbers[p]; ok || slices.ContainsFunc(d.Marks, func(m Mark) bool { return m.At == p && m.Shape == Label }) {
		return 1.35
	}
	return 1
}

// write puts text upon a point; on a vacant one the lines stop around it.
func (d *draft) write(p board.Point, text string, size float64) {
	if d.Board.At(p) == board.Empty {
		d.add(disc{at: d.places[p], r: 0.33, fill: flat(d.ground)})
	}
	text, size = fit(text, true, size, 0.2, 0.7)
	d.add(word{at: d.places[p], text: text, size: size, colour: d.against(p), bold: true})
}

// clipped returns at most so many letters of a text, the last then "…".
func clipped(text string, most int) string {
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}

func (d *draft) last(m Mark) {
	at, r := d.places[m.At], 0.14
	if d.busy[m.At] {
		at, r = plus(at, board.XY{Y: -0.335}), 0.07
	}
	d.add(disc{at: at, r: r, fill: flat(d.against(m.At))})
}

func (d *draft) circle(m Mark) {
	d.add(disc{at: d.places[m.At], r: 0.24 * d.wide(m.At), fill: flat(d.patch(m.At)), line: d.against(m.At), width: 0.07})
}

// patch is what fills a mark: nothing where text stands or a stone, and else
// the ground, so that lines stop there.
func (d *draft) patch(p board.Point) color.NRGBA {
	if d.Board.At(p) != board.Empty || d.wide(p) > 1 {
		return color.NRGBA{}
	}
	return d.ground
}

func (d *draft) outline(m Mark, corners int, r, angle float64) {
	ring := regular(d.places[m.At], corners, r*d.wide(m.At), angle)
	d.add(area{rings: [][]board.XY{ring}, fill: d.patch(m.At), line: d.against(m.At), width: 0.07})
}

func (d *draft) selected(m Mark) {
	d.add(area{rings: [][]board.XY{regular(d.places[m.At], 4, 0.26, 0)}, fill: d.against(m.At)})
}

// arrow draws a line from point to point, set off from what it crosses, and a
// head if it is an arrow.
func (d *draft) arrow(m Mark) {
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
