package retrograde

import (
	"math/bits"
	"sync/atomic"
)

// A label is the proven result at a node, for a table's threshold.
type label uint8

const (
	open      label = iota
	blackWins       // Black's margin reaches the threshold
	whiteWins       // it does not
	illegal         // a chain has no liberty and no rosette
)

// A cell has a label for Black to move, then one for White to move.
const (
	cellBits    = 4
	cellMask    = 1<<cellBits - 1
	labelMask   = 3
	illegalCell = cellMask
	lowBits     = 0x5555555555555555 // each label's low bit
	firstBits   = 0x1111111111111111 // each cell's low bit
)

// winOf returns the label for a player's win.
func winOf(player uint8) label { return label(player + 1) }

// swapped returns a node's label with the colours swapped.
func (l label) swapped() label {
	switch l {
	case blackWins:
		return whiteWins
	case whiteWins:
		return blackWins
	}
	return l
}

// A table holds the labels for all positions on a board, for one threshold.
type table struct {
	*words
	*classes
	threshold int
	layers    [][]uint64  // by number of stones
	sweeps    int         // number completed
	fresh     []freshness // by class
	clock     uint32      // layers swept
	thorough  bool        // sweeps evaluate all classes
	swept     []int       // by stone count: how often the layer was swept
	order     [][]uint8   // by stone count: the sweep that labelled each node in a cell; nil if not kept
}

func newTable(w *words, c *classes, threshold int) *table {
	t := &table{
		words: w, classes: c, threshold: threshold, layers: make([][]uint64, w.points+1),
		swept: make([]int, w.points+1), fresh: make([]freshness, len(c.members)),
	}
	for stones, size := range c.sizes {
		t.layers[stones] = make([]uint64, size)
	}
	return t
}

// at returns the word of a cell and the cell's shift in it.
func (t *table) at(s stones) (word *uint64, shift uint32) {
	class, cell := t.cell(s)
	layer := t.layers[bits.OnesCount32(s[black]|s[white])]
	return &layer[t.start[class]+cell/wordCells], cell % wordCells * cellBits
}

// label returns the label of a legal situation.
func (t *table) label(s situation) label {
	word, shift := t.at(s.stones)
	return label(atomic.LoadUint64(word) >> (shift + 2*uint32(s.mover)) & labelMask)
}

// nestedDepth limits how many consecutive nodes without a cell are searched.
const nestedDepth = 4

// value returns what the table proves about a node.
func (t *table) value(n node) label { return view{t, ^uint64(0)}.value(n, nestedDepth) }

// ahead returns what the table proves about a node that follows a node without a cell.
func (t *table) ahead(n node) label { return view{t, ^uint64(0)}.value(n, nestedDepth-1) }

// A view is a table as it was before a label was set.
type view struct {
	*table
	before uint64 // that label's order, see [table.orderOf]
}

// label returns the label of a legal situation.
func (v view) label(s situation) label {
	l := v.table.label(s)
	if l != open && v.before != ^uint64(0) && v.orderOf(s) >= v.before {
		return open
	}
	return l
}

// value returns what the table proves about a node. It searches at most depth moves ahead if the
// node has no cell.
func (v view) value(n node, depth int) label {
	if n.plain() {
		return v.label(n.situation)
	}
	own, other := winOf(n.mover), winOf(n.mover^1)
	if n.ban != 0 && v.label(n.situation) == other {
		return other
	}
	if depth == 0 {
		return open
	}
	winner := v.end(n.stones)
	if n.passed && winner == own {
		return own
	}
	won, lost := v.plays(n, depth)
	if won {
		return own
	}
	if n.passed || winner == other { // then a pass ends the game, or lets the opponent end it
		return winIf(lost && winner == other, other)
	}
	switch v.value(n.afterPass(), depth-1) {
	case own:
		return own
	case other:
		return winIf(lost, other)
	}
	return open
}

// plays reports whether some play of the mover is known to win, and whether all are known to lose.
func (v view) plays(n node, depth int) (won, lost bool) {
	own, other := winOf(n.mover), winOf(n.mover^1)
	// If a play won where only a retake is banned, a sweep would soon label the node without the
	// ban as won.
	hopeless := n.ban != 0 && v.before == ^uint64(0) && v.label(n.situation) == open
	lost = true
	for empty := v.all &^ (n.stones[black] | n.stones[white] | n.ban); empty != 0; empty &= empty - 1 {
		c, legal := v.child(n, bits.TrailingZeros32(empty))
		if !legal {
			continue
		}
		l := v.value(c.node, depth-1)
		if l == own && (!n.passed || c.node.ban == 0 || v.value(c.free, depth-1) == own) {
			return true, false
		}
		if lost = lost && l == other; !lost && hopeless {
			break
		}
	}
	return false, lost
}

// winIf returns l if it is known to hold, else open.
func winIf(known bool, l label) label {
	if known {
		return l
	}
	return open
}

// orderOf returns a number that orders the labels of a table with a kept order: each label follows
// from labels with smaller numbers.
func (t *table) orderOf(s situation) uint64 {
	class, cell := t.cell(s.stones)
	stones := bits.OnesCount32(s.stones[black] | s.stones[white])
	at := uint64(t.start[class])*wordCells + uint64(cell)
	sweep := t.order[stones][2*at+uint64(s.mover)]
	return uint64(sweep)<<48 | uint64(t.points-stones)<<40 | at
}

// keepOrder makes the table keep its labels' order. Only one goroutine may sweep it.
func (t *table) keepOrder() {
	t.order = make([][]uint8, t.points+1)
	for stones, size := range t.sizes {
		t.order[stones] = make([]uint8, 2*wordCells*size)
	}
}
