package solve

import (
	"math/bits"
	"unsafe"

	"rosette/internal/rng"
)

// key identifies a position for the prover by its smallest image under the board's symmetries. It
// is exact: two positions never share a key.
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

// Marks for an entry. The bits above them hold the effort: the base-2 logarithm of the nodes
// searched, divided by five.
const (
	markUsed         = 1 << iota // the entry is in use
	markOrNode                   // the prover is to move
	markPassed                   // the last move was a pass
	markExactRule                // found under exactRule
	markOpponentRule             // found under opponentRule

	stateMask   = 1<<iota - 1
	effortShift = iota
)

// entry holds the results for a state: the prover gets at least low and at most high on any path;
// seenLow and seenHigh are the best values found on some path; round is the search that found
// nothing.
type entry struct {
	own, foe  uint64
	proof     uint32 // proof number, 0 if never searched
	disproof  uint32
	kept      uint64 // stones that the proof of low keeps, transformed like the key
	low, high int8
	seenLow   int8
	seenHigh  int8
	round     uint8
	ko        int8
	marks     uint8
	best      int8 // best move, transformed like the key
}

// newEntry returns an entry without results.
func newEntry(marks uint8) entry {
	return entry{low: -noMargin, high: noMargin, seenLow: -noMargin, seenHigh: noMargin, best: noMove, marks: marks}
}

// matches reports whether the entry is for that state.
func (e *entry) matches(k key, marks uint8) bool {
	return e.own == k.own && e.foe == k.foe && e.ko == k.ko && e.marks&stateMask == marks|markUsed
}

// effort returns the logarithm of the nodes searched for the entry.
func (e *entry) effort() uint8 { return e.marks >> effortShift }

// addEffort raises the effort to at least nodes nodes.
func (e *entry) addEffort(nodes uint64) {
	e.marks = e.marks&stateMask | max(e.effort(), uint8(min(bits.Len64(nodes)/5, 1<<(8-effortShift)-1)))<<effortShift
}

// ageEffort lowers the effort by one step.
func (e *entry) ageEffort() {
	if e.effort() > 0 {
		e.marks -= 1 << effortShift
	}
}

const (
	entrySize  = int64(unsafe.Sizeof(entry{}))
	bucketSize = 8 // all states of a position share a bucket
)

// minMemory is the size in bytes of the smallest table.
const minMemory = 1 << 16

// A Table is the transposition table for a [Solver]. Its size is fixed. It has two levels: one
// entry in each bucket is always replaced, the others only after more effort (Breuker, Uiterwijk
// and van den Herik 1996). It also holds the bounds proven so far. It is not safe for concurrent
// use.
type Table struct {
	entries []entry
	evicted bloomFilter       // positions of evicted proofs
	proven  map[string]Bounds // by queryKey
	filled  int
}

// NewTable returns an empty table of at most memory bytes, and at least 64 KB.
func NewTable(memory int64) *Table {
	memory = max(memory, minMemory)
	n := bucketSize
	for int64(2*n)*entrySize <= memory*7/8 {
		n *= 2
	}
	return &Table{entries: make([]entry, n), evicted: newBloomFilter(memory / 8), proven: map[string]Bounds{}}
}

// Filled returns the number of entries in use and the number the table can hold.
func (t *Table) Filled() (entries, capacity int) { return t.filled, len(t.entries) }

// mix hashes both players' stones.
func mix(own, foe uint64) uint64 {
	return rng.Mix(own*rng.Golden ^ foe)
}

// bucket returns the entries that may hold a position.
func (t *Table) bucket(k key) []entry {
	i := int(mix(k.own, k.foe)) & (len(t.entries) - 1) &^ (bucketSize - 1)
	return t.entries[i : i+bucketSize : i+bucketSize]
}

// find returns the entry of a state, or nil.
func (t *Table) find(k key, marks uint8) *entry {
	place := t.bucket(k)
	for i := range place {
		e := &place[i]
		if e.matches(k, marks) {
			return e
		}
	}
	return nil
}

// conflicts reports whether the same stones, in another state reached by a play, may have been
// proven to reach the target (yes), or not to reach it (no); see the package comment on graph
// history. Only plays by the player that needs the result count.
func (t *Table) conflicts(k key, marks uint8, target int) (yes, no bool) {
	if t.evicted.has(k) {
		return true, true
	}
	place := t.bucket(k)
	for i := range place {
		e := &place[i]
		if e.own != k.own || e.foe != k.foe || e.marks&(markUsed|markPassed) != markUsed ||
			(e.marks^marks)&(markExactRule|markOpponentRule) != 0 {
			continue
		}
		same := e.matches(k, marks)
		if int(e.seenLow) >= target && e.marks&markOrNode == 0 {
			yes = true
		}
		if int(e.seenHigh) < target && !(same && int(e.high) < target) && e.marks&markOrNode != 0 {
			no = true
		}
	}
	return yes, no
}

// put stores an entry. An evicted proof leaves its position in the Bloom filter.
func (t *Table) put(k key, e entry) {
	e.own = k.own
	e.foe = k.foe
	e.ko = k.ko
	e.marks |= markUsed
	place := t.bucket(k)
	at := bucketSize - 1
	for i := range place {
		if place[i].marks&markUsed == 0 {
			t.filled++
			place[i] = e
			return
		}
		if place[i].matches(k, e.marks&stateMask) {
			place[i] = e
			return
		}
		if i < at && place[i].effort() <= e.effort() {
			at = i
		}
	}
	t.evict(&place[bucketSize-1])
	for i := range place { // or two entries that need each other could evict each other for ever
		place[i].ageEffort()
	}
	copy(place[at+1:], place[at:]) // evicts the last
	place[at] = e
}

// evict records a proof that is about to be overwritten in the Bloom filter. It ignores other
// entries.
func (t *Table) evict(e *entry) {
	if e.marks&markPassed == 0 && (e.seenLow > -noMargin || e.seenHigh < noMargin && e.marks&markExactRule != 0) {
		t.evicted.add(key{e.own, e.foe, 0})
	}
}

// noMargin is beyond every margin; unexamined is the value of low before static analysis.
const (
	noMargin   = 127
	unexamined = -128
)

// bloomFilter is a set of positions that may report a few others as members (Bloom 1970).
type bloomFilter []uint64

func newBloomFilter(memory int64) bloomFilter {
	n := int64(64)
	for n*16 <= memory {
		n *= 2
	}
	return make(bloomFilter, n)
}

// bits returns the two bit indices for a position.
func (f bloomFilter) bits(k key) (i, j uint64) {
	h := mix(k.foe, k.own)
	mask := uint64(len(f))*64 - 1
	return h & mask, h >> 24 & mask
}

func (f bloomFilter) add(k key) {
	i, j := f.bits(k)
	f[i/64] |= 1 << (i % 64)
	f[j/64] |= 1 << (j % 64)
}

func (f bloomFilter) has(k key) bool {
	i, j := f.bits(k)
	return f[i/64]>>(i%64)&1 != 0 && f[j/64]>>(j%64)&1 != 0
}
