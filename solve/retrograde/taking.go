package retrograde

import (
	"math/bits"
	"sync/atomic"
)

// A taking is the capture of given stones by a play at a given point, in all cells of a class where
// it is possible: the stones have one colour, the stones around them the other, and the rest any.
// All these cells lead to cells in one other class.
type taking struct {
	k      *block
	point  set
	source []uint64 // the cells that it leads to

	first   [2]pair           // by player: the word of the first cell, and the bits after the capture
	cells   [2]uint64         // by player: low bits for the cells that count in each word
	inWords [wordCells]uint32 // by cell in a word: its bits after the capture
	rest    []pair            // word bits that may be set, and the bits after the capture
	low     [256]pair         // sums over its first eight elements
}

// A pair is a word or bits of its number, and the cell bits after the capture.
type pair struct{ word, there uint32 }

// captures adds what captures by plays at an empty point prove.
func (d *dense) captures(k *block, point int) {
	d.taking.k, d.taking.point = k, 1<<point
	k.eachCapture(k.occupied, point, d.capture)
}

// eachCapture calls visit with each set of stones that a play at an empty point may capture: stones
// connected through that point that have no other liberty.
func (w *words) eachCapture(occupied set, point int, visit func(taken set)) {
	p := set(1) << point
	empty := w.all &^ occupied
	within := occupied &^ w.neighbours(empty&^p)
	w.extend(0, within, w.adjacent[point]&within, visit)
}

// extend calls visit with taken enlarged by each set of stones that connects to it through border
// and within.
func (w *words) extend(taken, within, border set, visit func(set)) {
	for ; border != 0; border &= border - 1 {
		q := border & -border
		within &^= q // sets with q first, then those without
		visit(taken | q)
		w.extend(taken|q, within, (border|w.neighbours(q))&within, visit)
	}
}

// capture adds what capturing stones proves, unless it includes an immortal chain.
func (d *dense) capture(taken set) {
	t, k := &d.taking, d.taking.k
	for _, r := range k.rosettes {
		if r&^taken == 0 {
			return
		}
	}
	t.load(taken, k.neighbours(taken)&^taken&^t.point, 0)
	t.each(d.collect)
}

// load finds the cells where taken and alike have the opponent's colour and around has the
// player's.
func (t *taking) load(taken, around, alike set) {
	k := t.k
	of := k.of[(k.occupied|t.point)&^taken]
	class, by := of>>symmetryBits, of&symmetryMask
	members := k.members[class]
	stones := bits.OnesCount32(members)
	t.source = k.layers[stones][k.start[class] : int(k.start[class])+blockWords(stones)]
	there := func(point set) uint32 { return 1 << bits.OnesCount32(members&(k.transform(by, point)-1)) }
	var fixed [2]pair // by player: the set bits of a cell, and the bits after the capture
	var free uint32
	fixed[black].there = there(t.point)
	t.rest = t.rest[:0]
	clear(t.inWords[:])
	bit := uint32(1)
	for s := k.occupied; s != 0; s &= s - 1 {
		switch q := s & -s; {
		case q&taken != 0:
			fixed[white].word |= bit
		case q&alike != 0:
			fixed[white].add(pair{bit, there(q)})
		case q&around != 0:
			fixed[black].add(pair{bit, there(q)})
		case bit >= wordCells:
			t.rest = append(t.rest, pair{bit / wordCells, there(q)})
		default:
			free |= bit
			for i := range uint32(wordCells) {
				if i&bit != 0 {
					t.inWords[i] |= there(q)
				}
			}
		}
		bit <<= 1
	}
	for player, f := range fixed {
		t.first[player] = pair{f.word / wordCells, f.there}
		t.cells[player] = cellsWith(f.word%wordCells, free)
	}
}

// cellsWith returns the low bits of the cells in a word whose numbers are one plus any of the free
// bits.
func cellsWith(one, free uint32) (cells uint64) {
	for i := range uint32(wordCells) {
		if (i^one)&^free == 0 {
			cells |= 1 << (i * cellBits)
		}
	}
	return cells
}

func (p *pair) add(bits pair) {
	p.word |= bits.word
	p.there |= bits.there
}

// each calls visit with the words of all cells where a player captures: those that begin with first
// and have any bits in low.
func (t *taking) each(visit func(player uint32, first pair, low []pair)) {
	low := t.sums()
	for high := 0; high < 1<<len(t.rest); high += len(low) {
		for player, first := range t.first {
			for rest := high >> 8; rest != 0; rest &= rest - 1 {
				first.add(t.rest[8+bits.TrailingZeros(uint(rest))])
			}
			visit(uint32(player), first, low)
		}
	}
}

// sums returns the sums over the first eight elements in rest.
func (t *taking) sums() []pair {
	low := t.low[:1<<min(len(t.rest), 8)]
	for i := 1; i < len(low); i++ {
		low[i] = low[i&(i-1)]
		low[i].add(t.rest[bits.TrailingZeros(uint(i))])
	}
	return low
}

// collect adds what the labels after a capture prove. It skips cells without an open label.
func (d *dense) collect(player uint32, first pair, low []pair) {
	words, source := d.k.words, d.source
	for _, more := range low {
		at, there := first.word|more.word, first.there|more.there
		needed := openPairs(words[at])
		for cells := (needed | needed>>2) & d.cells[player]; cells != 0; cells &= cells - 1 {
			shift := bits.TrailingZeros64(cells)
			to := there | d.inWords[shift/cellBits]
			word := atomic.LoadUint64(&source[to/wordCells]) >> (to % wordCells * cellBits)
			switch label(word >> (2 * (player ^ 1)) & labelMask) {
			case winOf(uint8(player)):
				d.won[at] |= 1 << (uint32(shift) + 2*player)
			case open:
				d.open[at] |= 1 << (uint32(shift) + 2*player)
			}
		}
	}
}
