package retrograde

import (
	"math/bits"
	"sync/atomic"
)

// A label is what is proven of a node at the threshold of a table.
type label uint8

const (
	open      label = iota
	blackWins       // Black's margin reaches the threshold
	whiteWins       // it does not
	illegal         // a chain has no liberty and no rosette
)

// The cells of a table: a label for Black to move, then one for White to move.
const (
	cellBits    = 4
	cellMask    = 1<<cellBits - 1
	labelMask   = 3
	illegalCell = cellMask
	lowBits     = 0x5555555555555555 // the low bit of each label of a word
	firstBits   = 0x1111111111111111 // the low bit of each cell of a word
)

// winOf returns the label of a player's win.
func winOf(player uint8) label { return label(player + 1) }

// swapped returns the label of a node with the colours swapped.
func (l label) swapped() label {
	switch l {
	case blackWins:
		return whiteWins
	case whiteWins:
		return blackWins
	}
	return l
}

// A table holds the labels of all positions of a board for one threshold.
type table struct {
	*words
	*classes
	threshold int
	layers    [][]uint64  // by number of stones
	sweeps    int         // that are complete
	fresh     []freshness // by class
	clock     uint32      // layers that have been swept
	thorough  bool        // sweeps evaluate all classes
	swept     []int       // by number of stones: how often that layer was swept
	order     [][]uint8   // by number of stones: the sweep that labelled each node of a cell, if it is kept
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

// at returns the word of a cell and the shift of the cell in it.
func (t *table) at(s stones) (word *uint64, shift uint32) {
	class, cell := t.cell(s)
	layer := t.layers[bits.OnesCount32(s[black]|s[white])]
	return &layer[t.start[class]+cell/wordCells], cell % wordCells * cellBits
}

// label returns the label of a situation that is not illegal.
func (t *table) label(s situation) label {
	word, shift := t.at(s.stones)
	return label(atomic.LoadUint64(word) >> (shift + 2*uint32(s.mover)) & labelMask)
}

// nestedDepth is how many nodes in a row that are no cells are looked through.
const nestedDepth = 4

// value returns what the table proves of a node.
func (t *table) value(n node) label { return view{t, ^uint64(0)}.value(n, nestedDepth) }

// ahead returns what the table proves of a node after another that is no cell.
func (t *table) ahead(n node) label { return view{t, ^uint64(0)}.value(n, nestedDepth-1) }

// A view is a table as it was before a label was set.
type view struct {
	*table
	before uint64 // the order of that label, see [table.orderOf]
}

// label returns the label of a situation that is not illegal.
func (v view) label(s situation) label {
	l := v.table.label(s)
	if l != open && v.before != ^uint64(0) && v.orderOf(s) >= v.before {
		return open
	}
	return l
}

// value returns what the table proves of a node, looking at most depth moves ahead
// where the node is no cell of the table.
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

// plays returns whether a play of the mover of a node is known to win, and whether all
// are known to lose.
func (v view) plays(n node, depth int) (won, lost bool) {
	own, other := winOf(n.mover), winOf(n.mover^1)
	// If a play won where only a retake is banned, a sweep would soon say so of the
	// node without the ban.
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

// winIf returns a label, or open if it is not known to hold.
func winIf(known bool, l label) label {
	if known {
		return l
	}
	return open
}

// orderOf returns a number by which the labels of a table with its order kept were
// set: each follows from labels with smaller numbers.
func (t *table) orderOf(s situation) uint64 {
	class, cell := t.cell(s.stones)
	stones := bits.OnesCount32(s.stones[black] | s.stones[white])
	at := uint64(t.start[class])*wordCells + uint64(cell)
	sweep := t.order[stones][2*at+uint64(s.mover)]
	return uint64(sweep)<<48 | uint64(t.points-stones)<<40 | at
}

// keepOrder makes the table keep the order of its labels. Only one goroutine may
// sweep it.
func (t *table) keepOrder() {
	t.order = make([][]uint8, t.points+1)
	for stones, size := range t.sizes {
		t.order[stones] = make([]uint8, 2*wordCells*size)
	}
}
