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
	near   []Point // stride neighbours a point, in one array; guard where there are fewer
	stride int
	degree [MaxPoints]uint8

	cell       [MaxPoints + 1]cell // the last one is guard's
	empty      [MaxPoints]Point    // the empty points, in any order
	emptyIndex [MaxPoints]uint16   // where a point stands in empty
	emptyCount int                 // how many are empty
	candidates int                 // without undo: how many of them, in front, are drawn from
	settled    int                 // and how many have isSettled

	rosetteCounts []ByColor[uint8] // stones in each rosette
	hash          Hash             // unless unhashed
	unhashed      bool             // plays do not keep hash
	ko            Point
}

// A cell is what is known of a point, and at the root of a chain also of the
// chain.
type cell struct {
	sum        int32  // root: the sum of the liberties, each as often as counted
	neighbours uint16 // neighbours by colour, four bits each
	libs       int16  // root: liberties, each counted once per touching stone
	root       Point
	next       Point // the next stone of the chain, in a ring
	size       int16 // root: stones
	color      Color
	immortal   bool // root: holds a rosette
}

// isSettled in cell.neighbours marks an empty point whose neighbours are stones of one
// colour, of chains that each are immortal or have another liberty: no player of a
// random game plays there. Only boards without undo have it.
const isSettled = 1 << 12

// guard stands in the lists of neighbours for a neighbour that is missing, so that
// loops over them all have one length. Its color is offBoard.
const guard Point = MaxPoints

const offBoard Color = 3

// oneNeighbour is one neighbour of each colour as cell.neighbours counts it.
var oneNeighbour = ByColor[uint16]{1, 1 << 4, 1 << 8}

// Graph returns the graph that the stones stand on.
func (b *View) Graph() *Graph { return b.graph }

// At returns the colour of the stone on p, or [Empty].
func (b *View) At(p Point) Color { return b.cell[p].color }

// Hash returns the key of the position, which depends on the stones alone: not
// on the order of plays, the process or the version of this package.
func (b *View) Hash() Hash {
	if b.unhashed {
		return b.HashFromScratch()
	}
	return b.hash
}

// Ko returns the point where taking back at once would repeat the position
// before the last play, or [Pass]. It does not depend on earlier plays.
func (b *View) Ko() Point { return b.ko }

// Empties returns the empty points in no particular order. The slice belongs to
// the board and changes with every play; do not change it.
func (b *View) Empties() []Point { return b.empty[:b.emptyCount] }

// Vacant returns how many points are empty.
func (b *View) Vacant() int { return b.emptyCount }

// Clone returns a board with the same position, which can undo what is played on
// it but not what came before.
func (b *View) Clone() *Board {
	c := &Board{View: View{rosetteCounts: make([]ByColor[uint8], len(b.rosetteCounts))}, undoable: true}
	c.Copy(b)
	return c
}

// Chain returns the stones of the chain at p, p first, and none on an empty
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

// Root returns the stone that stands for the whole chain at p: two stones belong
// to one chain if their roots are equal. On an empty point it means nothing.
func (b *View) Root(p Point) Point { return b.cell[p].root }

// Size returns the number of stones of the chain at p, 0 on an empty point.
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

// Liberties returns the empty points that touch the chain at p, each once, in no
// particular order. It allocates.
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

// Neighbours returns how many neighbours of p have the colour c; with [Empty],
// how many are empty.
func (b *View) Neighbours(p Point, c Color) int {
	return int(b.cell[p].neighbours >> (4 * c) & 15)
}

func (b *View) neighbours(p Point) []Point {
	at := int(p) * b.stride
	return b.near[at : at+int(b.degree[p])]
}

// padded is neighbours with [guard] for those that are missing at the border.
func (b *View) padded(p Point) []Point {
	at := int(p) * b.stride
	return b.near[at : at+b.stride]
}

// RosetteCount returns how many stones of c stand in the rosette with that index
// in [Graph.Rosettes].
func (b *View) RosetteCount(rosette int, c Color) int { return int(b.rosetteCounts[rosette][c]) }

// CompletesRosette reports whether a stone of c on the empty point p would fill a
// rosette with stones of c.
func (b *View) CompletesRosette(p Point, c Color) bool {
	for _, h := range b.graph.inRosettes[p] {
		if int(b.rosetteCounts[h][c]) == len(b.graph.rosettes[h])-1 {
			return true
		}
	}
	return false
}
