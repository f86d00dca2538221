package draw

import (
	"math"
	"strings"

	"rosette/game/board"
)

// Bounds of a plot; a board that does not fit becomes a list.
const (
	plotWidth = 100
	plotLines = 60
)

// plot draws a board of any shape: each point as its name with what stands
// there, where its coordinates say. The smallest scale at which no two points
// meet is taken.
func plot(b *board.View, s Style, v view) *sheet {
	g := b.Graph()
	cell := 0
	for p := range board.Point(g.Points()) {
		cell = max(cell, len(g.PointName(p))+4)
	}
	for width := cell; width <= plotWidth; width += 2 {
		if at, ok := spread(g, width, cell); ok {
			out := &sheet{colour: s.Colour}
			for p, where := range at {
				v.named(out, where, g, board.Point(p))
			}
			return out
		}
	}
	return list(b, s, v)
}

// spread scales the coordinates to a width, and fails where two points meet.
func spread(g *board.Graph, width, cell int) ([]place, bool) {
	low, high := g.At(0), g.At(0)
	for p := range board.Point(g.Points()) {
		xy := g.At(p)
		low.X, low.Y = min(low.X, xy.X), min(low.Y, xy.Y)
		high.X, high.Y = max(high.X, xy.X), max(high.Y, xy.Y)
	}
	scale := float64(width-cell) / max(high.X-low.X, (high.Y-low.Y)/2, math.SmallestNonzeroFloat64)
	at := make([]place, g.Points())
	taken := map[place]bool{}
	for p := range at {
		xy := g.At(board.Point(p))
		at[p] = place{round((xy.Y - low.Y) * scale / 2), round((xy.X - low.X) * scale)}
		if at[p].line >= plotLines {
			return nil, false
		}
		for i := range cell {
			where := place{at[p].line, at[p].column + i}
			if taken[where] {
				return nil, false
			}
			taken[where] = true
		}
	}
	return at, true
}

// named draws a point as its name and what stands there.
func (v view) named(out *sheet, at place, g *board.Graph, p board.Point) {
	name := g.PointName(p)
	out.put(at.line, at.column, name, lines)
	v.place(out, place{at.line, at.column + len(name) + 1}, p, false)
}

// list names every point, what stands there and what it touches, a line each.
func list(b *board.View, s Style, v view) *sheet {
	g := b.Graph()
	out := &sheet{colour: s.Colour}
	for p := range board.Point(g.Points()) {
		v.named(out, place{int(p), 0}, g, p)
		out.put(int(p), 12, "touches "+strings.Join(g.Names(g.Near(p)), " "), lines)
	}
	return out
}
