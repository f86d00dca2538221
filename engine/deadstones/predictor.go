package deadstones

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/panics"
)

// A Predictor predicts the owner of each point after g is played to the end with first moving
// first. The result has len = points, 1 Black … −1 White, or is empty without a prediction. Earlier
// passes do not count, so a finished game continues. A Predictor leaves g unchanged and returns an
// error only if ctx is done too early.
type Predictor func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error)

// DefaultPlayouts is the number of playouts, for each player moving first, that suffices to find
// the dead stones in a finished game (docs/results.md).
const DefaultPlayouts = 500

// ByEvaluation returns a predictor that averages n evaluations. They are distributed evenly among
// the evaluators, which run concurrently. Evaluators with equal seeds give equal predictions.
func ByEvaluation(evaluators []engine.Evaluator, n int) Predictor {
	return func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error) {
		sums := make([]engine.EvaluationSum, len(evaluators))
		var group errgroup.Group
		for i, evaluator := range evaluators {
			share := n / len(evaluators)
			if i < n%len(evaluators) {
				share++
			}
			from := game.From(g.Board().Clone(), g.Rules(), first)
			group.Go(func() error {
				return panics.Call(func() error { return addEvaluations(ctx, &sums[i], from, first, evaluator, share) })
			})
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		var total engine.EvaluationSum
		for i := range sums {
			total.Merge(&sums[i])
		}
		return total.Ownership(), nil
	}
}

// addEvaluations adds n evaluations to sum.
func addEvaluations(
	ctx context.Context, sum *engine.EvaluationSum, g *game.Game, first board.Color, evaluator engine.Evaluator, n int,
) error {
	var e engine.Evaluation
	for range n {
		if err := expired(ctx); err != nil {
			return err
		}
		evaluator.Evaluate(g, first, &e)
		sum.Add(&e)
		sum.AddOwnership(e.Ownership)
	}
	return nil
}

// BySearch returns a predictor that uses the ownership from a search with the given number of
// visits.
func BySearch(evaluator engine.Evaluator, visits int) Predictor {
	return func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error) {
		from := game.From(g.Board().Clone(), g.Rules(), first)
		a := search.Run(ctx, from, first, []engine.Evaluator{evaluator}, engine.SearchParams{Visits: visits})
		return a.Ownership, expired(ctx)
	}
}

// Mean returns a predictor that averages several predictors. If any of them makes no prediction,
// neither does Mean.
func Mean(predictors ...Predictor) Predictor {
	return func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error) {
		mean := make([]float32, g.Graph().Points())
		for _, predict := range predictors {
			ownership, err := predict(ctx, g, first)
			if err != nil || len(ownership) == 0 {
				return nil, err
			}
			for p, v := range ownership {
				mean[p] += v / float32(len(predictors))
			}
		}
		return mean, nil
	}
}

// expired returns an error with the cause if ctx is done.
func expired(ctx context.Context) error {
	if ctx.Err() != nil {
		return fmt.Errorf("dead stones: not done in time: %w", context.Cause(ctx))
	}
	return nil
}
