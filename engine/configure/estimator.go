package configure

import (
	"context"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/engine/deadstones"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
	"rosette/panics"
)

// estimators is how many goroutines share the playouts of an estimate.
const estimators = 8

// Estimate estimates a position without a search: by the mean evaluation of the
// network over all symmetric images of the board, or by playouts where no network
// serves the board. The same Config gives the same estimate of the same position. Win,
// Score, ScoreStdev and Ownership are set; it fails only when ctx ends before it is done.
func (c Config) Estimate(ctx context.Context, g *game.Game, next board.Color) (engine.Evaluation, error) {
	var e engine.Evaluation
	if network := c.NetworkFor(g.Graph(), g.Rules()); network != nil {
		o, given := neural.Once(network, g, next, true)
		o.Evaluation(next, given, &e)
		return e, ctx.Err()
	}
	var sums [estimators]engine.EvaluationSum
	group, ctx := errgroup.WithContext(ctx)
	for i := range sums {
		from, evaluator := g.Clone(), c.PlayoutEvaluator(uint64(i))
		group.Go(func() error {
			return panics.Call(func() error { return addPlayouts(ctx, &sums[i], from, next, evaluator) })
		})
	}
	if err := group.Wait(); err != nil {
		return engine.Evaluation{}, err
	}
	var total engine.EvaluationSum
	for i := range sums {
		total.Merge(&sums[i])
	}
	return total.Mean(), nil
}

// addPlayouts adds one goroutine's share of [deadstones.DefaultPlayouts] evaluations.
func addPlayouts(
	ctx context.Context, sum *engine.EvaluationSum, g *game.Game, next board.Color, evaluator engine.Evaluator,
) error {
	var e engine.Evaluation
	for range (deadstones.DefaultPlayouts + estimators - 1) / estimators {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		evaluator.Evaluate(g, next, &e)
		sum.Add(&e)
		sum.AddOwnership(e.Ownership)
	}
	return nil
}
