package board

import "iter"

// A View is a read-only position: the stones on a graph. [Board] has all its methods. A View shares
// its owner's board, for example a game's, so it shows the current position; [View.Clone] returns a
// separate board to play on.
//
// A View is not safe for use while another goroutine plays on its board.
type View struct {
	graph  *Graph
	near   []Point // stride neighbours per point, in one array; guard where there are fewer
	stride int
	degree [MaxPoints]uint8

	cell       [MaxPoints + 1]cell // the last one is guard's
	empty      [MaxPoints]Point    // the empty points, in any order
	emptyIndex [MaxPoints]uint16   // index of a point in empty
	emptyCount int                 // number of empty points
	candidates int                 // without undo: candidates, at the start of empty
	settled    int                 // and points with isSettled

	rosetteCounts []ByColor[uint8] // stones in each rosette
	hash          Hash             // unless unhashed
	unhashed      bool             // plays do not update hash
	ko            Point
}

// A cell is the state of a point, and for a root also the state of its chain.
type cell struct {
	sum        int32  // root: sum of the liberties, each as often as in libs
	neighbours uint16 // neighbours by colour, four bits each
	libs       int16  // root: liberties, each counted once per adjacent stone
	root       Point
	next       Point // next stone in the chain, a ring
	size       int16 // root: size of the chain
	color      Color
	immortal   bool // root: holds a rosette
}

// isSettled in cell.neighbours marks an empty point where neither player plays in a random game:
// its neighbours all have one colour, and each of their chains is immortal or has another liberty.
// Only boards without undo use it.
const isSettled = 1 << 12

// guard stands for a missing neighbour, so that all neighbour lists have the same length. Its color
// is offBoard.
const guard Point = MaxPoints

const offBoard Color = 3

// oneNeighbour is one neighbour by colour, as encoded in cell.neighbours.
var oneNeighbour = ByColor[uint16]{1, 1 << 4, 1 << 8}

// Graph returns the board's graph.
func (b *View) Graph() *Graph { return b.graph }

// At returns the colour on p, or [Empty].
func (b *View) At(p Point) Color { return b.cell[p].color }

// Hash returns the position's key. It depends only on the stones: not on the order of plays, the
// process or the package version.
func (b *View) Hash() Hash {
	if b.unhashed {
		return b.HashFromScratch()
	}
	return b.hash
}

// Ko returns the point where an immediate recapture would repeat the position before the last play,
// or [Pass]. It does not depend on earlier plays.
func (b *View) Ko() Point { return b.ko }

// Empties returns the empty points in no particular order. The slice belongs to
// the board and changes with every play; do not change it.
func (b *View) Empties() []Point { return b.empty[:b.emptyCount] }

// Vacant returns the number of empty points.
func (b *View) Vacant() int { return b.emptyCount }

// Clone returns a board with the same position. It can undo later plays but not earlier ones.
func (b *View) Clone() *Board {
	c := &Board{View: View{rosetteCounts: make([]ByColor[uint8], len(b.rosetteCounts))}, undoable: true}
	c.Copy(b)
	return c
}

// Chain returns the stones in the chain at p, p first, or no stones if p is empty.
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

// Root returns the stone that represents the chain at p: two stones belong to one chain if their
// roots are equal. If p is empty, the result is undefined.
func (b *View) Root(p Point) Point { return b.cell[p].root }

// Size returns the number of stones in the chain at p, or 0 if p is empty.
func (b *View) Size(p Point) int {
	if b.cell[p].color == Empty {
		return 0
	}
	return int(b.cell[b.cell[p].root].size)
}

// Immortal reports whether the chain at p holds a rosette and so cannot be
// captured.
func (b *View) Immortal(p Point) bool {
	return b.cell[p].color != Empty && b.cell[b.cell[p].root].immortal
}

// Liberties returns the empty points next to the chain at p, each once, in no particular order. It
// allocates.
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

// Neighbours returns how many neighbours of p have colour c; with [Empty], how many are empty.
func (b *View) Neighbours(p Point, c Color) int {
	return int(b.cell[p].neighbours >> (4 * c) & 15)
}

func (b *View) neighbours(p Point) []Point {
	at := int(p) * b.stride
	return b.near[at : at+int(b.degree[p])]
}

// padded returns the neighbours of p, with [guard] for missing ones.
func (b *View) padded(p Point) []Point {
	at := int(p) * b.stride
	return b.near[at : at+b.stride]
}

// RosetteCount returns how many stones c has in a rosette, given by its index in [Graph.Rosettes].
func (b *View) RosetteCount(rosette int, c Color) int { return int(b.rosetteCounts[rosette][c]) }

// CompletesRosette reports whether c would fill a rosette by playing at the empty point p.
func (b *View) CompletesRosette(p Point, c Color) bool {
	for _, h := range b.graph.inRosettes[p] {
		if int(b.rosetteCounts[h][c]) == len(b.graph.rosettes[h])-1 {
			return true
		}
	}
	return false
}
