package search

import (
	"slices"
	"time"

	"rosette/game/board"
)

// Early stopping is checked after this many visits and then at this interval. With a StopShare,
// which is meant for network searches, it is checked sooner and more often.
const (
	earlyStopAfter = 256
	earlyStopEvery = 64
	shareStopAfter = 12
	shareStopEvery = 4
)

// onlyMoveVisits is the limit on visits if the root has a single move.
const onlyMoveVisits = 8

// reserve takes one visit from the limit and reports whether it may be made.
func (t *tree) reserve() bool {
	done := t.reserved.Add(1) - 1
	t.checkEarlyStop(t.made.Add(1) - 1)
	if t.stopped.Load() {
		return false
	}
	limit := int64(t.params.Visits)
	return (limit == 0 || done < limit) && (!t.onlyMove.Load() || done < onlyMoveVisits)
}

// checkEarlyStop ends the search, if the parameters allow it, once no other root move can overtake
// the leader, or could only with more than StopShare of the remaining visits. made is the number of
// visits in this search.
func (t *tree) checkEarlyStop(made int64) {
	p := &t.params
	after := int64(earlyStopAfter)
	every := int64(earlyStopEvery)
	share := float32(1)
	if p.StopShare > 0 {
		after = shareStopAfter
		every = shareStopEvery
		share = p.StopShare
	}
	if !p.EarlyStop || made < after || made%every != 0 {
		return
	}
	left := int64(1) << 62
	if p.Visits > 0 {
		left = int64(p.Visits) - t.reserved.Load()
	}
	if p.Time > 0 {
		took := time.Since(t.start)
		left = min(left, int64(float64(made)*float64(p.Time-took)/float64(took+1)))
	}
	if best, second := t.leaders(); float32(best-second) > share*float32(left) {
		t.stopped.Store(true)
	}
}

// leaders returns the two highest visit counts at the root. If a pass leads, both results are
// equal, so that the search does not stop early.
func (t *tree) leaders() (best, second int64) {
	root := t.at(t.root)
	root.acquire()
	defer root.release()
	children := t.children(root)
	pass := false
	for i := range children {
		switch v := int64(children[i].visits); {
		case v > best:
			best, second = v, best
			pass = children[i].move == board.Pass
		case v > second:
			second = v
		}
	}
	if pass {
		return best, best
	}
	return best, second
}

// allowed reports whether the parameters allow p at the root.
func (t *tree) allowed(p board.Point) bool {
	return len(t.params.AllowMoves) == 0 || slices.Contains(t.params.AllowMoves, p)
}

// avoids reports whether the parameters exclude a move at the given depth in the tree.
func (t *tree) avoids(p board.Point, c board.Color, depth int) bool {
	return t.params.Avoid != nil && t.params.Avoid(p, c, depth)
}
