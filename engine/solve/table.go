package solve

import (
	"math/bits"
	"unsafe"

	"rosette/rng"
)

// A key is a position as the side that proves sees it, turned to the least of
// all that look alike. It is exact: no two positions share one.
type key struct {
	own, foe uint64
	ko       int8
}

func (k key) less(l key) bool {
	if k.own != l.own {
		return k.own < l.own
	}
	if k.foe != l.foe {
		return k.foe < l.foe
	}
	return k.ko < l.ko
}

// Marks of an entry. Above them stands how much work it was: the logarithm of
// its nodes, by five.
const (
	used   = 1 << iota // there is one
	mine               // the side that proves is to move
	passed             // the last turn was a pass
	ruled              // under the rule of repetition itself, not one that counts against the side
	loose              // under the rule, but noes are not claims

	marking = 1<<iota - 1
	working = iota
)

// An entry is what is known of a position: that the side which proves gets at
// least low and at most high, however it came about; that on some path it was
// seen to get at least, or at most, so much; and in which round of deepening
// nothing was found.
type entry struct {
	own, foe  uint64
	proof     uint32 // how much is missing at least for a yes, and for a no; 0 if never asked
	doubt     uint32
	kept      uint64 // stones of the side that its proof never loses, turned as the key is
	low, high int8
	sawLow    int8
	sawHigh   int8
	round     uint8
	ko        int8
	marks     uint8
	best      int8 // a move, turned as the key is
}

// blank returns an entry of which nothing is known.
func blank(marks uint8) entry {
	return entry{low: -noMargin, high: noMargin, sawLow: -noMargin, sawHigh: noMargin, best: none, marks: marks}
}

// is tells whether an entry is of that state.
func (e *entry) is(k key, marks uint8) bool {
	return e.own == k.own && e.foe == k.foe && e.ko == k.ko && e.marks&marking == marks|used
}

// work returns how much work the entry was.
func (e *entry) work() uint8 { return e.marks >> working }

// worked notes how many nodes it took.
func (e *entry) worked(nodes uint64) {
	e.marks = e.marks&marking | max(e.work(), uint8(min(bits.Len64(nodes)/5, 1<<(8-working)-1)))<<working
}

// age takes some of the worth of its work away.
func (e *entry) age() {
	if e.work() > 0 {
		e.marks -= 1 << working
	}
}

const (
	entrySize = int64(unsafe.Sizeof(entry{}))
	bucket    = 8 // entries that share a place; all states of one position are in one
)

// least is the least memory of a table.
const least = 1 << 16

// A Table remembers what was proven, in bounded memory. It has two levels: of
// the entries that share a place one is always replaced, the others only by
// what was more work (Breuker, Uiterwijk, van den Herik 1996).
type Table struct {
	entries []entry
	lost    filter            // positions whose answers were overwritten
	proven  map[string]Bounds // by what was asked
	filled  int
}

// NewTable returns an empty table of at most that many bytes.
func NewTable(memory int64) *Table {
	memory = max(memory, least)
	n := bucket
	for int64(2*n)*entrySize <= memory*7/8 {
		n *= 2
	}
	return &Table{entries: make([]entry, n), lost: newFilter(memory / 8), proven: map[string]Bounds{}}
}

// Filled returns how many entries there are, and how many there is room for.
func (t *Table) Filled() (entries, room int) { return t.filled, len(t.entries) }

// mix combines the stones of both players into one hash.
func mix(own, foe uint64) uint64 {
	return rng.Mix(own*rng.Golden ^ foe)
}

// place returns the entries that a position may be in.
func (t *Table) place(k key) []entry {
	i := int(mix(k.own, k.foe)) & (len(t.entries) - 1) &^ (bucket - 1)
	return t.entries[i : i+bucket : i+bucket]
}

// find returns the entry of a state, or nil.
func (t *Table) find(k key, marks uint8) *entry {
	place := t.place(k)
	for i := range place {
		e := &place[i]
		if e.is(k, marks) {
			return e
		}
	}
	return nil
}

// clash tells whether the same stones, in another state that a play leads to,
// may have been seen to give the target, or not to give it (see the package's
// argument). Under the rule itself only the plays of the one count who needs
// them.
func (t *Table) clash(k key, marks uint8, target int) (yes, no bool) {
	if t.lost.has(k) {
		return true, true
	}
	place := t.place(k)
	for i := range place {
		e := &place[i]
		if e.own != k.own || e.foe != k.foe || e.marks&(used|passed) != used || (e.marks^marks)&(ruled|loose) != 0 {
			continue
		}
		same := e.is(k, marks)
		if int(e.sawLow) >= target && e.marks&mine == 0 {
			yes = true
		}
		if int(e.sawHigh) < target && !(same && int(e.high) < target) && e.marks&mine != 0 {
			no = true
		}
	}
	return yes, no
}

// put stores an entry. What has to go is not forgotten wholly: that it was
// proven stays in the filter.
func (t *Table) put(k key, e entry) {
	e.own, e.foe, e.ko = k.own, k.foe, k.ko
	e.marks |= used
	place := t.place(k)
	at := bucket - 1
	for i := range place {
		if place[i].marks&used == 0 {
			t.filled++
			place[i] = e
			return
		}
		if place[i].is(k, e.marks&marking) {
			place[i] = e
			return
		}
		if i < at && place[i].work() <= e.work() {
			at = i
		}
	}
	t.forget(&place[bucket-1])
	for i := range place { // or two that need each other could drive each other out for ever
		place[i].age()
	}
	copy(place[at+1:], place[at:]) // the last goes
	place[at] = e
}

// forget notes what is about to be overwritten.
func (t *Table) forget(e *entry) {
	if e.marks&passed == 0 && (e.sawLow > -noMargin || e.sawHigh < noMargin && e.marks&ruled != 0) {
		t.lost.add(key{e.own, e.foe, 0})
	}
}

// noMargin is beyond every margin; unsettled is the low of an entry that has yet
// to be looked at for what is safe.
const (
	noMargin  = 127
	unsettled = -128
)

// A filter knows positions that it was told, and takes a few others for known
// (Bloom 1970).
type filter []uint64

func newFilter(memory int64) filter {
	n := int64(64)
	for n*16 <= memory {
		n *= 2
	}
	return make(filter, n)
}

// where returns the places of the two bits of a position.
func (f filter) where(k key) (i, j uint64) {
	h := mix(k.foe, k.own)
	mask := uint64(len(f))*64 - 1
	return h & mask, h >> 24 & mask
}

func (f filter) add(k key) {
	i, j := f.where(k)
	f[i/64] |= 1 << (i % 64)
	f[j/64] |= 1 << (j % 64)
}

func (f filter) has(k key) bool {
	i, j := f.where(k)
	return f[i/64]>>(i%64)&1 != 0 && f[j/64]>>(j%64)&1 != 0
}
