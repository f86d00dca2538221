package pattern

import (
	"math"
	"slices"

	"rosette/game/board"
)

// A Code encodes a point's neighbourhood in two bits for each place, lowest bits first: 0 empty, 1
// own, 2 opponent, 3 off the board. Own is the colour that would move at the point, so an empty
// point has a different code for each colour.
type Code uint32

const offBoard = Code(3)

// A neighbourhood lists the places around a point that a code covers, and the lattice's symmetries
// about that point.
type neighbourhood struct {
	steps      []board.XY // relative to the point
	unit       board.XY   // coordinates are multiples of half a unit
	symmetries [][]int    // symmetries[k][i] is where symmetry k maps place i
}

// MaxPoints is the largest number of places in a neighbourhood.
const MaxPoints = 9

// half is the height of an equilateral triangle with side 1.
var half = math.Sqrt(3) / 2

// neighbourhoods has an entry for each lattice with patterns. On a grid it is the 3×3 square. On a
// honeycomb it is the three neighbours and their six other neighbours: all corners of the point's
// hexagons except the opposite ones. For half the points on a honeycomb the steps are negated.
var neighbourhoods = map[board.Lattice]neighbourhood{
	board.Grid: newNeighbourhood(4, board.XY{X: 1, Y: 1}, []board.XY{
		{X: 1, Y: 0},
		{X: 1, Y: 1},
		{X: 0, Y: 1},
		{X: -1, Y: 1},
		{X: -1, Y: 0},
		{X: -1, Y: -1},
		{X: 0, Y: -1},
		{X: 1, Y: -1},
	}),
	board.Honeycomb: newNeighbourhood(3, board.XY{X: half, Y: 0.5}, []board.XY{
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

// newNeighbourhood computes the symmetries: all rotations, each with and without a reflection.
func newNeighbourhood(rotations int, unit board.XY, steps []board.XY) neighbourhood {
	r := neighbourhood{steps: steps, unit: unit}
	sin, cos := math.Sincos(2 * math.Pi / float64(rotations))
	for reflection := range 2 {
		for rotation := range rotations {
			to := make([]int, len(steps))
			for i, at := range steps {
				if reflection == 1 {
					at.X = -at.X
				}
				for range rotation {
					at = board.XY{X: cos*at.X - sin*at.Y, Y: sin*at.X + cos*at.Y}
				}
				to[i] = slices.IndexFunc(steps, func(s board.XY) bool { return r.place(s) == r.place(at) })
			}
			r.symmetries = append(r.symmetries, to)
		}
	}
	return r
}

// place returns coordinates as integers, in half units.
func (r neighbourhood) place(at board.XY) [2]int {
	return [2]int{int(math.Round(2 * at.X / r.unit.X)), int(math.Round(2 * at.Y / r.unit.Y))}
}

// canonical returns the smallest code symmetric to c.
func (r neighbourhood) canonical(c Code) Code {
	least := c
	for _, to := range r.symmetries {
		least = min(least, c.permute(to))
	}
	return least
}

// permute moves place i to to[i].
func (c Code) permute(to []int) Code {
	var permuted Code
	for i, j := range to {
		permuted |= (c >> (2 * i) & 3) << (2 * j)
	}
	return permuted
}

// lowBits masks each place's lower bit.
const lowBits = 0x55555555

// swapColors exchanges own and opponent stones.
func (c Code) swapColors() Code {
	stones := (c ^ c>>1) & lowBits
	return c ^ stones ^ stones<<1
}

// An offset is a point in a neighbourhood and the position of its bits in the code.
type offset struct {
	point board.Point
	shift uint8
}

// Neighbourhoods holds every point's neighbourhood on one graph. It is immutable.
type Neighbourhoods struct {
	offsets [][]offset // by point: the places on the board
	empty   []Code     // by point: the code on an empty board
	near    [][]board.Point
}

// NewNeighbourhoods computes the neighbourhoods for a graph, in about 50 µs for 100 points. It
// returns false if the graph's lattice has no patterns.
func NewNeighbourhoods(g *board.Graph) (*Neighbourhoods, bool) {
	r, ok := neighbourhoods[g.Lattice()]
	if !ok {
		return nil, false
	}
	points := make(map[[2]int]board.Point, g.Points())
	for p := range board.Point(g.Points()) {
		points[r.place(g.At(p))] = p
	}
	d := &Neighbourhoods{}
	for p := range board.Point(g.Points()) {
		sign, at := orientation(g, p), g.At(p)
		var offsets []offset
		var near []board.Point
		var empty Code
		for i, step := range r.steps {
			q, ok := points[r.place(board.XY{X: at.X + sign*step.X, Y: at.Y + sign*step.Y})]
			if !ok {
				empty |= offBoard << (2 * i)
				continue
			}
			offsets, near = append(offsets, offset{q, uint8(2 * i)}), append(near, q)
		}
		d.offsets = append(d.offsets, offsets)
		d.near = append(d.near, near)
		d.empty = append(d.empty, empty)
	}
	return d, true
}

// orientation returns −1 for honeycomb points whose vertical edge leads down, and 1 for all others.
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

// Near returns p's neighbourhood, without places off the board. The caller must not change the
// slice.
func (d *Neighbourhoods) Near(p board.Point) []board.Point { return d.near[p] }

// Code returns the code at p for a move by c.
func (d *Neighbourhoods) Code(b *board.View, p board.Point, c board.Color) Code {
	code := d.empty[p]
	for _, s := range d.offsets[p] {
		code |= Code(b.At(s.point)) << s.shift
	}
	if c == board.White {
		return code.swapColors()
	}
	return code
}

// Canonical returns the code that represents c and all its symmetric images. It panics if the
// lattice has no patterns.
func Canonical(l board.Lattice, c Code) Code { return neighbourhoods[l].canonical(c) }
