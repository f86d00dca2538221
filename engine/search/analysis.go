package search

import (
	"cmp"
	"slices"
	"time"

	"rosette/engine"
	"rosette/game/board"
)

// analysis summarises the root and the workers' records. It may be called while they run.
func (t *tree) analysis(workers []*worker) engine.Analysis {
	total, byMove := collect(workers)
	a := t.summary(&total)
	a.Elapsed = time.Since(t.start)
	if a.Ownership = total.Ownership(); a.Ownership == nil {
		a.Ownership = make([]float32, t.points)
	}
	a.HasPolicy, a.Candidates = t.candidates(byMove)
	a.Policy = t.policy
	if a.HasPolicy {
		a.Policy = t.evaluatorPolicy(a.Candidates)
	}
	for i := range a.Candidates {
		c := &a.Candidates[i]
		c.Prior = a.Policy[t.policyIndex(c.Move)]
	}
	a.Utility = meanUtility(&a)
	return a
}

// collect adds up the workers' records.
func collect(workers []*worker) (total engine.EvaluationSum, byMove []engine.EvaluationSum) {
	for _, w := range workers {
		w.mu.Lock()
		total.Merge(&w.total)
		if byMove == nil {
			byMove = make([]engine.EvaluationSum, len(w.byMove))
		}
		for i := range min(len(w.byMove), len(byMove)) {
			byMove[i].Merge(&w.byMove[i])
		}
		w.mu.Unlock()
	}
	return total, byMove
}

// summary returns the analysis of the root itself. Visits made by an earlier search keep only
// utility and score; if there are any, the chance to win is derived from those.
func (t *tree) summary(total *engine.EvaluationSum) engine.Analysis {
	root := t.at(t.root)
	root.acquire()
	own := root.stats
	root.release()
	a := engine.Analysis{
		Next: t.next, Win: 0.5, Visits: int(own.visits), ScoreStdev: total.ScoreStdev(), ScoreError: total.ScoreError(),
		OwnershipStdev: total.OwnershipStdev(),
	}
	if own.visits == 0 {
		return a
	}
	a.Score = own.meanScore()
	if total.Count() == a.Visits {
		a.Win = total.Win()
	} else {
		a.Win = t.win(engine.WinFor(t.next.Opponent(), own.mean()), a.Score)
	}
	return a
}

// meanUtility returns the mean utility over the candidates' visits.
func meanUtility(a *engine.Analysis) float32 {
	sum, visits := float32(0), float32(0)
	for _, c := range a.Candidates {
		sum, visits = sum+float32(c.Visits)*c.Utility, visits+float32(c.Visits)
	}
	if visits == 0 {
		return 2*a.Win - 1
	}
	return sum / visits
}

// candidates returns the moves at the root, most visited first, and whether their priors come from
// a policy.
func (t *tree) candidates(byMove []engine.EvaluationSum) (policy bool, all []engine.Candidate) {
	first, policy, all := t.rootMoves()
	for i := range all {
		c := &all[i]
		c.PV, c.PVVisits = t.pv(first + int32(i))
		c.PVVisits = append([]int{c.Visits}, c.PVVisits...)
		if i < len(byMove) {
			addDetails(c, &byMove[i])
		}
	}
	gumbel := board.Pass - 1 // no move
	if best := t.improve(all); best >= 0 {
		gumbel = all[best].Move
	}
	slices.SortStableFunc(all, func(a, b engine.Candidate) int { return better(a, b, gumbel) })
	return policy, all
}

// better orders candidates by visits, most first. Equally visited moves come in search order, after
// the move that a Gumbel search plays; unvisited ones by prior.
func better(a, b engine.Candidate, gumbel board.Point) int {
	switch {
	case a.Visits != b.Visits:
		return b.Visits - a.Visits
	case a.Move == gumbel:
		return -1
	case b.Move == gumbel:
		return 1
	case a.Visits == 0:
		return cmp.Compare(b.Prior, a.Prior)
	}
	return 0
}

// rootMoves returns the moves at the root with the statistics that the root's lock guards, the
// number of the first child, and whether the priors come from a policy.
func (t *tree) rootMoves() (first int32, policy bool, all []engine.Candidate) {
	root := t.at(t.root)
	root.acquire()
	defer root.release()
	children := t.children(root)
	policy = hasPolicy(children)
	for i := range children {
		k := &children[i]
		c := engine.Candidate{Move: k.move, Visits: int(k.visits), Prior: k.prior}
		utility := k.prior // a chance to win, unless it is a probability
		if policy {
			utility = 0.5
		}
		c.Win = engine.WinFor(t.next, utility)
		if k.visits > 0 {
			utility = k.mean()
			c.Score = k.meanScore()
			c.Win = t.win(engine.WinFor(t.next, utility), c.Score)
		}
		c.Utility = 2*engine.WinFor(t.next, utility) - 1
		all = append(all, c)
	}
	return root.firstChild, policy, all
}

// addDetails adds the workers' record for a move.
func addDetails(c *engine.Candidate, sum *engine.EvaluationSum) {
	if sum.Count() == 0 {
		return
	}
	if sum.Count() == c.Visits {
		c.Win = sum.Win()
	}
	c.ScoreStdev = sum.ScoreStdev()
	c.ScoreError = sum.ScoreError()
	c.OwnershipStdev = sum.OwnershipStdev()
	c.Ownership = sum.Ownership()
}

// policyIndex returns a move's index in a policy.
func (t *tree) policyIndex(move board.Point) int {
	if move == board.Pass {
		return t.points
	}
	return int(move)
}

// evaluatorPolicy returns the evaluator's policy at the root. Own eyes, which the search leaves
// out, have 0.
func (t *tree) evaluatorPolicy(all []engine.Candidate) []float32 {
	policy := make([]float32, len(t.policy))
	for i, p := range t.policy {
		policy[i] = min(0, p)
	}
	for _, c := range all {
		policy[t.policyIndex(c.Move)] = c.Prior
	}
	return policy
}

// markIllegal changes 0 into −1 in the result of [StaticPolicy], because [engine.Analysis] marks
// illegal moves with −1. It returns the policy.
func markIllegal(policy []float32) []float32 {
	for i, p := range policy {
		if p == 0 {
			policy[i] = -1
		}
	}
	return policy
}

// reportProgress calls OnProgress with an analysis at regular intervals, if the parameters enable
// it, until stop is called. OnProgress is not called after stop has returned.
func (t *tree) reportProgress(workers []*worker) (stop func()) {
	every, first := t.params.ReportEvery, t.params.FirstReportAfter
	if t.params.OnProgress == nil || every <= 0 {
		return func() {}
	}
	if first <= 0 {
		first = every
	}
	stopping, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		next := time.NewTimer(first)
		defer next.Stop()
		for {
			select {
			case <-stopping:
				return
			case <-next.C:
			}
			if a := t.analysis(workers); a.Visits > 0 {
				t.params.OnProgress(a)
			}
			next.Reset(every)
		}
	}()
	return func() { close(stopping); <-stopped }
}
