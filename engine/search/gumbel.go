package search

import (
	"math"
	"math/rand/v2"

	"rosette/engine"
)

// Gumbel draws a few moves of the root by their probabilities without replacement,
// drops the worse half of them again and again, and so improves a policy however
// few visits it has (Danihelka, Guez, Schrittwieser and Silver, Policy improvement
// by planning with Gumbel, 2022). It is for one evaluator and a limit of visits;
// without a policy it selects as [BestChild] does. A Gumbel belongs to one [Search].
type Gumbel struct {
	Moves int        // the number of moves to consider, at most
	RNG   *rand.Rand // draws them; if nil they are the most probable

	root *gumbelRoot // of the search under way, once the root is expanded
}

// NewSelector implements [Selection].
func (b *Gumbel) NewSelector(p engine.SearchParams) Selector {
	b.root = nil
	return func(c Children) int {
		if !c.HasPolicy() {
			return BestChild(c)
		}
		if b.root == nil {
			b.root = newGumbelRoot(b, c.Len(), p.Visits)
		}
		return b.root.selectChild(c)
	}
}

// Improve implements [Improver].
func (b *Gumbel) Improve(c Children) (policy []float32, best int) {
	if b.root == nil {
		return nil, 0
	}
	most := mostVisits(c.nodes)
	best = b.root.best(c.nodes, func(i int) bool { return c.nodes[i].visits == most })
	return improvedPolicy(c.nodes, c.parent), best
}

// How much the mean utility of a move weighs beside its logit: the more, the more
// visits there are (mctx's maxvisit_init and value_scale).
const (
	gumbelVisits = 50
	gumbelScale  = 1
)

// A gumbelRoot is the state of a Gumbel search.
type gumbelRoot struct {
	noise    []float32 // Gumbel noise for each move
	schedule []int32   // how many visits the move to visit next has had, by the visits made
}

// newGumbelRoot draws the noise for a root with that many moves.
func newGumbelRoot(b *Gumbel, moves, visits int) *gumbelRoot {
	r := &gumbelRoot{noise: make([]float32, moves), schedule: sequentialHalving(min(b.Moves, moves), visits)}
	if b.RNG != nil {
		for i := range r.noise {
			r.noise[i] = float32(-math.Log(b.RNG.ExpFloat64()))
		}
	}
	return r
}

// improve fills in the improved policy of the candidates, which stand in the order
// of the children of the root, and returns the index of the one to play; −1 if the
// rule of the root is no [Improver].
func (t *tree) improve(all []engine.Candidate) (best int) {
	improver, ok := t.selection.(Improver)
	if !ok {
		return -1
	}
	root := t.at(t.root)
	root.acquire()
	defer root.release()
	policy, best := improver.Improve(Children{t.children(root), root.stats})
	for i, p := range policy {
		all[i].Improved = p
	}
	return best
}

// sequentialHalving returns how many visits the move to visit has had, visit by
// visit: all get as many, then the better half of them, until two are left.
func sequentialHalving(moves, visits int) []int32 {
	schedule := make([]int32, 0, visits)
	if moves <= 1 {
		for i := range visits {
			schedule = append(schedule, int32(i))
		}
		return schedule
	}
	rounds := math.Ceil(math.Log2(float64(moves)))
	had := int32(0)
	for left := moves; len(schedule) < visits; left = max(2, left/2) {
		for range max(1, int(float64(visits)/(rounds*float64(left)))) {
			for range left {
				schedule = append(schedule, had)
			}
			had++
		}
	}
	return schedule[:visits]
}

// selectChild returns the best of the moves that have the visits of the schedule.
func (r *gumbelRoot) selectChild(c Children) int {
	had := r.schedule[min(c.ParentVisits()-2, len(r.schedule)-1)]
	return r.best(c.nodes, func(i int) bool { return c.nodes[i].visits == had })
}

// best returns the index of the move with the highest sum of noise, logit and
// scaled utility among those that are considered.
func (r *gumbelRoot) best(children []node, considered func(i int) bool) int {
	most := mostVisits(children)
	return argmax(len(children), func(i int) float32 {
		if !considered(i) {
			return float32(math.Inf(-1))
		}
		v := r.noise[i] + logit(&children[i])
		if children[i].visits > 0 {
			v += scaledQ(children[i].mean(), most)
		}
		return v
	})
}

func mostVisits(children []node) (most int32) {
	for i := range children {
		most = max(most, children[i].visits)
	}
	return most
}

// logit is the logarithm of a prior, of at least 1e-9.
func logit(n *node) float32 { return float32(math.Log(max(1e-9, float64(n.prior)))) }

// scaledQ is what a mean utility adds to a logit.
func scaledQ(mean float32, most int32) float32 {
	return float32(gumbelVisits+most) * gumbelScale * mean
}

// improvedPolicy returns the policy that the search makes of the priors: moves
// without visits count with a mix of the value of the parent and the mean of the
// moves that have some.
func improvedPolicy(children []node, parent stats) []float32 {
	visits := int32(0)
	mass := float32(0)
	sum := float32(0)
	for i := range children {
		if v := children[i].visits; v > 0 {
			visits += v
			mass += children[i].prior
			sum += children[i].prior * children[i].mean()
		}
	}
	mixed := 1 - parent.mean()
	if mass > 0 {
		mixed = (mixed + float32(visits)*sum/mass) / float32(1+visits)
	}
	most := mostVisits(children)
	policy, top := make([]float32, len(children)), float32(math.Inf(-1))
	for i := range children {
		mean := mixed
		if children[i].visits > 0 {
			mean = children[i].mean()
		}
		policy[i] = logit(&children[i]) + scaledQ(mean, most)
		top = max(top, policy[i])
	}
	return softmax(policy, top)
}

// softmax turns logits, of which top is the largest, into probabilities.
func softmax(logits []float32, top float32) []float32 {
	sum := float32(0)
	for i, l := range logits {
		logits[i] = float32(math.Exp(float64(l - top)))
		sum += logits[i]
	}
	for i := range logits {
		logits[i] /= sum
	}
	return logits
}
