package search

import (
	"math"
	"time"

	"rosette/engine"
	"rosette/game/board"
)

// An evaluationSum adds up opinions, as Black sees them.
type evaluationSum struct {
	visits           int
	win              float64
	score            float64
	scoreSquares     float64   // squared, as is expected of each
	ownership        []float64 // empty if nobody asked
	ownershipSquares []float64 // squared
}

func (a *evaluationSum) add(o *engine.Evaluation, owner bool) {
	a.visits++
	a.win += float64(o.Win)
	a.score += float64(o.Score)
	a.scoreSquares += float64(o.Score)*float64(o.Score) + float64(o.ScoreStdev)*float64(o.ScoreStdev)
	if !owner {
		return
	}
	if a.ownership == nil {
		a.ownership, a.ownershipSquares = make([]float64, len(o.Ownership)), make([]float64, len(o.Ownership))
	}
	for p, v := range o.Ownership {
		a.ownership[p] += float64(v)
		a.ownershipSquares[p] += float64(v) * float64(v)
	}
}

// stdev is that of values with this sum and this sum of squares.
func (a *evaluationSum) stdev(sum, squares float64) float32 {
	if a.visits == 0 {
		return 0
	}
	n := float64(a.visits)
	return float32(math.Sqrt(max(0, squares/n-sum/n*sum/n)))
}

func (a *evaluationSum) scoreStdev() float32 { return a.stdev(a.score, a.scoreSquares) }

func (a *evaluationSum) ownershipStdev() (points []float32) {
	for p := range a.ownership {
		points = append(points, a.stdev(a.ownership[p], a.ownershipSquares[p]))
	}
	return points
}

// merge adds what another tally has.
func (a *evaluationSum) merge(b *evaluationSum) {
	a.visits += b.visits
	a.win += b.win
	a.score += b.score
	a.scoreSquares += b.scoreSquares
	if a.ownership == nil && b.ownership != nil {
		a.ownership, a.ownershipSquares = make([]float64, len(b.ownership)), make([]float64, len(b.ownership))
	}
	for p := range b.ownership {
		a.ownership[p] += b.ownership[p]
		a.ownershipSquares[p] += b.ownershipSquares[p]
	}
}

// avoids tells whether the budget leaves a move out, so deep in the tree.
func (t *tree) avoids(p board.Point, c board.Color, depth int) bool {
	return t.budget.Avoid != nil && t.budget.Avoid(p, c, depth)
}

// reportProgress tells what has been found again and again, if the budget asks for it,
// until the function it returns is called; then it has told all it will.
func (t *tree) reportProgress(start time.Time, walkers []*worker) (hush func()) {
	every, first := t.budget.ReportEvery, t.budget.FirstReportAfter
	if t.budget.OnProgress == nil || every <= 0 {
		return func() {}
	}
	if first <= 0 {
		first = every
	}
	stop, silent := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(silent)
		next := time.NewTimer(first)
		defer next.Stop()
		for {
			select {
			case <-stop:
				return
			case <-next.C:
			}
			if report := t.report(walkers); report.Visits > 0 {
				report.Elapsed = time.Since(start)
				t.budget.OnProgress(report)
			}
			next.Reset(every)
		}
	}()
	return func() { close(stop); <-silent }
}
