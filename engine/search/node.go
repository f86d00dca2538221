package search

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"rosette/game/board"
)

// A node is a move and its visit statistics, from the side of the player who made the move. A
// node's lock guards its children's statistics; its own are guarded by its parent's lock.
//
// A node fills a cache line.
type node struct {
	stats
	amafSum     float64
	amafVisits  int32
	firstChild  int32
	lock        uint32
	prior       float32 // the expected value before any visit, or the probability if there is a policy
	priorWeight float32 // the number of visits that the prior is worth; 0 for a policy
	move        board.Point
	childCount  int16 // children are contiguous from firstChild
}

// acquire takes the lock. Locks are held for a microsecond, less than putting a thread to sleep
// costs.
func (n *node) acquire() {
	for tries := 1; !atomic.CompareAndSwapUint32(&n.lock, 0, 1); tries++ {
		if tries%64 == 0 {
			runtime.Gosched()
		}
	}
}

// release releases the lock.
func (n *node) release() { atomic.StoreUint32(&n.lock, 0) }

// stats holds sums over a node's visits, from the side of the player who made its move. They are
// float64 because a float32 sum would stop growing at 2^24.
type stats struct {
	sum     float64 // utilities, each 0 … 1
	squares float64 // squared utilities
	score   float64 // Black's scores
	visits  int32
}

// add adds the result of a visit. The visit itself was counted on the way down.
func (s *stats) add(utility, score float32) {
	s.sum += float64(utility)
	s.squares += float64(utility) * float64(utility)
	s.score += float64(score)
}

// mean returns the mean utility, or one half without visits.
func (s *stats) mean() float32 {
	if s.visits <= 0 {
		return 0.5
	}
	return float32(s.sum) / float32(s.visits)
}

// meanScore returns Black's mean score. visits must not be 0.
func (s *stats) meanScore() float32 { return float32(s.score / float64(s.visits)) }

// stdevFactor scales exploration by the standard deviation of utilities, relative to the expected
// one (KataGo's cpuctUtilityStdevScale).
func (s *stats) stdevFactor() float64 {
	n, mean := float64(max(0, s.visits)), float64(s.mean())
	variance := n * max(0, s.squares/max(1, n)-mean*mean)
	variance = (variance + utilityStdevPriorWeight*utilityStdevPrior*utilityStdevPrior) / (n + utilityStdevPriorWeight)
	return 1 + utilityStdevScale*(math.Sqrt(variance)/utilityStdevPrior-1)
}

// Nodes are allocated in chunks.
const (
	chunkBits = 12
	chunkSize = 1 << chunkBits
)

// An arena holds nodes by number; 0 means no node. Nodes never move, and siblings are contiguous.
type arena struct {
	mu       sync.Mutex
	chunks   []*[chunkSize]node
	used     atomic.Int32
	capacity int32
}

// newArena returns an arena for about capacity nodes, with room for at least one more list of
// children. Node numbers have 32 bits, so it holds at most 2^31 nodes.
func newArena(capacity, list int) *arena {
	capacity = min(capacity, math.MaxInt32-list-2*chunkSize)
	chunks := (capacity+list)/chunkSize + 2
	a := &arena{chunks: make([]*[chunkSize]node, chunks), capacity: int32(capacity)}
	a.used.Store(1)
	a.chunks[0] = new([chunkSize]node)
	return a
}

// at returns node i.
func (a *arena) at(i int32) *node { return &a.chunks[i>>chunkBits][i&(chunkSize-1)] }

// children returns the children of n. The caller must hold n's lock.
func (a *arena) children(n *node) []node {
	at := n.firstChild & (chunkSize - 1)
	return a.chunks[n.firstChild>>chunkBits][at : at+int32(n.childCount)]
}

// expandThreshold returns the number of visits that a leaf needs before it is expanded. It doubles
// each time a quarter is used up, so that a nearly full tree grows only where it matters.
func (a *arena) expandThreshold() int32 {
	return expandVisits << (4 * int64(a.used.Load()) / int64(a.capacity))
}

// full reports whether the arena has no room for another expansion.
func (a *arena) full() bool { return a.used.Load() >= a.capacity }

// add copies nodes into the arena and returns the number of the first, or 0 if there is no room.
func (a *arena) add(list []node) int32 {
	a.mu.Lock()
	defer a.mu.Unlock()
	first := a.used.Load()
	if first >= a.capacity {
		return 0
	}
	if room := chunkSize - first&(chunkSize-1); int32(len(list)) > room {
		first += room
	}
	chunk := first >> chunkBits
	if int(chunk) >= len(a.chunks) {
		a.used.Store(a.capacity)
		return 0
	}
	if a.chunks[chunk] == nil {
		a.chunks[chunk] = new([chunkSize]node)
	}
	a.used.Store(first + int32(len(list)))
	copy(a.chunks[chunk][first&(chunkSize-1):], list)
	return first
}
