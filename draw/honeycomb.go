package draw

import (
	"math"
	"slices"

	"rosette/game/board"
)

// A place is where a point stands on a sheet.
type place struct{ line, column int }

// honeycomb draws the brick wall: a step to the right is two characters, half
// a step down is a line, so that the lines of the board run along /, \ and |.
// The numbers of the columns stand in two lines, odd and even apart.
func honeycomb(b *board.View, s Style, v view) *sheet {
	g := b.Graph()
	at, below := comb(g, s.Compact)
	out := &sheet{colour: s.Colour}
	for _, l := range g.Lines() {
		s.rule(out, at[l[0]], at[l[1]])
	}
	for p := range board.Point(g.Points()) {
		name := g.PointName(p)
		v.place(out, at[p], p, false)
		label := title(name, true)
		column, stagger := at[p].column-len(label)/2, at[p].column/2%2
		out.put(stagger, column, label, lines)
		out.put(below+stagger, column, label, lines)
		left, right := true, true
		for _, q := range g.Near(p) {
			left = left && at[q].column >= at[p].column
			right = right && at[q].column <= at[p].column
		}
		if row := title(name, false); left {
			out.put(at[p].line, at[p].column-3, row, lines)
		} else if right {
			out.put(at[p].line, at[p].column+3, row, lines)
		}
	}
	return out
}

// comb finds the places of the points of a honeycomb and the line below them.
func comb(g *board.Graph, compact bool) (at []place, below int) {
	const margin, heading = 4, 3
	var left, top float64
	for p := range board.Point(g.Points()) {
		left, top = min(left, g.At(p).X), min(top, g.At(p).Y)
	}
	for p := range board.Point(g.Points()) {
		xy := g.At(p)
		line := round(2 * (xy.Y - top))
		if compact {
			line -= line / 3
		}
		at = append(at, place{heading + line, margin + 2*round((xy.X-left)*2/math.Sqrt(3))})
	}
	lowest := slices.MaxFunc(at, func(a, b place) int { return a.line - b.line })
	return at, lowest.line + 2
}

// rule draws the line between two places that touch.
func (s Style) rule(out *sheet, a, b place) {
	if a.line > b.line {
		a, b = b, a
	}
	how := s.marks().line
	switch {
	case a.column < b.column:
		out.put(b.line, b.column-1, how['\\'], lines)
	case a.column > b.column:
		out.put(b.line, b.column+1, how['/'], lines)
	case b.line > a.line+1:
		out.put(a.line+1, a.column, how['|'], lines)
	}
}

// place draws what stands on a point.
func (v view) place(out *sheet, at place, p board.Point, star bool) {
	text, i := v.stands(p, star)
	out.put(at.line, at.column, text, i)
	if v.marked[p] {
		out.put(at.line, at.column-1, "(", latest)
		out.put(at.line, at.column+1, ")", latest)
	}
}
