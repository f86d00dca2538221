package search

import (
	"sync"
	"sync/atomic"
)

// A chunk is how many nodes are made at once.
const (
	chunkBits = 12
	chunkSize = 1 << chunkBits
)

// A forest holds nodes by number, 0 being none. Numbers stay what they are; the
// moves of a node stand side by side.
type forest struct {
	mu     sync.Mutex
	chunks []*[chunkSize]node
	used   atomic.Int32
	most   int32
}

// newForest returns a forest with room for about that many nodes, at least for
// one list of moves more.
func newForest(most, list int) *forest {
	chunks := (most+list)/chunkSize + 2
	f := &forest{chunks: make([]*[chunkSize]node, chunks), most: int32(most)}
	f.used.Store(1)
	f.chunks[0] = new([chunkSize]node)
	return f
}

// at returns the node of that number.
func (f *forest) at(i int32) *node { return &f.chunks[i>>chunkBits][i&(chunkSize-1)] }

// run returns n nodes side by side.
func (f *forest) run(first int32, n int) []node {
	at := first & (chunkSize - 1)
	return f.chunks[first>>chunkBits][at : at+int32(n)]
}

// ripe returns how many visits a leaf needs before its moves are listed: twice as
// many after each quarter of the room, so that a tree that is nearly full grows
// where it matters.
func (f *forest) ripe() int32 { return expandAt << (4 * int64(f.used.Load()) / int64(f.most)) }

// full tells whether no more moves are to be listed.
func (f *forest) full() bool { return f.used.Load() >= f.most }

// add puts a list of moves in and returns the number of its first, or 0 when
// there is no room.
func (f *forest) add(list []node) int32 {
	f.mu.Lock()
	defer f.mu.Unlock()
	first := f.used.Load()
	if first >= f.most {
		return 0
	}
	if room := chunkSize - first&(chunkSize-1); int32(len(list)) > room {
		first += room
	}
	chunk := first >> chunkBits
	if int(chunk) >= len(f.chunks) {
		f.used.Store(f.most)
		return 0
	}
	if f.chunks[chunk] == nil {
		f.chunks[chunk] = new([chunkSize]node)
	}
	f.used.Store(first + int32(len(list)))
	copy(f.chunks[chunk][first&(chunkSize-1):], list)
	return first
}
