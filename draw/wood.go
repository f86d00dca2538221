package draw

import (
	"fmt"
	"slices"
	"strings"

	"rosette/game/board"
)

// An [Inline]'s wooden board, as the browser draws it.
const (
	woodReach     = 0.84 // how far the wood reaches beyond the outer points
	woodThickness = 0.16
	woodBend      = 0.14 // corner radius for a rectangular board
	woodMargin    = woodReach + woodThickness
)

// wood draws the board itself: its flank, its rim, its face and the grain, with the classes flank,
// lip, front and grained.
func (i Inline) wood(out *strings.Builder, at []board.XY) {
	rings, width := woodOutline(i.Graph, at)
	d := appendPathData(nil, rings, "Z", appendCoordinate)
	out.WriteString(`<g class="wood">`)
	for _, layer := range []struct {
		class string
		down  float64
		width float64
	}{
		{"flank", woodThickness, width},
		{"lip", 0, width},
		{"front", 0.03, width - 0.03},
		{"grained", 0.03, width - 0.03},
	} {
		place := ""
		if layer.down > 0 {
			place = fmt.Sprintf(` transform="translate(0 %s)"`, coordinate(layer.down))
		}
		fmt.Fprintf(out, `<path class="%s" stroke-width="%s"%s d="%s"/>`, layer.class, coordinate(layer.width), place, d)
	}
	out.WriteString(`</g>`)
}

// woodOutline returns a board's outline, and the width for a stroke around it, so that the wood
// reaches beyond the points. The outline is a rectangle if the board has a point in each corner and
// no hexagons, the border of the hexagons if they have all points, otherwise the convex hull.
func woodOutline(g *board.Graph, at []board.XY) (rings [][]board.XY, width float64) {
	low, high := corners(at)
	box := []board.XY{low, {X: high.X, Y: low.Y}, high, {X: low.X, Y: high.Y}}
	if len(g.Rosettes()) == 0 && !slices.ContainsFunc(box, func(c board.XY) bool { return !slices.Contains(at, c) }) {
		const out = woodReach - woodBend
		for i, way := range []board.XY{{X: -out, Y: -out}, {X: out, Y: -out}, {X: out, Y: out}, {X: -out, Y: out}} {
			box[i] = plus(box[i], way)
		}
		return [][]board.XY{box}, 2 * woodBend
	}
	covered := map[board.Point]bool{}
	for _, points := range g.Rosettes() {
		for _, p := range points {
			covered[p] = true
		}
	}
	if len(covered) < g.Points() {
		return [][]board.XY{hull(at)}, 2 * woodReach
	}
	for _, ring := range border(g) {
		var places []board.XY
		for _, p := range ring {
			places = append(places, at[p])
		}
		rings = append(rings, places)
	}
	return rings, 2 * woodReach
}

// border returns the border of a board's hexagons as rings.
func border(g *board.Graph) (rings [][]board.Point) {
	next := map[board.Point]board.Point{} // along lines in one hexagon only
	count := map[[2]board.Point]int{}
	sides := func(visit func(p, q board.Point)) {
		for _, points := range g.Rosettes() {
			for i, p := range points {
				visit(p, points[(i+1)%len(points)])
			}
		}
	}
	sides(func(p, q board.Point) { count[[2]board.Point{min(p, q), max(p, q)}]++ })
	sides(func(p, q board.Point) {
		if count[[2]board.Point{min(p, q), max(p, q)}] == 1 {
			next[p] = q
		}
	})
	for p := range board.Point(g.Points()) {
		q, ok := next[p]
		if !ok {
			continue
		}
		ring := []board.Point{p}
		for delete(next, p); ok && q != p; q, ok = after(next, q) {
			ring = append(ring, q)
		}
		rings = append(rings, ring)
	}
	return rings
}

// after removes and returns the point after p.
func after(next map[board.Point]board.Point, p board.Point) (q board.Point, ok bool) {
	q, ok = next[p]
	delete(next, p)
	return q, ok
}
