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
	// estimators is how many searches, and shares of the playouts, make an estimate.
	// Each search draws its own symmetry of the board for every position.
	estimators = 4
	// estimatePlayouts are the playouts of an estimate. They take a third of a second
	// on one core on the largest rosette, where their mean has an error of 0.7 points.
	estimatePlayouts = 4000
	// playoutWeight is what playouts count on an empty board. The networks have hardly
	// seen first moves on the first line of a rosette and take them for good ones;
	// playouts do not. The weight falls with the fourth power of the share of
	// empty points: where stones have met, playouts know little.
	playoutWeight = 2.0 / 3
	// leastWeight is the weight below which there are no playouts.
	leastWeight = 0.02
	// The error of an estimate is that of its search, the distance between its parts and
	// what no search shortens. It is so large that what games played out from there come
	// to on average is within it two times in three: fitted to half of the measurements
	// of docs/results.md and checked by the other half. Errors of search and of
	// play are in standard deviations of the final score, that of a search at
	// errorVisits; it falls with the square root of the visits.
	searchError = 0.095
	errorVisits = 100
	playError   = 0.38
	apartError  = 0.75
)

// Estimate estimates a position by several searches with the visits of p together,
// and in an opening by playouts too; by playouts alone where no network serves the
// board. The time of p bounds the searches. Without it the same Config gives
// the same estimate of the same position. Estimate fails only when ctx ends before it
// is done.
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

// errorOf returns the error of an estimate whose parts are apart by e.Error. Playouts
// alone count as the shortest search.
func errorOf(e engine.Estimate) float32 {
	stdev, visits := max(engine.LeastStdev, float64(e.ScoreStdev)), float64(e.Visits)
	if e.Visits == 0 {
		visits = errorVisits
	}
	search := searchError * stdev * math.Sqrt(errorVisits/visits)
	return float32(math.Hypot(math.Hypot(search, playError*stdev), apartError*float64(e.Error)))
}

// mixed is Estimate, but the error is only by how far the parts of the estimate are apart.
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

// A weighted is an estimate by one method, and what it counts.
type weighted struct {
	engine.Estimate
	weight float64
}

// mixture returns the weighted mean of estimates, whose weights sum to 1. Its error grows
// with the distance between them. The chance follows from score and spread.
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

// searches searches a position several times, each with other symmetries.
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

// meanOf returns the mean of searches. How far they are apart is its error.
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

// byPlayouts returns the estimate of playouts, which count as no visits of a search.
func byPlayouts(sum *engine.EvaluationSum) engine.Estimate {
	e := engine.Estimate{Evaluation: sum.Mean()}
	e.Error = e.ScoreStdev / float32(math.Sqrt(float64(sum.Count())))
	return e
}

// playouts plays a position out.
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
