package search

import (
	"sync/atomic"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
)

// transpositions maps positions to the nodes where they first occurred, so that a leaf reached by
// another move order starts with the statistics found there. Its size is fixed, and the newest
// entry wins.
type transpositions struct {
	slots []atomic.Uint64 // the upper half of the key, and the node number
}

// maxCopiedVisits bounds the weight given to copied visits.
const maxCopiedVisits = 32

// newTranspositions returns a table sized for the positions that a search may expand.
func newTranspositions(p engine.SearchParams) *transpositions {
	expanded := p.Nodes / 8
	if p.Visits > 0 {
		expanded = min(expanded, 2*p.Visits/expandVisits)
	}
	size := 1 << 8
	for size < expanded && size < 1<<20 {
		size *= 2
	}
	return &transpositions{make([]atomic.Uint64, size)}
}

// key hashes a position with the player to move, the passes and the point forbidden by ko. Earlier
// repetitions are not part of it.
func key(g *game.Game, next board.Color) uint64 {
	h := g.Board().Hash()
	k := h.Hi ^ h.Lo*rng.Golden
	k ^= uint64(next) * 0xd6e8feb86659fd93
	k ^= uint64(g.Passes()+1) * 0xa0761d6478bd642f
	k ^= uint64(g.Board().Ko()+2) * 0xe7037ed1a0b428db
	return k
}

// findOrAdd returns the node stored for a position. If there is none, it stores at and returns 0.
func (t *transpositions) findOrAdd(k uint64, at int32) int32 {
	slot := &t.slots[k&uint64(len(t.slots)-1)]
	old := slot.Load()
	if old>>32 == k>>32 && int32(old) != 0 {
		return int32(old)
	}
	slot.Store(k>>32<<32 | uint64(uint32(at)))
	return 0
}

// clear empties the table. It is needed when node numbers change.
func (t *transpositions) clear() {
	for i := range t.slots {
		t.slots[i].Store(0)
	}
}

// copyStats adds the statistics of another node's children, for the same position, to the priors of
// new children. index is a buffer.
func (t *tree) copyStats(children []node, other int32, index []int32) {
	n := t.at(other)
	n.acquire()
	defer n.release()
	known := t.children(n)
	for i := range index {
		index[i] = -1
	}
	for i := range known {
		index[known[i].move+1] = int32(i)
	}
	for i := range children {
		j := index[children[i].move+1]
		if j < 0 || known[j].visits == 0 {
			continue
		}
		k, from := &children[i], &known[j]
		weight := min(float32(from.visits), maxCopiedVisits)
		k.prior = (k.prior*k.priorWeight + from.mean()*weight) / (k.priorWeight + weight)
		k.priorWeight += weight
	}
}
