package board

import "iter"

// A View is a position to read: the stones on one graph. [Board] has all its
// methods. What hands out a View, such as a game, keeps playing on the board
// behind it, so a View shows the present position, not the one of the time when
// it was taken; [View.Clone] makes a board of it to play on.
//
// A View is not safe for use while another goroutine plays on its board.
type View struct {
	graph  *Graph
	near   []Point // stride neighbours a point, in one array
	stride int
	degree [MaxPoints]uint8

	cell       [MaxPoints]cell
	empty      [MaxPoints]Point  // the empty points, in any order
	emptyIndex [MaxPoints]uint16 // where a point stands in empty
	emptyCount int               // how many are empty

	rosetteCounts []ByColor[uint8] // stones in each rosette
	hash          Hash
	ko            Point
}

// A Board is a position to play on. Chains are rings of linked points; the root
// of each keeps the number of its liberties, each counted once for every stone
// that touches it, and their sum, which shows the last liberty without a search.
//
// A Board is not safe for concurrent use; give each goroutine a [View.Clone].
type Board struct {
	View
	undoable  bool // write undoLog
	undoLog   []undoRecord
	undoRoots []Point // roots of chains joined and taken, as undoLog refers to them
}

// A cell is a point, and at the root of a chain also the chain.
type cell struct {
	sum        int32  // root: the sum of the liberties, each as often as counted
	neighbours uint16 // neighbours by colour, four bits each
	libs       int16  // root: liberties, each counted once per touching stone
	root       Point
	next       Point // the ring of stones
	size       int16 // root: stones
	color      Color
	immortal   bool // root: holds a rosette
}

// oneNeighbour is a neighbour of each colour as [cell].near counts it.
var oneNeighbour = ByColor[uint16]{1, 1 << 4, 1 << 8}

// New returns an empty board that can undo.
func New(g *Graph) *Board {
	b := &Board{View: View{graph: g, ko: Pass}, undoable: true}
	for p := range g.near {
		b.stride = max(b.stride, len(g.near[p]))
	}
	n := g.Points()
	b.near = make([]Point, n*b.stride)
	for p := range g.near {
		copy(b.near[p*b.stride:], g.near[p])
		b.degree[p] = uint8(len(g.near[p]))
		b.cell[p].neighbours = uint16(len(g.near[p]))
		b.empty[p], b.emptyIndex[p] = Point(p), uint16(p)
	}
	b.emptyCount = n
	b.rosetteCounts = make([]ByColor[uint8], len(g.rosettes))
	return b
}

// Graph returns the ground under the stones.
func (b *View) Graph() *Graph { return b.graph }

// At returns what stands on p.
func (b *View) At(p Point) Color { return b.cell[p].color }

// Hash returns the key of the position: equal positions have equal keys,
// however they came about, in every process.
func (b *View) Hash() Hash { return b.hash }

// Ko returns the point where taking back at once would repeat the position
// before the last play, or [Pass]. It knows of the last play only.
func (b *View) Ko() Point { return b.ko }

// Empties returns the empty points in no particular order. The slice is the
// board's own and changes with every play.
func (b *View) Empties() []Point { return b.empty[:b.emptyCount] }

// Clone returns a copy that shares nothing that changes and can undo what is
// played on it, not what came before.
func (b *View) Clone() *Board {
	c := &Board{View: View{rosetteCounts: make([]ByColor[uint8], len(b.rosetteCounts))}, undoable: true}
	c.Copy(b)
	return c
}

// Copy makes b the position of from, without allocating when both are of one
// graph. What was played before can no longer be undone.
func (b *Board) Copy(from *View) {
	n := from.graph.Points()
	if b.graph != from.graph {
		b.graph, b.near, b.stride, b.degree = from.graph, from.near, from.stride, from.degree
		b.rosetteCounts = make([]ByColor[uint8], len(from.rosetteCounts))
	}
	copy(b.cell[:n], from.cell[:n])
	copy(b.emptyIndex[:n], from.emptyIndex[:n])
	copy(b.empty[:from.emptyCount], from.empty[:from.emptyCount])
	copy(b.rosetteCounts, from.rosetteCounts)
	b.emptyCount, b.hash, b.ko = from.emptyCount, from.hash, from.ko
	b.undoLog, b.undoRoots = b.undoLog[:0], b.undoRoots[:0]
}

// DisableUndo turns the record for [Board.Undo] off, as playouts want it, and
// drops what it holds.
func (b *Board) DisableUndo() {
	b.undoable, b.undoLog, b.undoRoots = false, b.undoLog[:0], b.undoRoots[:0]
}

// Chain returns the stones of the chain at p, p first; nothing on an empty
// point.
func (b *View) Chain(p Point) iter.Seq[Point] {
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
func (b *View) Root(p Point) Point { return b.cell[p].root }

// Size returns the stones of the chain at p, and 0 on an empty point.
func (b *View) Size(p Point) int {
	if b.cell[p].color == Empty {
		return 0
	}
	return int(b.cell[b.cell[p].root].size)
}

// Immortal tells whether the chain at p holds a rosette.
func (b *View) Immortal(p Point) bool {
	return b.cell[p].color != Empty && b.cell[b.cell[p].root].immortal
}

// Liberties returns the empty points that touch the chain at p.
func (b *View) Liberties(p Point) []Point {
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
func (b *View) Neighbours(p Point, c Color) int {
	return int(b.cell[p].neighbours >> (4 * c) & 15)
}

func (b *View) neighbours(p Point) []Point {
	at := int(p) * b.stride
	return b.near[at : at+int(b.degree[p])]
}

// RosetteCount returns how many stones of c stand in the rosette of that index.
func (b *View) RosetteCount(rosette int, c Color) int { return int(b.rosetteCounts[rosette][c]) }

// CompletesRosette tells whether a stone of c on the empty point p would fill a
// rosette.
func (b *View) CompletesRosette(p Point, c Color) bool {
	for _, h := range b.graph.inRosettes[p] {
		if int(b.rosetteCounts[h][c]) == len(b.graph.rosettes[h])-1 {
			return true
		}
	}
	return false
}

// Vacant returns how many points are empty.
func (b *View) Vacant() int { return b.emptyCount }

// PickEmpty takes the i-th of the first left empty points and swaps it behind them,
// so that a caller who asks again with one less never gets it twice. It is for
// boards that forget: [Board.Undo] relies on the order of the empty points.
func (b *Board) PickEmpty(i, left int) Point {
	p, last := b.empty[i], b.empty[left-1]
	b.empty[i], b.empty[left-1] = last, p
	b.emptyIndex[last], b.emptyIndex[p] = uint16(i), uint16(left-1)
	return p
}

// ClearKo forgets [Board.Ko], as a pass does.
func (b *Board) ClearKo() { b.ko = Pass }
