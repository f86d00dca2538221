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

// A Predictor predicts the owner of each point when g is played on to its end with
// first to move. The result has one value a point, 1 for Black and −1 for White,
// or is empty if there is no prediction. Passes already played do not count,
// so a finished game goes on. A Predictor leaves g unchanged and fails only when
// ctx ends before it is done.
type Predictor func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error)

// DefaultPlayouts is how many playouts for each player to move first suffice to
// find the dead stones of a finished game (docs/results.md).
const DefaultPlayouts = 500

// ByEvaluation returns the predictor that takes the mean of n evaluations, shared
// evenly among the evaluators, which run concurrently. Evaluators of the same
// seeds predict the same.
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

// addEvaluations adds n evaluations to a sum.
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

// BySearch returns the predictor that takes the ownership found by a search of
// that many visits.
func BySearch(evaluator engine.Evaluator, visits int) Predictor {
	return func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error) {
		from := game.From(g.Board().Clone(), g.Rules(), first)
		a := search.Run(ctx, from, first, []engine.Evaluator{evaluator}, engine.SearchParams{Visits: visits})
		return a.Ownership, expired(ctx)
	}
}

// Mean returns the predictor that takes the mean of several. It makes no prediction
// where one of them makes none.
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

// expired returns an error that gives the cause if ctx has ended.
func expired(ctx context.Context) error {
	if ctx.Err() != nil {
		return fmt.Errorf("dead stones: not done in time: %w", context.Cause(ctx))
	}
	return nil
}
