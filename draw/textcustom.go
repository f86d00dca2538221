package draw

import (
	"math"
	"strings"

	"rosette/game/board"
)

// Limits for a plot, in characters and lines.
const (
	plotWidth = 100
	plotLines = 60
)

// customPlot draws a board of any shape: each point's name and symbol at its coordinates, with the
// smallest scale without overlaps. A board that does not fit becomes a list.
func customPlot(b *board.View, s Style, v textView) *sheet {
	g := b.Graph()
	cell := 0
	for p := range board.Point(g.Points()) {
		cell = max(cell, len(g.PointName(p))+4)
	}
	for width := cell; width <= plotWidth; width += 2 {
		if at, ok := scaledCells(g, width, cell); ok {
			out := &sheet{colour: s.Colour}
			for p, where := range at {
				v.putNamed(out, where, g, board.Point(p))
			}
			return out
		}
	}
	return customList(b, s, v)
}

// scaledCells scales the coordinates to a width. It returns false if two points overlap or the plot
// is too tall.
func scaledCells(g *board.Graph, width, cell int) ([]textCell, bool) {
	low, high := g.At(0), g.At(0)
	for p := range board.Point(g.Points()) {
		xy := g.At(p)
		low.X, low.Y = min(low.X, xy.X), min(low.Y, xy.Y)
		high.X, high.Y = max(high.X, xy.X), max(high.Y, xy.Y)
	}
	scale := float64(width-cell) / max(high.X-low.X, (high.Y-low.Y)/2, math.SmallestNonzeroFloat64)
	at := make([]textCell, g.Points())
	taken := map[textCell]bool{}
	for p := range at {
		xy := g.At(board.Point(p))
		at[p] = textCell{round((xy.Y - low.Y) * scale / 2), round((xy.X - low.X) * scale)}
		if at[p].line >= plotLines {
			return nil, false
		}
		for i := range cell {
			where := textCell{at[p].line, at[p].column + i}
			if taken[where] {
				return nil, false
			}
			taken[where] = true
		}
	}
	return at, true
}

// putNamed draws a point's name and symbol.
func (v textView) putNamed(out *sheet, at textCell, g *board.Graph, p board.Point) {
	name := g.PointName(p)
	out.put(at.line, at.column, name, lines)
	v.putPoint(out, textCell{at.line, at.column + len(name) + 1}, p, false)
}

// customList draws one line per point: name, symbol and neighbours.
func customList(b *board.View, s Style, v textView) *sheet {
	g := b.Graph()
	out := &sheet{colour: s.Colour}
	for p := range board.Point(g.Points()) {
		v.putNamed(out, textCell{int(p), 0}, g, p)
		out.put(int(p), 12, "touches "+strings.Join(g.Names(g.Near(p)), " "), lines)
	}
	return out
}
