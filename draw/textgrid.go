package draw

import (
	"slices"

	"rosette/game/board"
)

// grid draws a square board like a Go diagram: letters above and below, numbers on both sides, star
// points.
func grid(b *board.View, s Style, v textView) *sheet {
	g := b.Graph()
	width, height := g.Size()
	out, stars := &sheet{colour: s.Colour}, g.Stars()
	for p := range board.Point(g.Points()) {
		across, down := int(p)%width, int(p)/width
		at := textCell{1 + down, 4 + 2*across}
		letter, number := title(g.PointName(p), false), title(g.PointName(p), true)
		out.put(0, at.column, letter, lines)
		out.put(1+height, at.column, letter, lines)
		out.put(at.line, rightAligned(2, number), number, lines)
		out.put(at.line, 4+2*width, number, lines)
		v.putPoint(out, at, p, slices.Contains(stars, p))
	}
	return out
}
