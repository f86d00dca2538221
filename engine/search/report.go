package search

import (
	"math"
	"slices"
)

// report sums up what stands at the root and what the walkers have found. It
// may be asked for while they walk.
func (t *tree) report(walkers []*worker) Report {
	var whole evaluationSum
	var moves []evaluationSum
	owner := make([]float64, t.points)
	for _, w := range walkers {
		w.mu.Lock()
		whole.merge(&w.total)
		for p, sum := range w.ownership {
			owner[p] += sum
		}
		if moves == nil {
			moves = make([]evaluationSum, len(w.byMove))
		}
		for i := range min(len(w.byMove), len(moves)) {
			moves[i].merge(&w.byMove[i])
		}
		w.mu.Unlock()
	}
	r := t.summary(&whole)
	for _, sum := range owner {
		r.Ownership = append(r.Ownership, sign[t.next]*float32(sum/float64(max(1, whole.visits))))
	}
	r.HasPolicy, r.Candidates = t.candidates(moves)
	return r
}

// summary fills in what is thought of the root. What an earlier search found is
// known as a utility only.
func (t *tree) summary(whole *evaluationSum) Report {
	root := t.at(t.root)
	root.acquire()
	visits, sum, score := root.visits, root.sum, root.score
	root.release()
	r := Report{Win: 0.5, Visits: int(visits), ScoreStdev: whole.scoreStdev(), OwnershipStdev: whole.ownershipStdev()}
	if visits == 0 {
		return r
	}
	side := sign[t.next]
	r.Score = side * score / float32(visits)
	r.Win = t.chance(1-sum/float32(visits), r.Score)
	if whole.visits == r.Visits {
		r.Win = 0.5 + side*float32(whole.win/float64(whole.visits)-0.5)
	}
	return r
}

// chance takes the margin out of a mean utility again, as well as a mean margin
// tells it.
func (t *tree) chance(u, score float32) float32 {
	margin := float32(math.Tanh(2 * float64(score) / float64(t.points)))
	return min(1, max(0, (u-scoreWeight*(0.5+0.5*margin))/(1-scoreWeight)))
}

// candidates returns the moves of the root, the most visited first, and whether a
// policy guides to them.
func (t *tree) candidates(moves []evaluationSum) (policy bool, all []Candidate) {
	first, policy, all := t.rootMoves()
	for i := range all {
		c := &all[i]
		c.PV, c.PVVisits = t.pv(first + int32(i))
		c.PVVisits = append([]int{c.Visits}, c.PVVisits...)
		if c.Visits > 0 {
			c.Chance = t.chance(c.Win, c.Score)
		}
		if i < len(moves) {
			t.detail(c, &moves[i])
		}
	}
	if best := t.improve(all); best > 0 { // what it plays goes first among those visited as often
		all[0], all[best] = all[best], all[0]
	}
	slices.SortStableFunc(all, func(a, b Candidate) int { return b.Visits - a.Visits })
	return policy, all
}

// rootMoves returns what the root's lock guards of each of its moves, which node
// the first is and whether a policy guides. What a move's own lock guards is not
// read.
func (t *tree) rootMoves() (first int32, policy bool, all []Candidate) {
	root := t.at(t.root)
	root.acquire()
	defer root.release()
	kids := t.nodes(root.firstChild, int(root.childCount))
	for i := range kids {
		k := &kids[i]
		c := Candidate{Move: k.move, Visits: int(k.visits), Win: k.prior, Chance: k.prior, Prior: k.prior}
		if hasPolicy(kids) {
			c.Win, c.Chance = 0.5, 0.5
		}
		if k.visits > 0 {
			c.Win = k.mean()
			c.Score = sign[t.next] * k.score / float32(k.visits)
		}
		all = append(all, c)
	}
	return root.firstChild, hasPolicy(kids), all
}

// detail fills in what the tally of a move knows.
func (t *tree) detail(c *Candidate, a *evaluationSum) {
	if a.visits == 0 {
		return
	}
	side := sign[t.next]
	if a.visits == c.Visits {
		c.Chance = 0.5 + side*float32(a.win/float64(a.visits)-0.5)
	}
	c.ScoreStdev, c.OwnershipStdev = a.scoreStdev(), a.ownershipStdev()
	for _, sum := range a.ownership {
		c.Ownership = append(c.Ownership, side*float32(sum/float64(a.visits)))
	}
}
