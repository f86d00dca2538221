package draw

import (
	"cmp"
	"slices"
	"strings"

	"rosette/game/board"
)

// drawCoordinates writes row names at both ends and column names above and below. Custom boards
// have neither.
func (d *layout) drawCoordinates() {
	low, high := corners(d.flat)
	aside := ruler
	if d.graph.Lattice() == board.Honeycomb {
		aside = slant
	}
	for _, digits := range []bool{false, true} {
		var names []string
		lines := map[string][]board.XY{}
		for p, at := range d.flat {
			name := title(d.graph.PointName(board.Point(p)), digits)
			if lines[name] == nil {
				names = append(names, name)
			}
			lines[name] = append(lines[name], at)
		}
		rows := digits == (d.graph.Lattice() == board.Grid)
		for _, name := range names {
			if line := lines[name]; rows {
				left := slices.MinFunc(line, func(a, b board.XY) int { return cmp.Compare(a.X, b.X) })
				right := slices.MaxFunc(line, func(a, b board.XY) int { return cmp.Compare(a.X, b.X) })
				d.coordinate(name, board.XY{X: left.X - aside, Y: left.Y})
				d.coordinate(name, board.XY{X: right.X + aside, Y: right.Y})
			} else {
				d.coordinate(name, board.XY{X: line[0].X, Y: low.Y - ruler})
				d.coordinate(name, board.XY{X: line[0].X, Y: high.Y + ruler})
			}
		}
	}
}

// coordinate writes a name next to the board, which may be rotated.
func (d *layout) coordinate(name string, at board.XY) {
	at = turned([]board.XY{at}, d.Rotate)[0]
	d.grow(at, 0.3, 0.25)
	d.add(word{at: at, text: name, size: 0.42, colour: d.soft})
}

// A textLine is a text line above or below the board.
type textLine struct {
	line        string
	bold        bool
	size, floor float64
	above       bool
}

// drawText writes the title above and the caption below.
func (d *layout) drawText() {
	all := []textLine{{d.Title, true, 0.72, 0.5, true}}
	for line := range strings.SplitSeq(d.Caption, "\n") {
		all = append(all, textLine{line, false, 0.52, 0.4, false})
	}
	for _, text := range all {
		text.line = strings.Join(strings.Fields(text.line), " ")
		if text.line == "" {
			continue
		}
		middle := (d.low.X + d.high.X) / 2
		at := board.XY{X: middle, Y: d.high.Y + 0.25 + text.size/2}
		if text.above {
			at.Y = d.low.Y - 0.25 - text.size/2
		}
		wide := textWidth(text.line, text.bold) * text.size
		d.grow(at, min(wide, widestTitle)/2, text.size*0.6)
		line, size := fit(text.line, text.bold, text.size, text.floor, d.high.X-d.low.X)
		d.add(word{at: at, text: line, size: size, colour: d.ink, bold: text.bold})
	}
}
