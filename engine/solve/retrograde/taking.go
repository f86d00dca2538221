package retrograde

import (
	"math/bits"
	"sync/atomic"
)

// A taking is the capture of certain stones by a play at a certain point, in all cells of
// a class in which it is one: the stones have one colour, those around them the
// other, and the rest any. All these cells lead to cells of one other class.
type taking struct {
	k      *block
	point  set
	source []uint64 // the cells that it leads to
	cells
	low [256]pair // the sums of the first bits of the rest
}

// A pair is the number of a cell, or bits of it, and what the capture makes of it.
type pair struct{ here, there uint32 }

// cells are the cells in which a player captures: the sums of the first and of any of
// the rest.
type cells struct {
	first [2]pair // by player
	rest  []pair
}

// captures adds what captures by a play at an empty point prove.
func (d *dense) captures(k *block, point int) {
	p := set(1) << point
	empty := k.all &^ k.occupied
	within := k.occupied &^ k.neighbours(empty&^p) // stones that may have no other liberty
	d.taking.k, d.taking.point = k, p
	d.extend(p, within, k.adjacent[point]&within)
}

// extend looks at the captures of all stones that are connected through those given, which
// contain the point of the play, by stones of the border and of within.
func (d *dense) extend(connected, within, border set) {
	for ; border != 0; border &= border - 1 {
		q := border & -border
		within &^= q // sets with it are looked at now, then those without
		d.capture(connected&^d.taking.point | q)
		d.extend(connected|q, within, (border|d.taking.k.neighbours(q))&within)
	}
}

// capture adds what the capture of stones proves, unless a chain of them is immortal. The
// cells in which it takes a ko are looked at again.
func (d *dense) capture(taken set) {
	t, k := &d.taking, d.taking.k
	for _, r := range k.rosettes {
		if r&^taken == 0 {
			return
		}
	}
	around := k.neighbours(taken) &^ taken &^ t.point
	t.load(taken, around, 0)
	d.collect(false)
	if near := k.neighbours(t.point) &^ taken; taken&(taken-1) == 0 && near&^k.occupied == 0 && near&around == 0 {
		t.load(taken, around, near)
		d.collect(true)
	}
}

// load finds the cells in which taken and alike have the opponent's colour and around has
// the player's.
func (t *taking) load(taken, around, alike set) {
	k := t.k
	of := k.of[(k.occupied|t.point)&^taken]
	class, by := of>>symmetryBits, of&symmetryMask
	members := k.members[class]
	stones := bits.OnesCount32(members)
	t.source = k.layers[stones][k.start[class] : int(k.start[class])+blockWords(stones)]
	there := func(point set) uint32 { return 1 << bits.OnesCount32(members&(k.transform(by, point)-1)) }
	t.first, t.rest = [2]pair{black: {there: there(t.point)}}, t.rest[:0]
	bit := uint32(1)
	for s := k.occupied; s != 0; s &= s - 1 {
		switch q := s & -s; {
		case q&taken != 0:
			t.first[white].here |= bit
		case q&alike != 0:
			t.first[white].add(pair{bit, there(q)})
		case q&around != 0:
			t.first[black].add(pair{bit, there(q)})
		default:
			t.rest = append(t.rest, pair{bit, there(q)})
		}
		bit <<= 1
	}
}

func (p *pair) add(bits pair) {
	p.here |= bits.here
	p.there |= bits.there
}

// collect adds what the labels after the capture prove. A ko that does not win even if
// the opponent may retake may yet win, since he may not.
func (d *dense) collect(ko bool) {
	t := &d.taking
	low := t.sums()
	for high := 0; high < 1<<len(t.rest); high += len(low) {
		for player, first := range t.first {
			for rest := high >> 8; rest != 0; rest &= rest - 1 {
				first.add(t.rest[8+bits.TrailingZeros(uint(rest))])
			}
			d.collectSome(uint32(player), first, low, ko)
		}
	}
}

// sums returns the sums of the first eight bits of the rest.
func (t *taking) sums() []pair {
	low := t.low[:1<<min(len(t.rest), 8)]
	for i := 1; i < len(low); i++ {
		low[i] = low[i&(i-1)]
		low[i].add(t.rest[bits.TrailingZeros(uint(i))])
	}
	return low
}

// collectSome does what collect does for some cells. Those without an open label need
// nothing.
func (d *dense) collectSome(player uint32, first pair, low []pair, ko bool) {
	words, source := d.k.words, d.source
	for _, more := range low {
		cell := first.here | more.here
		at, shift := cell/wordCells, cell%wordCells*cellBits
		if have := words[at] >> shift; have&labelMask != 0 && have>>2&labelMask != 0 {
			continue
		}
		to := first.there | more.there
		word := atomic.LoadUint64(&source[to/wordCells]) >> (to % wordCells * cellBits)
		mine := uint64(1) << (shift + 2*player)
		switch after := label(word >> (2 * (player ^ 1)) & labelMask); {
		case after == winOf(uint8(player)):
			d.won[at] |= mine
		case after == illegal:
		case ko:
			d.ko[at] |= mine
		case after == open:
			d.open[at] |= mine
		}
	}
}
