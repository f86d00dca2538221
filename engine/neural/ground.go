package neural

import (
	"math"
	"sync"

	"rosette/game/board"
)

// A step is a way from one point to another in the exact coordinates of its
// lattice.
type step struct{ x, y int }

// A lattice is what networks must know of a family of graphs.
type lattice struct {
	name   string           // in files of weights
	degree int              // neighbours of a point inside
	unit   board.XY         // how far one step is drawn
	taps   []step           // what a convolution reads; the point itself comes first
	turned func(y int) bool // whether a point at that height takes the negated steps
}

// lattices are the families that networks serve. The taps of a honeycomb are the
// point, its neighbours, theirs, and the corners opposite across its three
// hexagons: all corners of those. Coordinates put hexagons' centres at (2q+r, 3r)
// and half of the points, those whose upright line leads down, take negated
// steps.
var lattices = map[board.Lattice]lattice{
	board.Honeycomb: {
		name: "honeycomb", degree: 3, unit: board.XY{X: math.Sqrt(3) / 2, Y: -0.5},
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
		turned: func(y int) bool { return ((y%3)+3)%3 == 1 },
	},
	board.Grid: {
		name: "grid", degree: 4, unit: board.XY{X: 1, Y: -1},
		taps:   []step{{0, 0}, {0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, 1}, {1, -1}, {-1, -1}, {-1, 1}},
		turned: func(int) bool { return false },
	},
}

// LatticeName returns what files call a lattice, nothing for one that networks do
// not serve.
func LatticeName(kind board.Lattice) string { return lattices[kind].name }

// latticeNamed finds a lattice by its name in files.
func latticeNamed(name string) (board.Lattice, bool) {
	for kind, l := range lattices {
		if l.name == name {
			return kind, true
		}
	}
	return "", false
}

// A Ground is what a network must know of one graph. It never changes once made.
type Ground struct {
	graph    *board.Graph
	taps     int
	table    []int32   // points × taps: the point each tap reads
	rim      []float32 // how near the edge each point is
	conv     gather    // of all taps
	narrow   gather    // the same in tiles of the narrow kernels
	alone    gather    // of the points themselves
	all      []int32   // the points, one after the other
	hexagons []int32   // the points of hexagons, six each
	each     gather    // of the hexagons themselves
}

var grounds sync.Map // *board.Graph → *Ground

// GroundOf returns the ground of a graph. It is false for graphs of no lattice
// that networks serve.
func GroundOf(g *board.Graph) (*Ground, bool) {
	if d, ok := grounds.Load(g); ok {
		return d.(*Ground), true
	}
	l, ok := lattices[g.Lattice()]
	if !ok {
		return nil, false
	}
	d, _ := grounds.LoadOrStore(g, newGround(g, l))
	return d.(*Ground), true
}

// Taps returns how many points a convolution reads, and for each point which:
// that many numbers a point, the number of points standing for off the board.
// Do not change it.
func (d *Ground) Taps() (int, []int32) { return d.taps, d.table }

// newGround looks up where every tap of every point lands.
func newGround(g *board.Graph, l lattice) *Ground {
	n := g.Points()
	d := &Ground{graph: g, taps: len(l.taps), rim: rim(g, l.degree)}
	places, at := make([]step, n), make(map[step]int32, n)
	for p := range n {
		xy := g.At(board.Point(p))
		places[p] = step{int(math.Round(2 * xy.X / l.unit.X)), int(math.Round(2 * xy.Y / l.unit.Y))}
		at[places[p]] = int32(p)
	}
	for p, place := range places {
		d.all = append(d.all, int32(p))
		sign := 2 // places are in halves: the middle of a board of even width lies between points
		if l.turned(place.y / 2) {
			sign = -2
		}
		for _, s := range l.taps {
			q, ok := at[step{place.x + sign*s.x, place.y + sign*s.y}]
			if !ok {
				q = int32(n)
			}
			d.table = append(d.table, q)
		}
	}
	for _, rosette := range g.Rosettes() {
		for _, p := range rosette {
			d.hexagons = append(d.hexagons, int32(p))
		}
	}
	itself := func(row, _ int) int32 { return int32(row) }
	lands := func(row, tap int) int32 { return d.table[row*d.taps+tap] }
	d.conv = newGather(n, d.taps, tileRows, int32(n), lands)
	d.narrow = newGather(n, d.taps, narrowRows, int32(n), lands)
	d.alone = newGather(n, 1, tileRows, int32(n), itself)
	d.each = newGather(len(g.Rosettes()), 1, tileRows, int32(len(g.Rosettes())), itself)
	return d
}

// rim tells how near each point is to the edge, the points with fewer neighbours
// than one inside: 1 there, 1/2 beside them, 1/3 behind those.
func rim(g *board.Graph, degree int) []float32 {
	near := make([]float32, g.Points())
	var edge []board.Point
	for p := range board.Point(g.Points()) {
		if len(g.Near(p)) < degree {
			near[p] = 1
			edge = append(edge, p)
		}
	}
	for away := float32(2); len(edge) > 0; away++ {
		var next []board.Point
		for _, p := range edge {
			for _, q := range g.Near(p) {
				if near[q] == 0 {
					near[q] = 1 / away
					next = append(next, q)
				}
			}
		}
		edge = next
	}
	return near
}

// rows is how many rows a matrix over the points takes: whole tiles of either
// kind, and at least one row of zeros behind the points.
func (d *Ground) rows() int {
	n := len(d.all) + 1
	return max(whole(n, tileRows), whole(n, narrowRows))
}
