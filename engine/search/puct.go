package search

import "math"

// How moves are chosen when the evaluator says how likely each is (PUCT: Rosin
// 2011, Silver et al. 2017), with what KataGo's published methods add (Wu 2020):
// exploration that grows slowly with visits and with how much the results
// differ, and an urgency of what has not been tried. Values are chances, 0 … 1,
// so its constants for utilities of −1 … 1 are halved.
const (
	cpuctExploration     = 0.5   // exploration at few visits
	cpuctExplorationLog  = 0.225 // and for each e-fold of them
	cpuctExplorationBase = 500   // from so many on
	fpuReduction         = 0.1   // how much worse than its mean a node thinks what it has not tried, all likely moves tried

	utilityStdevScale       = 0.85 // how much of the exploration goes with the deviation
	utilityStdevPrior       = 0.2  // the deviation to expect
	utilityStdevPriorWeight = 2    // which counts as so many visits
)

// hasPolicy tells whether these moves have the chances of a policy for priors; then
// those have no weight.
func hasPolicy(kids []node) bool { return len(kids) > 0 && kids[0].priorWeight == 0 }

// A puct weighs the moves of a node by a policy.
type puct struct {
	explore float32 // by a move's chance
	fpu     float32 // the value of a move without visits
}

// newPUCT sums up the moves of a node whose own record that is. The visit under
// way is counted in it, without a result.
func newPUCT(kids []node, own stats) puct {
	visits, mass := int32(0), float32(0)
	for i := range kids {
		if v := kids[i].visits; v > 0 {
			visits += v
			mass += kids[i].prior
		}
	}
	own.visits--
	n := float64(visits)
	explore := (cpuctExploration + cpuctExplorationLog*math.Log((n+cpuctExplorationBase)/cpuctExplorationBase)) * own.stdevFactor() * math.Sqrt(n+0.01)
	return puct{float32(explore), 1 - own.mean() - fpuReduction*float32(math.Sqrt(float64(mass)))}
}

// value is what to expect of a move and what trying it may bring.
func (g puct) value(n *node) float32 {
	mean := g.fpu
	if n.visits > 0 {
		mean = n.sum / float32(n.visits)
	}
	return mean + g.explore*n.prior/float32(1+n.visits)
}

// selectPUCT returns the place of the move to look at. The lock is held.
func selectPUCT(kids []node, own stats) int {
	g := newPUCT(kids, own)
	best, value := 0, float32(-1)
	for i := range kids {
		if v := g.value(&kids[i]); v > value {
			best, value = i, v
		}
	}
	return best
}

// normalize makes the priors of moves sum to 1.
func normalize(kids []node) {
	sum := float32(0)
	for i := range kids {
		sum += kids[i].prior
	}
	for i := range kids {
		if sum > 0 {
			kids[i].prior /= sum
		} else {
			kids[i].prior = 1 / float32(len(kids))
		}
	}
}
