package search

import "math"

// A selectFunc returns the index of the child to visit. parent are the statistics
// of the node itself, in which the visit under way is counted without a result.
// The lock of the node is held.
type selectFunc func(children []node, parent stats) int

// A RootSelection is the rule by which a search selects the move of the root that
// it visits next: [BestChild], [WideRoot] or [*Gumbel]. Below the root every
// search selects as BestChild does.
type RootSelection interface {
	// selector returns the rule for a worker of that number.
	selector(t *tree, worker int) selectFunc
	// reusesTree reports whether the next search may go on with the tree.
	reusesTree() bool
}

// BestChild selects the move with the highest value: by PUCT if the evaluator has
// a policy, by UCT with RAVE otherwise.
type BestChild struct{}

func (BestChild) selector(*tree, int) selectFunc { return selectChild }
func (BestChild) reusesTree() bool               { return true }

// selectChild is the rule of [BestChild].
func selectChild(children []node, parent stats) int {
	if hasPolicy(children) {
		return selectPUCT(children, parent)
	}
	return selectRAVE(children, parent)
}

// Selection by PUCT (Rosin 2011, Silver et al. 2017) with KataGo's refinements (Wu
// 2020): exploration that grows slowly with the visits and with the standard
// deviation of the utilities, and first play urgency. The constants are KataGo's;
// the utilities are 0 … 1 and not −1 … 1 here, so those for utilities are halved.
const (
	cpuctExploration     = 0.5
	cpuctExplorationLog  = 0.225
	cpuctExplorationBase = 500
	fpuReduction         = 0.1 // below the mean of the parent, if moves of all the probability have been visited

	utilityStdevScale       = 0.85
	utilityStdevPrior       = 0.2
	utilityStdevPriorWeight = 2
)

// hasPolicy reports whether the priors of these children are the probabilities of
// a policy, which have no weight.
func hasPolicy(children []node) bool { return len(children) > 0 && children[0].priorWeight == 0 }

// A puct weighs the children of a node that has a policy.
type puct struct {
	explore float32 // times the probability of a move
	fpu     float32 // the value of a move without visits: first play urgency
}

func newPUCT(children []node, parent stats) puct {
	visits, mass := int32(0), float32(0)
	for i := range children {
		if v := children[i].visits; v > 0 {
			visits += v
			mass += children[i].prior
		}
	}
	parent.visits-- // the visit under way has no result yet
	n := float64(visits)
	cpuct := cpuctExploration + cpuctExplorationLog*math.Log((n+cpuctExplorationBase)/cpuctExplorationBase)
	explore := cpuct * parent.stdevFactor() * math.Sqrt(n+0.01)
	return puct{float32(explore), 1 - parent.mean() - fpuReduction*float32(math.Sqrt(float64(mass)))}
}

// value is the mean utility of a move, or the first play urgency, and what
// exploring the move is worth.
func (u puct) value(n *node) float32 {
	mean := u.fpu
	if n.visits > 0 {
		mean = n.sum / float32(n.visits)
	}
	return mean + u.explore*n.prior/float32(1+n.visits)
}

func selectPUCT(children []node, parent stats) int {
	u := newPUCT(children, parent)
	best, value := 0, float32(-1)
	for i := range children {
		if v := u.value(&children[i]); v > value {
			best, value = i, v
		}
	}
	return best
}

// normalize makes the priors of children sum to 1.
func normalize(children []node) {
	sum := float32(0)
	for i := range children {
		sum += children[i].prior
	}
	for i := range children {
		if sum > 0 {
			children[i].prior /= sum
		} else {
			children[i].prior = 1 / float32(len(children))
		}
	}
}

// raveEquivalent is how many visits of a move weigh as much as all the playouts in
// which it was played first (β of Gelly and Silver 2011, in the form of Baudiš
// 2015).
const raveEquivalent = 2500

func selectRAVE(children []node, parent stats) int {
	explore := uctExploration(parent.visits)
	best, value := 0, float32(-1)
	for i := range children {
		if v := children[i].raveValue(explore); v > value {
			best, value = i, v
		}
	}
	return best
}

// uctExploration is the weight of exploration in a node with that many visits.
func uctExploration(visits int32) float32 {
	return 0.02 * float32(math.Sqrt(math.Log(float64(visits)+1)))
}

// raveValue blends the mean of the visits, prior included, with the AMAF mean, by
// the weight β = a/(a + v + v·a/e) of the latter, and adds exploration. All of it
// is one division.
func (n *node) raveValue(explore float32) float32 {
	visits, amaf := float32(n.visits)+n.priorWeight, float32(n.amafVisits)
	rest := 1 + amaf*(1.0/raveEquivalent)
	sum := (n.sum+n.prior*n.priorWeight)*rest + n.amafSum
	return sum/(amaf+visits*rest) + explore/float32(math.Sqrt(float64(visits)))
}
