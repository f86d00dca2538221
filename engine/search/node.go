package search

import (
	"math"
	"runtime"
	"sync/atomic"

	"rosette/game/board"
)

// raveEquivalent is how many playouts weigh as much as all moves played first
// in playouts do (β of Gelly and Silver 2011, in the form of Baudiš 2015).
const raveEquivalent = 2500

// A node is a move and what came of it, as the player who made it sees it. What
// its moves have is guarded by its lock, its own numbers by that of the node
// above.
type node struct {
	move       board.Point
	childCount int16 // how many; they stand side by side from first
	firstChild int32
	lock       uint32
	stats
	amafVisits  int32
	amafSum     float32
	prior       float32 // what to think of it before any visit, or its chance by a policy
	priorWeight float32 // how many visits that is worth, 0 for a policy
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

// selectChild returns the place of the move with the highest value. The lock is held;
// the record is the node's own.
func selectChild(kids []node, own stats) int {
	if hasPolicy(kids) {
		return selectPUCT(kids, own)
	}
	explore := uctExploration(own.visits)
	best, value := 0, float32(-1)
	for i := range kids {
		if v := kids[i].raveValue(explore); v > value {
			best, value = i, v
		}
	}
	return best
}

// uctExploration weighs what is hardly known against what looks good.
func uctExploration(visits int32) float32 {
	return 0.02 * float32(math.Sqrt(math.Log(float64(visits)+1)))
}

// raveValue blends what visits and what playouts elsewhere say of a move: the mean of
// s/v and of amaf's sum by its share β = a/(a + v + v·a/e), in one division.
func (n *node) raveValue(explore float32) float32 {
	visits, amaf := float32(n.visits)+n.priorWeight, float32(n.amafVisits)
	rest := 1 + amaf*(1.0/raveEquivalent)
	sum := (n.sum+n.prior*n.priorWeight)*rest + n.amafSum
	return sum/(amaf+visits*rest) + explore/float32(math.Sqrt(float64(visits)))
}
