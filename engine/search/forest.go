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

// An arena holds nodes by number, 0 being none. Numbers stay what they are; the
// moves of a node stand side by side.
type arena struct {
	mu       sync.Mutex
	chunks   []*[chunkSize]node
	used     atomic.Int32
	capacity int32
}

// newArena returns a forest with room for about that many nodes, at least for
// one list of moves more.
func newArena(most, list int) *arena {
	chunks := (most+list)/chunkSize + 2
	f := &arena{chunks: make([]*[chunkSize]node, chunks), capacity: int32(most)}
	f.used.Store(1)
	f.chunks[0] = new([chunkSize]node)
	return f
}

// at returns the node of that number.
func (f *arena) at(i int32) *node { return &f.chunks[i>>chunkBits][i&(chunkSize-1)] }

// nodes returns n nodes side by side.
func (f *arena) nodes(first int32, n int) []node {
	at := first & (chunkSize - 1)
	return f.chunks[first>>chunkBits][at : at+int32(n)]
}

// expandThreshold returns how many visits a leaf needs before its moves are listed: twice as
// many after each quarter of the room, so that a tree that is nearly full grows
// where it matters.
func (f *arena) expandThreshold() int32 {
	return expandVisits << (4 * int64(f.used.Load()) / int64(f.capacity))
}

// full tells whether no more moves are to be listed.
func (f *arena) full() bool { return f.used.Load() >= f.capacity }

// add puts a list of moves in and returns the number of its first, or 0 when
// there is no room.
func (f *arena) add(list []node) int32 {
	f.mu.Lock()
	defer f.mu.Unlock()
	first := f.used.Load()
	if first >= f.capacity {
		return 0
	}
	if room := chunkSize - first&(chunkSize-1); int32(len(list)) > room {
		first += room
	}
	chunk := first >> chunkBits
	if int(chunk) >= len(f.chunks) {
		f.used.Store(f.capacity)
		return 0
	}
	if f.chunks[chunk] == nil {
		f.chunks[chunk] = new([chunkSize]node)
	}
	f.used.Store(first + int32(len(list)))
	copy(f.chunks[chunk][first&(chunkSize-1):], list)
	return first
}
