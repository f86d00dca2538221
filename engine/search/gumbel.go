package search

import (
	"math"
	"math/rand/v2"
)

// A Gumbel search looks at a few moves of the root that it draws by their chances
// without replacement, halves them again and again, and so improves a policy
// however few visits it has (Danihelka, Guez, Schrittwieser and Silver, Policy
// improvement by planning with Gumbel, 2022). It is for one evaluator with a
// policy, a budget of visits and a tree that begins with it.
type Gumbel struct {
	Moves int        // to look at, at most
	RNG   *rand.Rand // what they are drawn by; without it they are the likeliest
}

// How much results weigh beside a policy: the more visits, the more.
const (
	gumbelVisits = 50
	gumbelScale  = 1
)

// A gumbelRoot is what a Gumbel search knows of its root.
type gumbelRoot struct {
	noise    []float32 // of each move
	schedule []int32   // how many visits the move to look at has had, visit by visit
}

// newGumbelRoot draws for a root with so many moves and a budget of so many visits.
func newGumbelRoot(b *Gumbel, moves, visits int) *gumbelRoot {
	d := &gumbelRoot{noise: make([]float32, moves), schedule: sequentialHalving(min(b.Moves, moves), visits)}
	if b.RNG != nil {
		for i := range d.noise {
			d.noise[i] = float32(-math.Log(b.RNG.ExpFloat64()))
		}
	}
	return d
}

// gumbel returns the draw of the root, which a first call makes.
func (t *tree) gumbel(kids []node) *gumbelRoot {
	if t.gumbelRoot == nil {
		t.gumbelRoot = newGumbelRoot(t.budget.Gumbel, len(kids), t.budget.Visits)
	}
	return t.gumbelRoot
}

// improve enters what a Gumbel search, if it is one, says of the candidates, which
// stand in the order of the root's moves, and returns which to play.
func (t *tree) improve(all []Candidate) (best int) {
	root := t.at(t.root)
	root.acquire()
	defer root.release()
	if t.gumbelRoot == nil {
		return 0
	}
	kids := t.nodes(root.firstChild, int(root.childCount))
	for i, chance := range improvedPolicy(kids, root.stats) {
		all[i].Improved = chance
	}
	most := mostVisits(kids)
	return t.gumbelRoot.best(kids, func(i int) bool { return kids[i].visits == most })
}

// sequentialHalving returns how many visits each of a number of moves has had when it is
// looked at, one visit after the other: all get as many, then the better half,
// until two are left.
func sequentialHalving(moves, visits int) []int32 {
	turns := make([]int32, 0, visits)
	if moves <= 1 {
		for i := range visits {
			turns = append(turns, int32(i))
		}
		return turns
	}
	rounds := math.Ceil(math.Log2(float64(moves)))
	had := int32(0)
	for left := moves; len(turns) < visits; left = max(2, left/2) {
		for range max(1, int(float64(visits)/(rounds*float64(left)))) {
			for range left {
				turns = append(turns, had)
			}
			had++
		}
	}
	return turns[:visits]
}

// selectChild returns the place of the move to look at: the best of those whose turn
// it is. The lock is held; own is the root's record.
func (d *gumbelRoot) selectChild(kids []node, own stats) int {
	turn := d.schedule[min(int(own.visits)-2, len(d.schedule)-1)]
	return d.best(kids, func(i int) bool { return kids[i].visits == turn })
}

// best returns the place of the move, among those, that its draw, its chance and
// its results make best.
func (d *gumbelRoot) best(kids []node, among func(i int) bool) int {
	most := mostVisits(kids)
	best, value := 0, float32(math.Inf(-1))
	for i := range kids {
		if !among(i) {
			continue
		}
		v := d.noise[i] + logit(&kids[i])
		if kids[i].visits > 0 {
			v += scaledQ(kids[i].mean(), most)
		}
		if v > value {
			best, value = i, v
		}
	}
	return best
}

func mostVisits(kids []node) (most int32) {
	for i := range kids {
		most = max(most, kids[i].visits)
	}
	return most
}

// logit is the logarithm of a move's chance; one without any has very little.
func logit(n *node) float32 { return float32(math.Log(max(1e-9, float64(n.prior)))) }

// scaledQ turns a mean utility into what it adds to a logit.
func scaledQ(mean float32, most int32) float32 {
	return float32(gumbelVisits+most) * gumbelScale * mean
}

// improvedPolicy returns the policy that the results of the search make of the one it
// began with: moves without visits count with the mean of what is known.
func improvedPolicy(kids []node, own stats) []float32 {
	visits, mass, sum := int32(0), float32(0), float32(0)
	for i := range kids {
		if v := kids[i].visits; v > 0 {
			visits += v
			mass += kids[i].prior
			sum += kids[i].prior * kids[i].mean()
		}
	}
	untried := 1 - own.mean()
	if mass > 0 {
		untried = (untried + float32(visits)*sum/mass) / float32(1+visits)
	}
	most := mostVisits(kids)
	policy, top := make([]float32, len(kids)), float32(math.Inf(-1))
	for i := range kids {
		mean := untried
		if kids[i].visits > 0 {
			mean = kids[i].mean()
		}
		policy[i] = logit(&kids[i]) + scaledQ(mean, most)
		top = max(top, policy[i])
	}
	return softmax(policy, top)
}

// softmax turns logits, of which top is the largest, into chances.
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
