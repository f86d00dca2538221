package search

import (
	"math"
	"time"

	"rosette/engine"
	"rosette/game/board"
)

// A tally adds up opinions, as Black sees them.
type tally struct {
	visits int
	win    float64
	score  float64
	scores float64   // squared, as is expected of each
	owner  []float64 // empty if nobody asked
	owners []float64 // squared
}

func (a *tally) add(o *engine.Evaluation, owner bool) {
	a.visits++
	a.win += float64(o.Win)
	a.score += float64(o.Score)
	a.scores += float64(o.Score)*float64(o.Score) + float64(o.Spread)*float64(o.Spread)
	if !owner {
		return
	}
	if a.owner == nil {
		a.owner, a.owners = make([]float64, len(o.Ownership)), make([]float64, len(o.Ownership))
	}
	for p, v := range o.Ownership {
		a.owner[p] += float64(v)
		a.owners[p] += float64(v) * float64(v)
	}
}

// deviation is that of values with this sum and this sum of squares.
func (a *tally) deviation(sum, squares float64) float32 {
	if a.visits == 0 {
		return 0
	}
	n := float64(a.visits)
	return float32(math.Sqrt(max(0, squares/n-sum/n*sum/n)))
}

func (a *tally) spread() float32 { return a.deviation(a.score, a.scores) }

func (a *tally) doubt() (points []float32) {
	for p := range a.owner {
		points = append(points, a.deviation(a.owner[p], a.owners[p]))
	}
	return points
}

// join adds what another tally has.
func (a *tally) join(b *tally) {
	a.visits += b.visits
	a.win += b.win
	a.score += b.score
	a.scores += b.scores
	if a.owner == nil && b.owner != nil {
		a.owner, a.owners = make([]float64, len(b.owner)), make([]float64, len(b.owner))
	}
	for p := range b.owner {
		a.owner[p] += b.owner[p]
		a.owners[p] += b.owners[p]
	}
}

// avoids tells whether the budget leaves a move out, so deep in the tree.
func (t *tree) avoids(p board.Point, c board.Color, depth int) bool {
	return t.budget.Avoid != nil && t.budget.Avoid(p, c, depth)
}

// aloud tells what has been found again and again, if the budget asks for it,
// until the function it returns is called; then it has told all it will.
func (t *tree) aloud(start time.Time, walkers []*walker) (hush func()) {
	every, first := t.budget.Every, t.budget.First
	if t.budget.Tell == nil || every <= 0 {
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
				report.Took = time.Since(start)
				t.budget.Tell(report)
			}
			next.Reset(every)
		}
	}()
	return func() { close(stop); <-silent }
}
