package draw

import (
	"fmt"
	"slices"
	"strings"

	"rosette/game/board"
)

// An Inline is a wooden board as an SVG element in a page. It sets no colours: the page's style sheet
// sets them for the layers of the wood, see [Inline.wood], for the classes lines, b and w for stones,
// hint, and label with on-b, on-w or on-., depending on the point below. The unit is the length of a
// line.
type Inline struct {
	Graph  *board.Graph
	Stones []board.Color          // by point; nil means an empty board
	Labels map[board.Point]string // text on points
	Hints  []board.Point          // points with a ring
	Class  string                 // of the svg element
	Petals bool                   // draw a flower in each complete rosette, with classes petals and b or w
}

// SVG returns the element. Assistive technology skips it: the page should describe
// the position in words.
func (i Inline) SVG() string {
	at := i.Graph.Places()
	low, high := corners(at)
	const margin = woodMargin
	var out strings.Builder
	out.WriteString("<svg")
	if i.Class != "" {
		fmt.Fprintf(&out, ` class="%s"`, escaped(i.Class))
	}
	fmt.Fprintf(&out, ` viewBox="%s %s %s %s" aria-hidden="true">`,
		coordinate(low.X-margin), coordinate(low.Y-margin), coordinate(high.X-low.X+2*margin),
		coordinate(high.Y-low.Y+2*margin))
	i.wood(&out, at)
	lines := appendPathData(nil, boardLines(i.Graph, at), "", appendCoordinate)
	fmt.Fprintf(&out, `<path class="lines" d="%s"/>`, lines)
	if i.Petals {
		i.flowers(&out, at)
	}
	for p, c := range i.Stones {
		if c != board.Empty {
			x, y := coordinate(at[p].X), coordinate(at[p].Y)
			fmt.Fprintf(&out, `<circle class="%s" cx="%s" cy="%s" r="%v"/>`, stoneClasses[c], x, y, stoneRadius)
		}
	}
	for _, p := range i.Hints {
		x, y := coordinate(at[p].X), coordinate(at[p].Y)
		fmt.Fprintf(&out, `<circle class="mark hint" cx="%s" cy="%s" r="0.3"/>`, x, y)
	}
	for p := range board.Point(len(at)) {
		if text, ok := i.Labels[p]; ok {
			x, y := coordinate(at[p].X), coordinate(at[p].Y)
			fmt.Fprintf(&out, `<text class="label on-%s" x="%s" y="%s">%s</text>`, stoneClasses[i.at(p)], x, y,
				escaped(text))
		}
	}
	out.WriteString("</svg>")
	return out.String()
}

// flowers draws a petal towards each stone in a complete rosette.
func (i Inline) flowers(out *strings.Builder, at []board.XY) {
	for _, points := range i.Graph.Rosettes() {
		c := i.at(points[0])
		if c == board.Empty || slices.ContainsFunc(points, func(p board.Point) bool { return i.at(p) != c }) {
			continue
		}
		var middle board.XY
		for _, p := range points {
			middle = plus(middle, times(at[p], 1/float64(len(points))))
		}
		place := func(way board.XY, along, aside float64) string {
			to := plus(middle, plus(times(way, along), times(board.XY{X: -way.Y, Y: way.X}, aside)))
			return coordinate(to.X) + " " + coordinate(to.Y)
		}
		fmt.Fprintf(out, `<path class="petals %s" d="`, stoneClasses[c])
		for _, p := range points {
			way := minus(at[p], middle)
			fmt.Fprintf(out, "M%sQ%s %sQ%s %s", place(way, 0, 0), place(way, 0.29, 0.17), place(way, 0.53, 0),
				place(way, 0.29, -0.17), place(way, 0, 0))
		}
		out.WriteString(`"/>`)
	}
}

// stoneClasses are the classes of stones; "." is for labels on empty points.
var stoneClasses = [3]string{".", "b", "w"}

// at returns the stone at p.
func (i Inline) at(p board.Point) board.Color {
	if len(i.Stones) == 0 {
		return board.Empty
	}
	return i.Stones[p]
}

// boardLines returns a board's lines as runs. A board with a single point has a line of length 0.
func boardLines(g *board.Graph, at []board.XY) [][]board.XY {
	if runs := trails(g, at); len(runs) > 0 {
		return runs
	}
	return [][]board.XY{{at[0], at[0]}}
}

// coordinate formats a length in an [Inline] to a thousandth of a line.
func coordinate(x float64) string {
	return string(appendCoordinate(nil, x))
}

func appendCoordinate(to []byte, x float64) []byte { return appendDecimal(to, x, 3) }
