package draw

import (
	"math"
	"slices"

	"rosette/game/board"
)

// A textCell is a point's position in text.
type textCell struct{ line, column int }

// honeycomb draws a brick wall where a step to the right is two characters and half a step down is
// one line, so that board lines are /, \ and |. Column numbers take two text lines, for odd and
// even numbers.
func honeycomb(b *board.View, s Style, v textView) *sheet {
	g := b.Graph()
	at, below := honeycombCells(g, s.Compact)
	out := &sheet{colour: s.Colour}
	for _, l := range g.Lines() {
		s.putLine(out, at[l[0]], at[l[1]])
	}
	for p := range board.Point(g.Points()) {
		name := g.PointName(p)
		v.putPoint(out, at[p], p, false)
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

// honeycombCells returns the points' cells and the text line below the board.
func honeycombCells(g *board.Graph, compact bool) (at []textCell, below int) {
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
		at = append(at, textCell{heading + line, margin + 2*round((xy.X-left)*2/math.Sqrt(3))})
	}
	lowest := slices.MaxFunc(at, func(a, b textCell) int { return a.line - b.line })
	return at, lowest.line + 2
}

// putLine draws the line between two neighbouring cells.
func (s Style) putLine(out *sheet, a, b textCell) {
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

// putPoint draws a point's symbol.
func (v textView) putPoint(out *sheet, at textCell, p board.Point, star bool) {
	text, i := v.symbol(p, star)
	out.put(at.line, at.column, text, i)
	if v.marked[p] {
		out.put(at.line, at.column-1, "(", latest)
		out.put(at.line, at.column+1, ")", latest)
	}
}
