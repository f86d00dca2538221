package search

import (
	"sync/atomic"

	"rosette/game"
	"rosette/game/board"
	"rosette/rng"
)

// transpositions remembers where a position was first met, so that a leaf reached by
// another order of moves begins with what is known there. It is a table of
// fixed size in which the newest wins.
type transpositions struct {
	slots []atomic.Uint64 // the upper half of the key, and the node
}

// maxCopiedVisits is the most that a twin's visits may weigh.
const maxCopiedVisits = 32

// newTranspositions returns a table for the positions that a budget lets the tree list
// the moves of.
func newTranspositions(b Budget) *transpositions {
	listed := b.Nodes / 8
	if b.Visits > 0 {
		listed = min(listed, 2*b.Visits/expandVisits)
	}
	size := 1 << 8
	for size < listed && size < 1<<20 {
		size *= 2
	}
	return &transpositions{make([]atomic.Uint64, size)}
}

// key names a position with who moves, what the last pass means and the point
// that ko forbids. What repeats further back is left to the moves themselves.
func key(g *game.Game, next board.Color) uint64 {
	h := g.Board().Hash()
	k := h.Hi ^ h.Lo*rng.Golden
	k ^= uint64(next) * 0xd6e8feb86659fd93
	k ^= uint64(g.Passes()+1) * 0xa0761d6478bd642f
	k ^= uint64(g.Board().Ko()+2) * 0xe7037ed1a0b428db
	return k
}

// findOrAdd returns the node that stands for a position, and makes it this one if
// there is none.
func (t *transpositions) findOrAdd(k uint64, at int32) (twin int32) {
	slot := &t.slots[k&uint64(len(t.slots)-1)]
	old := slot.Load()
	if old>>32 == k>>32 && int32(old) != 0 {
		return int32(old)
	}
	slot.Store(k>>32<<32 | uint64(uint32(at)))
	return 0
}

// clear empties the table, because the numbers of nodes have changed.
func (t *transpositions) clear() {
	for i := range t.slots {
		t.slots[i].Store(0)
	}
}

// copyStats gives new moves what is known of the twin's.
func (t *tree) copyStats(kids []node, twin int32, at []int32) {
	n := t.at(twin)
	n.acquire()
	defer n.release()
	theirs := t.nodes(n.firstChild, int(n.childCount))
	for i := range at {
		at[i] = -1
	}
	for i := range theirs {
		at[theirs[i].move+1] = int32(i)
	}
	for i := range kids {
		j := at[kids[i].move+1]
		if j < 0 || theirs[j].visits == 0 {
			continue
		}
		k, from := &kids[i], &theirs[j]
		weight := min(float32(from.visits), maxCopiedVisits)
		k.prior = (k.prior*k.priorWeight + from.sum/float32(from.visits)*weight) / (k.priorWeight + weight)
		k.priorWeight += weight
	}
}
