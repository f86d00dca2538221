package configure

import (
	"context"
	"math"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/panics"
	"rosette/internal/rng"
)

const (
	// estimators is the number of searches, and of playout shares, in an estimate. Each search
	// draws a random board symmetry for every position.
	estimators = 4
	// estimatePlayouts is the number of playouts in an estimate. On the largest rosette they take a
	// third of a second on one core, and their mean has an error of 0.7 points.
	estimatePlayouts = 4000
	// playoutWeight is the weight of playouts on an empty board. The networks have rarely seen
	// first moves on a rosette's first line and overvalue them; playouts do not. The weight falls
	// with the fourth power of the vacant share, because playouts are unreliable where stones have
	// met.
	playoutWeight = 2.0 / 3
	// leastWeight is the weight below which no playouts run.
	leastWeight = 0.02
	// An estimate's error combines the search error, the distance between its parts, and a play
	// error that no search reduces. With probability 2/3, the mean result of games from the
	// position is within the error. The constants were fitted to half the measurements in
	// docs/results.md and checked with the other half. Search and play errors are in standard
	// deviations of the final score. The search error applies at errorVisits and is inversely
	// proportional to the square root of the visits.
	searchError = 0.095
	errorVisits = 100
	playError   = 0.38
	apartError  = 0.75
)

// Estimate estimates a position by several searches that share the visits in p. In an opening it
// adds playouts; if no network supports the board, it uses playouts alone. p.Time limits the
// searches. Without a time limit the result is deterministic. Estimate returns an error only if ctx
// is done too early.
func (c Config) Estimate(
	ctx context.Context, g *game.Game, next board.Color, p engine.SearchParams,
) (engine.Estimate, error) {
	e, err := c.mixed(ctx, g, next, p)
	if err != nil {
		return engine.Estimate{}, err
	}
	e.Error = errorOf(e)
	return e, nil
}

// errorOf returns the error of an estimate whose parts differ by e.Error. Playouts alone count as a
// search with errorVisits.
func errorOf(e engine.Estimate) float32 {
	stdev, visits := max(engine.LeastStdev, float64(e.ScoreStdev)), float64(e.Visits)
	if e.Visits == 0 {
		visits = errorVisits
	}
	search := searchError * stdev * math.Sqrt(errorVisits/visits)
	return float32(math.Hypot(math.Hypot(search, playError*stdev), apartError*float64(e.Error)))
}

// mixed is like Estimate, but its error includes only the distance between the parts.
func (c Config) mixed(
	ctx context.Context, g *game.Game, next board.Color, p engine.SearchParams,
) (engine.Estimate, error) {
	weight := playoutWeight * math.Pow(float64(g.Board().Vacant())/float64(g.Graph().Points()), 4)
	parts := []weighted{}
	if c.NetworkFor(g.Graph(), g.Rules()) == nil {
		weight = 1
	} else {
		found, err := c.searches(ctx, g, next, p)
		if err != nil {
			return engine.Estimate{}, err
		}
		if weight < leastWeight {
			weight = 0
		}
		parts = append(parts, weighted{meanOf(found), 1 - weight})
	}
	if weight > 0 {
		sum, err := c.playouts(ctx, g, next)
		if err != nil {
			return engine.Estimate{}, err
		}
		parts = append(parts, weighted{byPlayouts(sum), weight})
	}
	return mixture(parts), nil
}

// A weighted is an estimate by one method and its weight.
type weighted struct {
	engine.Estimate
	weight float64
}

// mixture returns the weighted mean of estimates. The weights sum to 1. The error grows with the
// distance between the estimates. Win is derived from the score and its standard deviation.
func mixture(parts []weighted) (e engine.Estimate) {
	e.Ownership = make([]float32, len(parts[0].Ownership))
	score := 0.0
	stdev := 0.0
	variance := 0.0
	for _, part := range parts {
		score += part.weight * float64(part.Score)
		stdev += part.weight * float64(part.ScoreStdev)
		e.Visits += part.Visits
		for i, x := range part.Ownership {
			e.Ownership[i] += float32(part.weight) * x
		}
	}
	for _, part := range parts {
		off, own := float64(part.Score)-score, part.weight*float64(part.Error)
		variance += own*own + part.weight*off*off
	}
	e.Score, e.ScoreStdev = float32(score), float32(stdev)
	e.Error = float32(math.Sqrt(variance))
	e.Win = engine.WinOf(e.Score, e.ScoreStdev)
	return e
}

// searches searches a position several times with different symmetries.
func (c Config) searches(
	ctx context.Context, g *game.Game, next board.Color, p engine.SearchParams,
) ([]engine.Analysis, error) {
	found := make([]engine.Analysis, estimators)
	threads := min(c.Cores(), estimators)
	p.Visits, p.Time = max(1, p.Visits/estimators), p.Time*time.Duration(threads)/estimators
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(threads)
	for i := range found {
		group.Go(func() error {
			return panics.Call(func() error {
				found[i] = search.Run(ctx, g, next, []engine.Evaluator{c.Evaluator(rng.Stream(c.Seed, i))}, p)
				return context.Cause(ctx)
			})
		})
	}
	return found, group.Wait()
}

// meanOf returns the mean over searches, with the standard error of the scores as its error.
func meanOf(found []engine.Analysis) (e engine.Estimate) {
	n := float32(len(found))
	e.Ownership = make([]float32, len(found[0].Ownership))
	for i := range found {
		a := &found[i]
		e.Score += a.Score / n
		e.ScoreStdev += a.ScoreStdev / n
		e.Visits += a.Visits
		for p, x := range a.Ownership {
			e.Ownership[p] += x / n
		}
	}
	squares := 0.0
	for i := range found {
		squares += float64((found[i].Score - e.Score) * (found[i].Score - e.Score))
	}
	e.Error = float32(math.Sqrt(squares / float64(n*(n-1))))
	return e
}

// byPlayouts returns the estimate from playouts, which do not count as visits.
func byPlayouts(sum *engine.EvaluationSum) engine.Estimate {
	e := engine.Estimate{Evaluation: sum.Mean()}
	e.Error = e.ScoreStdev / float32(math.Sqrt(float64(sum.Count())))
	return e
}

// playouts returns the sum over playouts from a position.
func (c Config) playouts(ctx context.Context, g *game.Game, next board.Color) (*engine.EvaluationSum, error) {
	var sums [estimators]engine.EvaluationSum
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(min(c.Cores(), estimators))
	for i := range sums {
		from, evaluator := g.Clone(), c.PlayoutEvaluator(rng.Stream(c.Seed, i))
		group.Go(func() error {
			return panics.Call(func() error { return addPlayouts(ctx, &sums[i], from, next, evaluator) })
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	total := &engine.EvaluationSum{}
	for i := range sums {
		total.Merge(&sums[i])
	}
	return total, nil
}

// addPlayouts adds one goroutine's share of [estimatePlayouts] evaluations.
func addPlayouts(
	ctx context.Context, sum *engine.EvaluationSum, g *game.Game, next board.Color, evaluator engine.Evaluator,
) error {
	var e engine.Evaluation
	for range (estimatePlayouts + estimators - 1) / estimators {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		evaluator.Evaluate(g, next, &e)
		sum.Add(&e)
		sum.AddOwnership(e.Ownership)
	}
	return nil
}
