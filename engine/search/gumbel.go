package search

import (
	"math"
	"math/rand/v2"

	"rosette/engine"
)

// Gumbel draws a few root moves by their probabilities without replacement and repeatedly drops the
// worse half. This improves a policy with any number of visits (Danihelka, Guez, Schrittwieser and
// Silver, Policy improvement by planning with Gumbel, 2022). It needs a single evaluator and a
// limit on visits; without a policy it selects like [BestChild]. A Gumbel belongs to one [Search].
type Gumbel struct {
	Moves int        // the largest number of moves to consider
	RNG   *rand.Rand // draws the moves; if nil, the most probable are taken

	root *gumbelRoot // set once the current search has expanded the root
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

// The weight of a move's mean utility relative to its logit grows with the visits (mctx's
// maxvisit_init and value_scale).
const (
	gumbelVisits = 50
	gumbelScale  = 1
)

// A gumbelRoot is the root state in a Gumbel search.
type gumbelRoot struct {
	noise    []float32 // Gumbel noise for each move
	schedule []int32   // by visits made: the previous visits of the move to visit next
}

// newGumbelRoot draws the noise for a root with moves children.
func newGumbelRoot(b *Gumbel, moves, visits int) *gumbelRoot {
	r := &gumbelRoot{noise: make([]float32, moves), schedule: sequentialHalving(min(b.Moves, moves), visits)}
	if b.RNG != nil {
		for i := range r.noise {
			r.noise[i] = float32(-math.Log(b.RNG.ExpFloat64()))
		}
	}
	return r
}

// improve sets the candidates' improved policy. Candidates must be in the same order as the root's
// children. It returns the index of the move to play, or −1 if the root's selection is not an
// [Improver].
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

// sequentialHalving returns, for each visit, how many earlier visits the move to visit has: all
// moves get equally many, then the better half, until two are left.
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

// selectChild returns the best move whose visits match the schedule.
func (r *gumbelRoot) selectChild(c Children) int {
	had := r.schedule[min(c.ParentVisits()-2, len(r.schedule)-1)]
	return r.best(c.nodes, func(i int) bool { return c.nodes[i].visits == had })
}

// best returns the index of the considered move with the highest total: noise, logit and scaled
// utility.
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

// logit returns the logarithm of the prior, which is taken as at least 1e-9.
func logit(n *node) float32 { return float32(math.Log(max(1e-9, float64(n.prior)))) }

// scaledQ scales a mean utility for comparison with logits.
func scaledQ(mean float32, most int32) float32 {
	return float32(gumbelVisits+most) * gumbelScale * mean
}

// improvedPolicy returns the policy that results from priors and visits. A move without visits gets
// a mix of the parent's value and the mean of the visited moves.
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

// softmax turns logits into probabilities, in place. top is the largest logit.
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
