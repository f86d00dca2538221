package neural

import (
	"math"

	"rosette/game/board"
)

// A step is an offset between points in the lattice's integer coordinates.
type step struct{ x, y int }

// A lattice describes a family of graphs that networks serve.
type lattice struct {
	name    string           // in weights files
	degree  int              // number of neighbours at an inner point
	ladder  int              // plies to read in a ladder for the ladder planes
	unit    board.XY         // one step in x and y, in the coordinates that [board.Graph.At] uses
	taps    []step           // the points that a convolution reads, relative to a point; the point itself comes first
	negated func(y int) bool // whether points at height y take the negated steps
}

// lattices lists the lattices that networks serve.
//
// On squares a ladder is one line of play and may cross the board. On honeycombs both sides often
// have a choice, so that plays double every few plies; in self-play games eight plies find 99.3 %
// of the stones that sixteen find, in two thirds of the time for twelve.
//
// The taps on a grid are the 3×3 square. The taps on a honeycomb are the point, its three
// neighbours, their six other neighbours, and the three opposite points in its hexagons: together,
// all corners of its three hexagons. In integer coordinates the hexagons are centred at (2q+r, 3r).
// Half the points have a vertical edge that leads down instead of up and take the negated steps.
var lattices = map[board.Lattice]lattice{
	board.Honeycomb: {
		name: "honeycomb", degree: 3, ladder: 8, unit: board.XY{X: math.Sqrt(3) / 2, Y: -0.5},
		taps: []step{
			{0, 0},
			{0, 2},
			{1, -1},
			{-1, -1},
			{2, 0},
			{1, 3},
			{-1, 3},
			{-2, 0},
			{-1, -3},
			{1, -3},
			{0, -4},
			{2, 2},
			{-2, 2},
		},
		negated: func(y int) bool { return ((y%3)+3)%3 == 1 },
	},
	board.Grid: {
		name: "grid", degree: 4, ladder: 100, unit: board.XY{X: 1, Y: -1},
		taps:    []step{{0, 0}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
		negated: func(int) bool { return false },
	},
}

// LatticeName returns the name for a lattice in weights files, or "" if networks do not serve it.
func LatticeName(kind board.Lattice) string { return lattices[kind].name }

// latticeNamed is the inverse of [LatticeName].
func latticeNamed(name string) (board.Lattice, bool) {
	for kind, l := range lattices {
		if l.name == name {
			return kind, true
		}
	}
	return "", false
}

// BoardTables holds a graph's tables for inference: for every point, the points that the
// convolution taps read. It is immutable.
type BoardTables struct {
	graph      *board.Graph
	taps       int
	tapPoints  []int32 // [points][taps]: see Taps
	conv       gather  // rows for a float32 convolution
	conv8      gather  // the same for the 8-bit kernels' tiles
	pointwise  gather  // each point reads only itself
	points     []int32 // 0, 1, 2 … points−1
	hexagons   []int32 // [hexagons][6]: corners
	perHexagon gather  // each hexagon reads only itself
}

// NewBoardTables computes the tables for a graph, about 50 kB and 100 µs for 300 points. It returns
// false if networks do not serve the graph's lattice.
func NewBoardTables(g *board.Graph) (*BoardTables, bool) {
	l, ok := lattices[g.Lattice()]
	if !ok {
		return nil, false
	}
	n := g.Points()
	d := &BoardTables{graph: g, taps: len(l.taps), tapPoints: tapPoints(g, l)}
	for p := range n {
		d.points = append(d.points, int32(p))
	}
	for _, rosette := range g.Rosettes() {
		for _, p := range rosette {
			d.hexagons = append(d.hexagons, int32(p))
		}
	}
	itself := func(row, _ int) int32 { return int32(row) }
	read := func(row, tap int) int32 { return d.tapPoints[row*d.taps+tap] }
	d.conv = newGather(n, d.taps, tileRows, int32(n), read)
	d.conv8 = newGather(n, d.taps, int8Rows, int32(n), read)
	d.pointwise = newGather(n, 1, tileRows, int32(n), itself)
	d.perHexagon = newGather(len(g.Rosettes()), 1, tileRows, int32(len(g.Rosettes())), itself)
	return d, true
}

// Taps returns the number of taps in a convolution and the points that they read, [points][taps]
// row-major. A value equal to the point count means off the board. The caller must not change the
// slice.
func (d *BoardTables) Taps() (int, []int32) { return d.taps, d.tapPoints }

// tapPoints finds the point that each tap reads, for every point.
func tapPoints(g *board.Graph, l lattice) []int32 {
	n := g.Points()
	places, at := make([]step, n), make(map[step]int32, n)
	for p := range n {
		// In half steps: a board with an even width has its centre between points.
		xy := g.At(board.Point(p))
		places[p] = step{int(math.Round(2 * xy.X / l.unit.X)), int(math.Round(2 * xy.Y / l.unit.Y))}
		at[places[p]] = int32(p)
	}
	table := make([]int32, 0, n*len(l.taps))
	for _, place := range places {
		sign := 2
		if l.negated(place.y / 2) {
			sign = -2
		}
		for _, s := range l.taps {
			q, ok := at[step{place.x + sign*s.x, place.y + sign*s.y}]
			if !ok {
				q = int32(n)
			}
			table = append(table, q)
		}
	}
	return table
}

// edgeProximity returns 1/(1 + distance from the edge) for each point. The edge is the points with
// fewer neighbours than degree.
func edgeProximity(g *board.Graph, degree int) []float32 {
	near := make([]float32, g.Points())
	var edge []board.Point
	for p := range board.Point(g.Points()) {
		if len(g.Near(p)) < degree {
			near[p] = 1
			edge = append(edge, p)
		}
	}
	for distance := float32(2); len(edge) > 0; distance++ {
		var next []board.Point
		for _, p := range edge {
			for _, q := range g.Near(p) {
				if near[q] == 0 {
					near[q] = 1 / distance
					next = append(next, q)
				}
			}
		}
		edge = next
	}
	return near
}

// paddedRows returns the number of rows in a matrix over the points: whole tiles for either kernel,
// with at least one row of zeros after the points.
func (d *BoardTables) paddedRows() int {
	n := len(d.points) + 1
	return max(roundUp(n, tileRows), roundUp(n, int8Rows))
}
