package retrograde

import (
	"math/bits"
	"sync/atomic"
)

// A koTaking is a ko that is taken in some cells of a class. It has the block of the class after
// the capture, because the label there assumes that the opponent may retake, and the opponent's
// other plays have to be evaluated.
type koTaking struct {
	after *block
	ban   int // where the opponent may not retake, in that class's representative
}

// kos adds what taking a ko proves beyond the plain capture, for plays at a point without an empty
// neighbour: it may win because the opponent may not retake, and it may avoid a loss.
func (d *dense) kos(k *block, point int) {
	t, p := &d.taking, set(1)<<point
	t.k, t.point = k, p
	for stones := k.adjacent[point]; stones != 0; stones &= stones - 1 {
		taken := stones & -stones
		around, alike := k.neighbours(taken)&^p, k.adjacent[point]&^taken
		if around&^k.occupied != 0 || around&alike != 0 {
			continue
		}
		of := k.of[(k.occupied|p)&^taken]
		if d.ko.after == nil {
			d.ko.after = &block{table: k.table}
		}
		d.ko.after.load(of >> symmetryBits)
		d.ko.ban = bits.TrailingZeros32(k.transform(of&symmetryMask, taken))
		t.load(taken, around, alike)
		t.each(d.collectKos)
	}
}

// collectKos adds what taking the ko proves in cells with an open label.
func (d *dense) collectKos(player uint32, first pair, low []pair) {
	words, source := d.k.words, d.source
	for _, more := range low {
		at, there := first.word|more.word, first.there|more.there
		needed := openPairs(words[at])
		for cells := (needed | needed>>2) & d.cells[player]; cells != 0; cells &= cells - 1 {
			shift := uint32(bits.TrailingZeros64(cells))
			mine := uint64(1) << (shift + 2*player)
			to := there | d.inWords[shift/cellBits]
			free := label(atomic.LoadUint64(&source[to/wordCells]) >> (to%wordCells*cellBits +
				2*(player^1)) & labelMask)
			if d.won[at]&mine != 0 || free == illegal || free == open && needed&mine == 0 {
				continue
			}
			switch d.ko.value(uint8(player), to, free) {
			case winOf(uint8(player)):
				d.koWon[at] |= mine
				d.open[at] |= mine
			case open:
				d.open[at] |= mine
			}
		}
	}
}

// value returns what is proven about a cell after a player has taken the ko. free is its label
// without the ban to retake. Only if free is a win for the opponent can one of the opponent's plays
// win.
func (o *koTaking) value(player uint8, cell uint32, free label) label {
	k := o.after
	own := winOf(player)
	foe := winOf(player ^ 1)
	lost := true // all the opponent's plays so far lose
	captures := set(0)
	for i := range k.empties {
		e := &k.empties[i]
		if e.point == o.ban {
			continue
		}
		to := e.moved[0][cell&255] | e.moved[1][cell>>8&255] | e.moved[2][cell>>16&255]
		if foe == blackWins {
			to |= e.bit
		}
		switch after := label(atomic.LoadUint64(&k.above[e.start+to/wordCells]) >> (to%wordCells*cellBits +
			2*uint32(player)) & labelMask); {
		case after == foe:
			return foe
		case after == illegal: // a capture or a suicide
			captures |= 1 << e.point
		case after == open && free == open:
			return open
		case after == open:
			lost = false
		}
	}
	n := node{situation: situation{k.colors(cell), player ^ 1}, ban: 1 << o.ban}
	for ; captures != 0; captures &= captures - 1 {
		if c, legal := k.child(n, bits.TrailingZeros32(captures)); legal {
			after := k.ahead(c.node)
			if after == foe {
				return foe
			}
			if lost = lost && after == own; !lost && free == open {
				return open
			}
		}
	}
	return o.pass(n, cell, lost)
}

// pass returns what is proven about the node n, the cell after the ko was taken, if no play is
// known to win.
func (o *koTaking) pass(n node, cell uint32, lost bool) label {
	k := o.after
	own := winOf(n.mover ^ 1)
	foe := winOf(n.mover)
	winner := k.ends(cell)
	if winner == own { // a pass would end the game
		return winIf(lost, own)
	}
	switch k.table.label(n.afterPass().situation) {
	case foe:
		return winIf(winner == foe, foe)
	case own:
		if after := k.ahead(n.afterPass()); after != own || lost {
			return after
		}
	}
	return open
}
