package search

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"rosette/game/board"
)

// A node is a move and the statistics of its visits, seen from the side of the
// player who made the move. The lock of a node guards the statistics of its
// children; its own are guarded by the lock of its parent.
//
// It fills a line of the cache.
type node struct {
	stats
	amafSum     float64
	amafVisits  int32
	firstChild  int32
	lock        uint32
	prior       float32 // the expected value before any visit, or the probability in a policy
	priorWeight float32 // how many visits the expected value is worth; 0 for a policy
	move        board.Point
	childCount  int16 // the children stand side by side from firstChild
}

// acquire takes the lock. It is held for a microsecond, less than it costs to
// put a thread to sleep.
func (n *node) acquire() {
	for tries := 1; !atomic.CompareAndSwapUint32(&n.lock, 0, 1); tries++ {
		if tries%64 == 0 {
			runtime.Gosched()
		}
	}
}

// release gives the lock back.
func (n *node) release() { atomic.StoreUint32(&n.lock, 0) }

// stats are the sums over the visits of a node, seen from the side of the player
// who made its move. A sum of 32 bits would not grow beyond 2^24.
type stats struct {
	sum     float64 // of the utilities, 0 … 1
	squares float64 // of the utilities
	score   float64 // the sum of Black's scores
	visits  int32
}

// add adds the result of a visit, which was counted on the way down.
func (s *stats) add(utility, score float32) {
	s.sum += float64(utility)
	s.squares += float64(utility) * float64(utility)
	s.score += float64(score)
}

// mean returns the mean utility, one half without visits.
func (s *stats) mean() float32 {
	if s.visits <= 0 {
		return 0.5
	}
	return float32(s.sum) / float32(s.visits)
}

// meanScore returns the mean of Black's scores. There must be visits.
func (s *stats) meanScore() float32 { return float32(s.score / float64(s.visits)) }

// stdevFactor scales exploration by the standard deviation of the utilities,
// relative to the one expected (KataGo's cpuctUtilityStdevScale).
func (s *stats) stdevFactor() float64 {
	n, mean := float64(max(0, s.visits)), float64(s.mean())
	variance := n * max(0, s.squares/max(1, n)-mean*mean)
	variance = (variance + utilityStdevPriorWeight*utilityStdevPrior*utilityStdevPrior) / (n + utilityStdevPriorWeight)
	return 1 + utilityStdevScale*(math.Sqrt(variance)/utilityStdevPrior-1)
}

// Nodes are allocated in chunks of this size.
const (
	chunkBits = 12
	chunkSize = 1 << chunkBits
)

// An arena holds nodes by number; 0 is no node. A node never moves, and the
// children of a node stand side by side.
type arena struct {
	mu       sync.Mutex
	chunks   []*[chunkSize]node
	used     atomic.Int32
	capacity int32
}

// newArena returns an arena for about that many nodes, and at least for one list
// of children more. Numbers of nodes are of 32 bits, so it holds no more than 2^31.
func newArena(capacity, list int) *arena {
	capacity = min(capacity, math.MaxInt32-list-2*chunkSize)
	chunks := (capacity+list)/chunkSize + 2
	a := &arena{chunks: make([]*[chunkSize]node, chunks), capacity: int32(capacity)}
	a.used.Store(1)
	a.chunks[0] = new([chunkSize]node)
	return a
}

// at returns the node of that number.
func (a *arena) at(i int32) *node { return &a.chunks[i>>chunkBits][i&(chunkSize-1)] }

// children returns the children of a node, whose lock is held.
func (a *arena) children(n *node) []node {
	at := n.firstChild & (chunkSize - 1)
	return a.chunks[n.firstChild>>chunkBits][at : at+int32(n.childCount)]
}

// expandThreshold returns how many visits a leaf needs before it is expanded:
// twice as many after each quarter of the arena, so that a tree that is nearly
// full grows where it matters.
func (a *arena) expandThreshold() int32 {
	return expandVisits << (4 * int64(a.used.Load()) / int64(a.capacity))
}

// full reports whether no more nodes are to be expanded.
func (a *arena) full() bool { return a.used.Load() >= a.capacity }

// add copies a list of nodes into the arena and returns the number of the first,
// or 0 if there is no room.
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
