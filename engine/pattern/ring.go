package pattern

import (
	"math"
	"slices"

	"rosette/game/board"
)

// A Code is what stands on the ring around a point, two bits each from the
// lowest: empty, own, opposing, or off the board.
type Code uint32

const (
	own      = Code(board.Black)
	opposing = Code(board.White)
	off      = Code(3)
)

// A ring is the neighbourhood of a point in one lattice: where its points lie,
// and which orders of them look alike.
type ring struct {
	steps []board.XY
	alike [][]int // alike[k][i] is where point i goes under symmetry k
}

// Most is the most points that a ring has.
const Most = 9

// half is the height of a triangle with sides of 1.
var half = math.Sqrt(3) / 2

// rings are those of the lattices that have shapes. On a grid they are the eight
// points around; on a honeycomb three neighbours and their six: all of the
// point's hexagons but the corners opposite. Half of a honeycomb's points have
// the negated steps.
var rings = map[board.Lattice]ring{
	board.Grid: newRing(4, []board.XY{{X: 1, Y: 0}, {X: 1, Y: 1}, {X: 0, Y: 1}, {X: -1, Y: 1}, {X: -1, Y: 0}, {X: -1, Y: -1}, {X: 0, Y: -1}, {X: 1, Y: -1}}),
	board.Honeycomb: newRing(3, []board.XY{
		{X: 0, Y: -1},
		{X: half, Y: 0.5},
		{X: -half, Y: 0.5},
		{X: 2 * half, Y: 0},
		{X: half, Y: 1.5},
		{X: -half, Y: 1.5},
		{X: -2 * half, Y: 0},
		{X: -half, Y: -1.5},
		{X: half, Y: -1.5},
	}),
}

// newRing finds the symmetries: turns by a full turn's part, and those of the
// mirror image.
func newRing(turns int, steps []board.XY) ring {
	r := ring{steps: steps}
	sin, cos := math.Sincos(2 * math.Pi / float64(turns))
	for mirror := range 2 {
		for turn := range turns {
			to := make([]int, len(steps))
			for i, at := range steps {
				if mirror == 1 {
					at.X = -at.X
				}
				for range turn {
					at = board.XY{X: cos*at.X - sin*at.Y, Y: sin*at.X + cos*at.Y}
				}
				to[i] = slices.IndexFunc(steps, func(s board.XY) bool { return same(s, at) })
			}
			r.alike = append(r.alike, to)
		}
	}
	return r
}

func same(a, b board.XY) bool { return math.Abs(a.X-b.X) < 0.1 && math.Abs(a.Y-b.Y) < 0.1 }

// canonical returns the smallest code that looks alike.
func (r ring) canonical(c Code) Code {
	least := c
	for _, to := range r.alike {
		least = min(least, c.turn(to))
	}
	return least
}

// turn moves every point i to to[i].
func (c Code) turn(to []int) Code {
	var turned Code
	for i, j := range to {
		turned |= (c >> (2 * i) & 3) << (2 * j)
	}
	return turned
}

// odd are the lower bits of every pair.
const odd = 0x55555555

// swap gives the code as the other player sees it.
func (c Code) swap() Code {
	mixed := (c ^ c>>1) & odd // pairs that hold a stone
	return c ^ mixed ^ mixed<<1
}

// A spot is a point of a ring and the place of its bits.
type spot struct {
	point board.Point
	shift uint8
}

// A Ground knows the rings of every point of one graph. It never changes.
type Ground struct {
	spots [][]spot
	rims  []Code // the bits of what lies off the board
	near  [][]board.Point
}

// newGround lays the ring around every point.
func newGround(g *board.Graph, r ring) *Ground {
	d := &Ground{}
	for p := range board.Point(g.Points()) {
		sign := orientation(g, p)
		var spots []spot
		var near []board.Point
		var rim Code
		for i, step := range r.steps {
			at := g.At(p)
			q, ok := find(g, board.XY{X: at.X + sign*step.X, Y: at.Y + sign*step.Y})
			if !ok {
				rim |= off << (2 * i)
				continue
			}
			spots, near = append(spots, spot{q, uint8(2 * i)}), append(near, q)
		}
		d.spots, d.near, d.rims = append(d.spots, spots), append(d.near, near), append(d.rims, rim)
	}
	return d
}

// orientation is −1 for points of a honeycomb whose upright line leads down.
func orientation(g *board.Graph, p board.Point) float64 {
	if g.Lattice() != board.Honeycomb {
		return 1
	}
	for _, q := range g.Near(p) {
		if dy := g.At(q).Y - g.At(p).Y; math.Abs(dy) < 0.9 {
			return math.Copysign(1, dy)
		}
	}
	return 1
}

func find(g *board.Graph, at board.XY) (board.Point, bool) {
	for q := range board.Point(g.Points()) {
		if same(g.At(q), at) {
			return q, true
		}
	}
	return board.Pass, false
}

// Near returns the points of the ring around p that are on the board.
func (d *Ground) Near(p board.Point) []board.Point { return d.near[p] }

// Code returns what stands around p as c sees it.
func (d *Ground) Code(b *board.Board, p board.Point, c board.Color) Code {
	code := d.rims[p]
	for _, s := range d.spots[p] {
		code |= Code(b.At(s.point)) << s.shift
	}
	if c == board.White {
		return code.swap()
	}
	return code
}
