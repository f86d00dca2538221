package board

// A Board is a position to play on. A chain is a ring of linked points. Its root stores how many
// liberties it has, each counted once per adjacent stone, and their sum, which identifies the last
// liberty without a search.
//
// A Board is not safe for concurrent use; give each goroutine a [View.Clone].
type Board struct {
	View
	undoable  bool // write undoLog
	undoLog   []undoRecord
	undoRoots []Point // roots for joined and captured chains, indexed by undoLog
	replaced  *Board  // the board before the last Replace, which undoLog starts after, or nil
}

// New returns an empty board that records plays for [Board.Undo].
func New(g *Graph) *Board {
	b := &Board{View: View{graph: g, ko: Pass}, undoable: true}
	for p := range g.near {
		b.stride = max(b.stride, len(g.near[p]))
	}
	n := g.Points()
	b.near = make([]Point, n*b.stride)
	for i := range b.near {
		b.near[i] = guard
	}
	for p := range g.near {
		copy(b.near[p*b.stride:], g.near[p])
		b.degree[p] = uint8(len(g.near[p]))
		b.cell[p].neighbours = uint16(len(g.near[p]))
		b.empty[p], b.emptyIndex[p] = Point(p), uint16(p)
	}
	b.emptyCount = n
	b.cell[guard] = cell{color: offBoard, root: guard, immortal: true}
	b.rosetteCounts = make([]ByColor[uint8], len(g.rosettes))
	return b
}

// Copy sets b to the position in from. It does not allocate if both have the same graph. Earlier
// plays on b can no longer be undone.
func (b *Board) Copy(from *View) {
	n := from.graph.Points()
	if b.graph != from.graph {
		b.graph = from.graph
		b.near = from.near
		b.stride = from.stride
		b.degree = from.degree
		b.rosetteCounts = make([]ByColor[uint8], len(from.rosetteCounts))
		b.cell[guard] = from.cell[guard]
	}
	copy(b.cell[:n], from.cell[:n])
	copy(b.emptyIndex[:n], from.emptyIndex[:n])
	copy(b.empty[:from.emptyCount], from.empty[:from.emptyCount])
	copy(b.rosetteCounts, from.rosetteCounts)
	b.emptyCount = from.emptyCount
	b.candidates = from.candidates
	b.settled = from.settled
	b.ko = from.ko
	if b.unhashed != from.unhashed {
		b.prepareEmpties()
	}
	if !b.unhashed {
		b.hash = from.Hash()
	}
	b.undoLog = b.undoLog[:0]
	b.undoRoots = b.undoRoots[:0]
	b.replaced = nil
}
