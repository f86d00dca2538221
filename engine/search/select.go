package search

import (
	"math"

	"rosette/engine"
	"rosette/game/board"
)

// A Selector is a selection rule: it returns the index, from 0 to c.Len()-1, of
// the child that a visit of the node goes on to. c is valid during the call only.
// The node is locked meanwhile, so a Selector should take no longer than a loop
// over the children does.
//
// A Selector is also a [Selection], of a rule that keeps no state.
type Selector func(c Children) int

// A Selection makes the selection rule of a search: of the root ([Search.Root]) or
// of the nodes below it ([Search.Interior]).
type Selection interface {
	// NewSelector returns the rule for one search with those parameters. The
	// goroutines of the search share it. The root calls it one at a time; for
	// the nodes below the root, several goroutines call it at once.
	NewSelector(p engine.SearchParams) Selector
}

// NewSelector returns s.
func (s Selector) NewSelector(engine.SearchParams) Selector { return s }

// An Improver is a [Selection] of the root that improves the policy of the
// evaluator. Its search starts with a new tree.
type Improver interface {
	Selection
	// Improve returns the probability of each child in the improved policy, and
	// the index of the child to play if several have the most visits; nil and 0
	// if the search has not improved the policy.
	Improve(c Children) (policy []float32, best int)
}

// Children are the children of a node as a [Selector] sees them. Visits that have
// no result yet count as visits without a win: virtual losses.
type Children struct {
	nodes  []node
	parent stats // the visit under way is counted without a result
}

// Len returns the number of children: one for each move that the search considers.
func (c Children) Len() int { return len(c.nodes) }

// Move returns the move of a child; it may be a pass.
func (c Children) Move(i int) board.Point { return c.nodes[i].move }

// Visits returns the number of visits of a child.
func (c Children) Visits(i int) int { return int(c.nodes[i].visits) }

// Value returns the mean utility of the visits of a child for the player to move,
// 0 … 1; one half without visits.
func (c Children) Value(i int) float32 { return c.nodes[i].mean() }

// Prior returns the probability of a move in the policy of the evaluator, or,
// without [Children.HasPolicy], the chance to win by static features; both 0 … 1.
func (c Children) Prior(i int) float32 { return c.nodes[i].prior }

// HasPolicy reports whether the priors are the probabilities of a policy, which
// sum to 1.
func (c Children) HasPolicy() bool { return hasPolicy(c.nodes) }

// ParentVisits returns the number of visits of the node itself, the one under way
// included.
func (c Children) ParentVisits() int { return int(c.parent.visits) }

// BestChild is the [Selector] of the move with the highest value: by PUCT if the
// evaluator has a policy, by UCT with RAVE otherwise.
func BestChild(c Children) int {
	f := newFormula(c)
	return argmax(len(c.nodes), func(i int) float32 { return f.value(&c.nodes[i]) })
}

// A formula values the children of a node: by PUCT or by RAVE.
type formula struct {
	policy bool // PUCT
	puct   puct
	rave   float32 // the weight of exploration
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

// argmax returns the index from 0 to n-1 with the highest value, the first of
// several; 0 if none is above −MaxFloat32. The compiler inlines it with a function
// literal.
func argmax(n int, value func(i int) float32) (best int) {
	highest := float32(-math.MaxFloat32)
	for i := range n {
		if v := value(i); v > highest {
			best, highest = i, v
		}
	}
	return best
}

// rootSelection returns the rule for the root in a search with those parameters.
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

// startsNewTree reports whether a search by this rule starts with a new tree.
func startsNewTree(s Selection) bool {
	_, improves := s.(Improver)
	return improves
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
		mean = float32(n.sum) / float32(n.visits)
	}
	return mean + u.explore*n.prior/float32(1+n.visits)
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
	sum := (float32(n.sum)+n.prior*n.priorWeight)*rest + float32(n.amafSum)
	return sum/(amaf+visits*rest) + explore/float32(math.Sqrt(float64(visits)))
}
