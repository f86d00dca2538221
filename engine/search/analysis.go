package search

import (
	"math"
	"slices"
	"time"

	"rosette/engine"
	"rosette/game/board"
)

// sign is the ownership of a point of each color.
var sign = board.ByColor[float32]{board.Empty: 0, board.Black: 1, board.White: -1}

// analysis sums up the root and what the workers have recorded. It may be called
// while they run.
func (t *tree) analysis(workers []*worker) engine.Analysis {
	total, byMove, ownership := collect(workers, t.points)
	a := t.summary(&total)
	a.Elapsed = time.Since(t.start)
	for _, sum := range ownership {
		a.Ownership = append(a.Ownership, float32(sum/float64(max(1, total.visits))))
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

// collect adds up what the workers have recorded.
func collect(workers []*worker, points int) (total evaluationSum, byMove []evaluationSum, ownership []float64) {
	ownership = make([]float64, points)
	for _, w := range workers {
		w.mu.Lock()
		total.merge(&w.total)
		for p, sum := range w.ownership {
			ownership[p] += sum
		}
		if byMove == nil {
			byMove = make([]evaluationSum, len(w.byMove))
		}
		for i := range min(len(w.byMove), len(byMove)) {
			byMove[i].merge(&w.byMove[i])
		}
		w.mu.Unlock()
	}
	return total, byMove, ownership
}

// summary returns the analysis of the root itself. Of the visits of an earlier
// search only utility and score are known: if there are any, the chance to win is
// worked out from those.
func (t *tree) summary(total *evaluationSum) engine.Analysis {
	root := t.at(t.root)
	root.acquire()
	own := root.stats
	root.release()
	a := engine.Analysis{
		Next: t.next, Win: 0.5, Visits: int(own.visits), ScoreStdev: total.scoreStdev(), OwnershipStdev: total.ownershipStdev(),
	}
	if own.visits == 0 {
		return a
	}
	a.Score = own.score / float32(own.visits)
	if total.visits == a.Visits {
		a.Win = float32(total.win / float64(total.visits))
	} else {
		a.Win = t.win(engine.WinFor(t.next.Opponent(), own.mean()), a.Score)
	}
	return a
}

// meanUtility is the mean over the visits of the candidates.
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

// candidates returns the moves of the root, the most visited first, and whether
// their priors are those of a policy.
func (t *tree) candidates(byMove []evaluationSum) (policy bool, all []engine.Candidate) {
	first, policy, all := t.rootMoves()
	for i := range all {
		c := &all[i]
		c.PV, c.PVVisits = t.pv(first + int32(i))
		c.PVVisits = append([]int{c.Visits}, c.PVVisits...)
		if i < len(byMove) {
			addDetails(c, &byMove[i])
		}
	}
	if best := t.improve(all); best > 0 { // the move that a Gumbel search plays goes first among those visited as often
		all[0], all[best] = all[best], all[0]
	}
	slices.SortStableFunc(all, func(a, b engine.Candidate) int { return b.Visits - a.Visits })
	return policy, all
}

// rootMoves returns what the lock of the root guards of each of its moves, the
// number of the first child and whether the priors are those of a policy.
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
			c.Score = k.score / float32(k.visits)
			c.Win = t.win(engine.WinFor(t.next, utility), c.Score)
		}
		c.Utility = 2*engine.WinFor(t.next, utility) - 1
		all = append(all, c)
	}
	return root.firstChild, policy, all
}

// addDetails adds what the workers have recorded of a move.
func addDetails(c *engine.Candidate, sum *evaluationSum) {
	if sum.visits == 0 {
		return
	}
	if sum.visits == c.Visits {
		c.Win = float32(sum.win / float64(sum.visits))
	}
	c.ScoreStdev, c.OwnershipStdev = sum.scoreStdev(), sum.ownershipStdev()
	for _, v := range sum.ownership {
		c.Ownership = append(c.Ownership, float32(v/float64(sum.visits)))
	}
}

// policyIndex is the index of a move in a policy.
func (t *tree) policyIndex(move board.Point) int {
	if move == board.Pass {
		return t.points
	}
	return int(move)
}

// evaluatorPolicy returns the policy of the root by the evaluator. Own eyes, which
// the search leaves out, have 0.
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

// An evaluationSum adds up evaluations.
type evaluationSum struct {
	visits           int
	win              float64
	score            float64
	scoreSquares     float64   // of the scores, each expected to deviate by its ScoreStdev
	ownership        []float64 // empty without OwnershipDetails
	ownershipSquares []float64
}

func (s *evaluationSum) add(e *engine.Evaluation, details bool) {
	s.visits++
	s.win += float64(e.Win)
	s.score += float64(e.Score)
	s.scoreSquares += float64(e.Score)*float64(e.Score) + float64(e.ScoreStdev)*float64(e.ScoreStdev)
	if !details {
		return
	}
	if s.ownership == nil {
		s.ownership, s.ownershipSquares = make([]float64, len(e.Ownership)), make([]float64, len(e.Ownership))
	}
	for p, v := range e.Ownership {
		s.ownership[p] += float64(v)
		s.ownershipSquares[p] += float64(v) * float64(v)
	}
}

// merge adds another sum.
func (s *evaluationSum) merge(other *evaluationSum) {
	s.visits += other.visits
	s.win += other.win
	s.score += other.score
	s.scoreSquares += other.scoreSquares
	if s.ownership == nil && other.ownership != nil {
		s.ownership, s.ownershipSquares = make([]float64, len(other.ownership)), make([]float64, len(other.ownership))
	}
	for p := range other.ownership {
		s.ownership[p] += other.ownership[p]
		s.ownershipSquares[p] += other.ownershipSquares[p]
	}
}

// stdev is the standard deviation of values with that sum and that sum of squares.
func (s *evaluationSum) stdev(sum, squares float64) float32 {
	if s.visits == 0 {
		return 0
	}
	n := float64(s.visits)
	return float32(math.Sqrt(max(0, squares/n-sum/n*sum/n)))
}

func (s *evaluationSum) scoreStdev() float32 { return s.stdev(s.score, s.scoreSquares) }

func (s *evaluationSum) ownershipStdev() (points []float32) {
	for p := range s.ownership {
		points = append(points, s.stdev(s.ownership[p], s.ownershipSquares[p]))
	}
	return points
}

// reportProgress calls OnProgress with an analysis again and again, if the
// parameters ask for it, until the function that it returns is called; OnProgress
// is not called after that has returned.
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
