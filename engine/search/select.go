package search

import (
	"math"

	"rosette/engine"
	"rosette/game/board"
)

// A Selector is a selection rule: it returns the index, from 0 to c.Len()-1, of the child to
// descend to. c is valid only during the call. The node is locked meanwhile, so a Selector should
// take no longer than a loop over the children.
//
// A Selector is also a stateless [Selection].
type Selector func(c Children) int

// A Selection creates the selection rule for a search: for the root ([Search.Root]) or for nodes
// below it ([Search.Interior]).
type Selection interface {
	// NewSelector returns the rule for one search with the parameters p. The search's goroutines
	// share it. At the root, calls are serial; below the root, they may be concurrent.
	NewSelector(p engine.SearchParams) Selector
}

// NewSelector returns s.
func (s Selector) NewSelector(engine.SearchParams) Selector { return s }

// An Improver is a [Selection] for the root that improves the evaluator's policy. It requires a new
// tree for every search.
type Improver interface {
	Selection
	// Improve returns the probability of each child in the improved policy, and the index of the
	// child to play if several have the most visits. It returns nil and 0 if the search has not
	// improved the policy.
	Improve(c Children) (policy []float32, best int)
}

// Children is a [Selector]'s view of a node's children. Visits without a result count as losses:
// virtual losses.
type Children struct {
	nodes  []node
	parent stats // includes the current visit, which has no result yet
}

// Len returns the number of children: one for each move that the search considers.
func (c Children) Len() int { return len(c.nodes) }

// Move returns a child's move, which may be a pass.
func (c Children) Move(i int) board.Point { return c.nodes[i].move }

// Visits returns the number of visits to a child.
func (c Children) Visits(i int) int { return int(c.nodes[i].visits) }

// Value returns a child's mean utility for the player to move, 0 … 1, or one half without visits.
func (c Children) Value(i int) float32 { return c.nodes[i].mean() }

// Prior returns the move's probability in the evaluator's policy, or, without [Children.HasPolicy],
// its chance to win by static features; both 0 … 1.
func (c Children) Prior(i int) float32 { return c.nodes[i].prior }

// HasPolicy reports whether priors are policy probabilities, which sum to 1.
func (c Children) HasPolicy() bool { return hasPolicy(c.nodes) }

// ParentVisits returns the number of visits to the node itself, including the current one.
func (c Children) ParentVisits() int { return int(c.parent.visits) }

// BestChild is the [Selector] that takes the move with the highest value: by PUCT if the evaluator
// has a policy, by UCT with RAVE otherwise.
func BestChild(c Children) int {
	f := newFormula(c)
	return argmax(len(c.nodes), func(i int) float32 { return f.value(&c.nodes[i]) })
}

// A formula computes values for children, by PUCT or by RAVE.
type formula struct {
	policy bool // PUCT
	puct   puct
	rave   float32 // exploration weight
}

func newFormula(c Children) formula {
	if c.HasPolicy() {
		return formula{policy: true, puct: newPUCT(c.nodes, c.parent)}
	}
	return formula{rave: uctExploration(c.parent.visits)}
}

func (f *formula) value(n *node) float32 {
	if f.policy {
		return f.puct.value(n)
	}
	return n.raveValue(f.rave)
}

// argmax returns the first index from 0 to n-1 with the highest value, or 0 if no value is above
// −MaxFloat32. The compiler inlines it with a function literal.
func argmax(n int, value func(i int) float32) (best int) {
	highest := float32(-math.MaxFloat32)
	for i := range n {
		if v := value(i); v > highest {
			best, highest = i, v
		}
	}
	return best
}

// rootSelection returns the rule for the root in a search with parameters p.
func (s *Search) rootSelection(p engine.SearchParams) Selection {
	if s.Root != nil {
		return s.Root
	}
	wide := WideRoot{Noise: p.WideRootNoise, Temperature: p.RootPolicyTemperature}
	if wide.none() {
		return Selector(BestChild)
	}
	return wide
}

// interiorSelection returns the rule for the nodes below the root.
func (s *Search) interiorSelection() Selection {
	if s.Interior != nil {
		return s.Interior
	}
	return Selector(BestChild)
}

// startsNewTree reports whether a search with this rule needs a new tree.
func startsNewTree(s Selection) bool {
	_, improves := s.(Improver)
	return improves
}

// Selection by PUCT (Rosin 2011, Silver et al. 2017) with KataGo's refinements (Wu 2020): first
// play urgency, and exploration that grows slowly with the visits and with the standard deviation
// of utilities. The constants are KataGo's, but utilities here are 0 … 1 instead of −1 … 1, so
// constants for utilities are halved.
const (
	cpuctExploration     = 0.5
	cpuctExplorationLog  = 0.225
	cpuctExplorationBase = 500
	fpuReduction         = 0.1 // below the parent's mean, once the whole probability mass has been visited

	utilityStdevScale       = 0.85
	utilityStdevPrior       = 0.2
	utilityStdevPriorWeight = 2
)

// hasPolicy reports whether the priors are policy probabilities. Those have no weight.
func hasPolicy(children []node) bool { return len(children) > 0 && children[0].priorWeight == 0 }

// A puct values children that have a policy.
type puct struct {
	explore float32 // factor for a move's probability
	fpu     float32 // first play urgency: the value of an unvisited move
}

func newPUCT(children []node, parent stats) puct {
	visits, mass := int32(0), float32(0)
	for i := range children {
		if v := children[i].visits; v > 0 {
			visits += v
			mass += children[i].prior
		}
	}
	parent.visits-- // the current visit has no result yet
	n := float64(visits)
	cpuct := cpuctExploration + cpuctExplorationLog*math.Log((n+cpuctExplorationBase)/cpuctExplorationBase)
	explore := cpuct * parent.stdevFactor() * math.Sqrt(n+0.01)
	return puct{float32(explore), 1 - parent.mean() - fpuReduction*float32(math.Sqrt(float64(mass)))}
}

// value returns the move's mean utility, or the first play urgency, plus the exploration term.
func (u puct) value(n *node) float32 {
	mean := u.fpu
	if n.visits > 0 {
		mean = float32(n.sum) / float32(n.visits)
	}
	return mean + u.explore*n.prior/float32(1+n.visits)
}

// normalize scales the children's priors to sum 1.
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

// raveEquivalent is the number of visits to a move that weigh as much as its AMAF playouts (β of
// Gelly and Silver 2011, in the form of Baudiš 2015).
const raveEquivalent = 2500

// uctExploration returns the exploration weight in a node with the given visits.
func uctExploration(visits int32) float32 {
	return 0.02 * float32(math.Sqrt(math.Log(float64(visits)+1)))
}

// raveValue blends the mean over visits, prior included, with the AMAF mean, and adds exploration.
// The AMAF mean has weight β = a/(a + v + v·a/e). The blend needs a single division.
func (n *node) raveValue(explore float32) float32 {
	visits, amaf := float32(n.visits)+n.priorWeight, float32(n.amafVisits)
	rest := 1 + amaf*(1.0/raveEquivalent)
	sum := (float32(n.sum)+n.prior*n.priorWeight)*rest + float32(n.amafSum)
	return sum/(amaf+visits*rest) + explore/float32(math.Sqrt(float64(visits)))
}
