package search

import "math"

// A stats is what came of the visits of a node, as the player who made its move
// sees it.
type stats struct {
	visits  int32
	sum     float32 // of utilities, 0 … 1
	squares float32 // of them
	score   float32 // the sum of Black's margins
}

// add counts what a visit found; the visit itself was counted on the way down.
func (r *stats) add(u, score float32) {
	r.sum += u
	r.squares += u * u
	r.score += score
}

// mean returns the mean utility, one half without visits.
func (r *stats) mean() float32 {
	if r.visits <= 0 {
		return 0.5
	}
	return r.sum / float32(r.visits)
}

// stdevFactor says how much the utilities differ, beside what is to be expected.
func (r *stats) stdevFactor() float64 {
	n, mean := float64(max(0, r.visits)), float64(r.mean())
	variance := (n*max(0, float64(r.squares)/max(1, n)-mean*mean) + utilityStdevPriorWeight*utilityStdevPrior*utilityStdevPrior) / (n + utilityStdevPriorWeight)
	return 1 + utilityStdevScale*(math.Sqrt(variance)/utilityStdevPrior-1)
}
