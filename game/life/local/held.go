package local

import (
	"math/bits"

	"rosette/game/board"
	"rosette/game/life"
)

// A pointSet is a set of points: bit p%64 of word p/64.
type pointSet []uint64

func newPointSet(n int, points []board.Point) pointSet {
	s := make(pointSet, (n+63)/64)
	for _, p := range points {
		s.add(p)
	}
	return s
}

func (s pointSet) add(p board.Point) { s[p/64] |= 1 << (p % 64) }

// includes reports whether all points in other, which has the same length, are in s.
func (s pointSet) includes(other pointSet) bool {
	for i, word := range other {
		if word&^s[i] != 0 {
			return false
		}
	}
	return true
}

// common returns the number of points in both sets, which have the same length.
func (s pointSet) common(other pointSet) (n int) {
	for i, word := range other {
		n += bits.OnesCount64(word & s[i])
	}
	return n
}

// A heldTable caches by position the points that each side holds unconditionally. Different proofs
// about a region reach the same positions. All positions must have the same board.
type heldTable struct {
	rules life.CaptureRules
	space life.Workspace
	at    map[board.Hash]int // where a position's sets begin in words
	words []uint64           // Black's set, then White's
}

// held returns the points that each side holds unconditionally. The caller must not modify them.
func (t *heldTable) held(b *board.View) (sets board.ByColor[pointSet]) {
	n := b.Graph().Points()
	size := (n + 63) / 64
	key := b.Hash()
	at, known := t.at[key]
	if !known {
		at = len(t.words)
		t.at[key] = at
		t.words = append(t.words, make([]uint64, 2*size)...)
	}
	sets[board.Black], sets[board.White] = t.words[at:at+size], t.words[at+size:at+2*size]
	if known {
		return sets
	}
	for _, c := range board.Colors {
		safety := t.space.Unconditional(b, c, t.rules)
		for p := range board.Point(n) {
			if safety.Alive[p] || safety.Territory[p] {
				sets[c].add(p)
			}
		}
	}
	return sets
}

func newHeldTable(rules life.CaptureRules) *heldTable {
	return &heldTable{rules: rules, at: map[board.Hash]int{}}
}
