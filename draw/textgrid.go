package draw

import "rosette/game/board"

// grid draws a square board as in Go diagrams: letters above and below, numbers
// on both sides, star points.
func grid(b *board.View, s Style, v textView) *sheet {
	g := b.Graph()
	width, height := g.Size()
	out := &sheet{colour: s.Colour}
	for p := range board.Point(g.Points()) {
		across, down := int(p)%width, int(p)/width
		at := textCell{1 + down, 4 + 2*across}
		letter, number := title(g.PointName(p), false), title(g.PointName(p), true)
		out.put(0, at.column, letter, lines)
		out.put(1+height, at.column, letter, lines)
		out.put(at.line, rightAligned(2, number), number, lines)
		out.put(at.line, 4+2*width, number, lines)
		v.putPoint(out, at, p, star(across, width, down, height))
	}
	return out
}

// star reports whether a board has a star at the point: at the corners of a
// frame on the third or fourth line, at the centre, and on large boards in the
// middle of the sides of the frame.
func star(across, width, down, height int) bool {
	acrossEdge, acrossMiddle := stars(across, width)
	downEdge, downMiddle := stars(down, height)
	large := min(width, height) >= 13
	return acrossEdge && downEdge || acrossMiddle && downMiddle ||
		large && (acrossEdge && downMiddle || acrossMiddle && downEdge)
}

func stars(i, side int) (edge, middle bool) {
	if side < 7 {
		return false, false
	}
	from := 2
	if side >= 13 {
		from = 3
	}
	return i == from || i == side-1-from, side%2 == 1 && side >= 9 && i == side/2
}
