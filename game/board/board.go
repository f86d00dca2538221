package board

import "iter"

// A Board holds the stones on one graph. Chains are rings of linked points;
// the root of each keeps its liberties, counted once for every stone that
// touches them, and their sum, so that one liberty left is seen at once.
//
// A Board is not safe for concurrent use; give each goroutine a [Board.Clone].
type Board struct {
	graph  *Graph
	near   []Point // stride neighbours a point, in one array
	stride int
	degree [MaxPoints]uint8

	cell   [MaxPoints]cell
	empty  [MaxPoints]Point  // the empty points, in any order
	slot   [MaxPoints]uint16 // where a point stands in empty
	vacant int               // how many are empty

	filled []filling // stones in each rosette
	hash   Hash
	ko     Point
	keep   bool // write log
	log    []play
	trail  []Point // roots of chains joined and taken, as log refers to them
}

// A cell is a point, and at the root of a chain also the chain.
type cell struct {
	sum      int32  // root: the sum of the liberties, each as often as counted
	near     uint16 // neighbours by colour, four bits each
	libs     int16  // root: liberties, each counted once per touching stone
	root     Point
	next     Point // the ring of stones
	size     int16 // root: stones
	color    Color
	immortal bool // root: holds a rosette
}

// A filling counts the stones of a rosette by colour.
type filling = ByColor[uint8]

// one is a neighbour of each colour as [cell].near counts it.
var one = ByColor[uint16]{1, 1 << 4, 1 << 8}

// New returns an empty board that can undo.
func New(g *Graph) *Board {
	b := &Board{graph: g, keep: true, ko: Pass}
	for p := range g.near {
		b.stride = max(b.stride, len(g.near[p]))
	}
	n := g.Points()
	b.near = make([]Point, n*b.stride)
	for p := range g.near {
		copy(b.near[p*b.stride:], g.near[p])
		b.degree[p] = uint8(len(g.near[p]))
		b.cell[p].near = uint16(len(g.near[p]))
		b.empty[p], b.slot[p] = Point(p), uint16(p)
	}
	b.vacant = n
	b.filled = make([]filling, len(g.rosettes))
	return b
}

// Graph returns the ground under the stones.
func (b *Board) Graph() *Graph { return b.graph }

// At returns what stands on p.
func (b *Board) At(p Point) Color { return b.cell[p].color }

// Hash returns the key of the position: equal positions have equal keys,
// however they came about, in every process.
func (b *Board) Hash() Hash { return b.hash }

// Ko returns the point where taking back at once would repeat the position
// before the last play, or [Pass]. It knows of the last play only.
func (b *Board) Ko() Point { return b.ko }

// Empties returns the empty points in no particular order. The slice is the
// board's own and changes with every play.
func (b *Board) Empties() []Point { return b.empty[:b.vacant] }

// Clone returns a copy that shares nothing that changes and can undo what is
// played on it, not what came before.
func (b *Board) Clone() *Board {
	c := &Board{filled: make([]filling, len(b.filled))}
	c.Copy(b)
	c.keep = true
	return c
}

// Copy makes b the position of from, without allocating when both are of one
// graph. What was played before can no longer be undone.
func (b *Board) Copy(from *Board) {
	n := from.graph.Points()
	if b.graph != from.graph {
		b.graph, b.near, b.stride, b.degree = from.graph, from.near, from.stride, from.degree
		b.filled = make([]filling, len(from.filled))
	}
	copy(b.cell[:n], from.cell[:n])
	copy(b.slot[:n], from.slot[:n])
	copy(b.empty[:from.vacant], from.empty[:from.vacant])
	copy(b.filled, from.filled)
	b.vacant, b.hash, b.ko = from.vacant, from.hash, from.ko
	b.log, b.trail = b.log[:0], b.trail[:0]
}

// Forgetful turns the record for [Board.Undo] off, as playouts want it, and
// drops what it holds.
func (b *Board) Forgetful() { b.keep, b.log, b.trail = false, b.log[:0], b.trail[:0] }

// Chain returns the stones of the chain at p, p first; nothing on an empty
// point.
func (b *Board) Chain(p Point) iter.Seq[Point] {
	return func(yield func(Point) bool) {
		if b.cell[p].color == Empty {
			return
		}
		for q := p; ; {
			if !yield(q) {
				return
			}
			if q = b.cell[q].next; q == p {
				return
			}
		}
	}
}

// Root returns the point that stands for the whole chain at p: two stones are
// of one chain if their roots are the same.
func (b *Board) Root(p Point) Point { return b.cell[p].root }

// Size returns the stones of the chain at p, and 0 on an empty point.
func (b *Board) Size(p Point) int {
	if b.cell[p].color == Empty {
		return 0
	}
	return int(b.cell[b.cell[p].root].size)
}

// Immortal tells whether the chain at p holds a rosette.
func (b *Board) Immortal(p Point) bool {
	return b.cell[p].color != Empty && b.cell[b.cell[p].root].immortal
}

// Liberties returns the empty points that touch the chain at p.
func (b *Board) Liberties(p Point) []Point {
	var libs []Point
	var seen [MaxPoints]bool
	for q := range b.Chain(p) {
		for _, r := range b.neighbours(q) {
			if b.cell[r].color == Empty && !seen[r] {
				seen[r] = true
				libs = append(libs, r)
			}
		}
	}
	return libs
}

// Neighbours returns how many points of colour c touch p.
func (b *Board) Neighbours(p Point, c Color) int {
	return int(b.cell[p].near >> (4 * c) & 15)
}

func (b *Board) neighbours(p Point) []Point {
	at := int(p) * b.stride
	return b.near[at : at+int(b.degree[p])]
}

// Filled returns how many stones of c stand in the rosette of that index.
func (b *Board) Filled(rosette int, c Color) int { return int(b.filled[rosette][c]) }

// Completes tells whether a stone of c on the empty point p would fill a
// rosette.
func (b *Board) Completes(p Point, c Color) bool {
	for _, h := range b.graph.inRosettes[p] {
		if int(b.filled[h][c]) == len(b.graph.rosettes[h])-1 {
			return true
		}
	}
	return false
}

// Vacant returns how many points are empty.
func (b *Board) Vacant() int { return b.vacant }

// Draw takes the i-th of the first left empty points and swaps it behind them,
// so that a caller who asks again with one less never gets it twice. It is for
// boards that forget: [Board.Undo] relies on the order of the empty points.
func (b *Board) Draw(i, left int) Point {
	p, last := b.empty[i], b.empty[left-1]
	b.empty[i], b.empty[left-1] = last, p
	b.slot[last], b.slot[p] = uint16(i), uint16(left-1)
	return p
}

// LiftKo forgets [Board.Ko], as a pass does.
func (b *Board) LiftKo() { b.ko = Pass }
