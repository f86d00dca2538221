package search

import (
	"time"

	"rosette/game/board"
)

// When to look whether a search is settled: after so many visits of its own, and
// then each time so many have been made.
const (
	earlyStopAfter = 256
	earlyStopEvery = 64
)

// checkEarlyStop ends the search as soon as no other move can come to have more visits
// than the best, if the budget says so. It is told how many visits this search
// has made.
func (t *tree) checkEarlyStop(made int64) {
	b := &t.budget
	if !b.EarlyStop || made < earlyStopAfter || made%earlyStopEvery != 0 {
		return
	}
	left := int64(1) << 62
	if b.Visits > 0 {
		left = int64(b.Visits) - t.reserved.Load()
	}
	if b.Time > 0 {
		took := time.Since(t.start)
		left = min(left, int64(float64(made)*float64(b.Time-took)/float64(took+1)))
	}
	if best, second := t.leaders(); best-second > left {
		t.stopped.Store(true)
	}
}

// leaders returns the visits of the two moves of the root that have the most. A
// pass is never taken for settled: whether to pass is looked at with care.
func (t *tree) leaders() (best, second int64) {
	root := t.at(t.root)
	root.acquire()
	defer root.release()
	kids := t.nodes(root.firstChild, int(root.childCount))
	pass := false
	for i := range kids {
		switch v := int64(kids[i].visits); {
		case v > best:
			best, second, pass = v, best, kids[i].move == board.Pass
		case v > second:
			second = v
		}
	}
	if pass {
		return best, best
	}
	return best, second
}
