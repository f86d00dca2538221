package player

import (
	"context"
	"fmt"
	"sync"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// An OwnershipEstimator says whose each point will be at the end, with first to move: 1
// Black's, −1 White's. What was passed before is forgotten, so a game that has
// ended goes on. It is empty if there is nothing to say, and fails only when ctx
// ends before it is done.
type OwnershipEstimator func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error)

// Hearings is how many playouts with either player to move first are enough to
// know what is dead.
const Hearings = 500

// ByEvaluation is the mean of what the minds say at a look, asked so many times
// in all. The same minds, freshly seeded, say the same.
func ByEvaluation(minds []engine.Evaluator, times int) OwnershipEstimator {
	return func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error) {
		sums := make([][]float64, len(minds))
		var all sync.WaitGroup
		for i, mind := range minds {
			share := times / len(minds)
			if i < times%len(minds) {
				share++
			}
			on := game.From(g.Board().Clone(), g.Rules(), first)
			all.Go(func() { sums[i] = hear(ctx, on, first, mind, share) })
		}
		all.Wait()
		var owner []float32
		for _, sum := range sums {
			for p, v := range sum {
				if owner == nil {
					owner = make([]float32, len(sum))
				}
				owner[p] += float32(v / float64(times))
			}
		}
		return owner, inTime(ctx)
	}
}

// hear adds up what one mind says.
func hear(ctx context.Context, g *game.Game, first board.Color, mind engine.Evaluator, times int) (sum []float64) {
	var opinion engine.Evaluation
	for range times {
		if ctx.Err() != nil {
			return nil
		}
		mind.Evaluate(g, first, &opinion)
		if sum == nil {
			sum = make([]float64, len(opinion.Ownership))
		}
		for p, v := range opinion.Ownership {
			sum[p] += float64(v)
		}
	}
	return sum
}

// BySearch is what a search of so many visits by a mind comes to.
func BySearch(mind engine.Evaluator, visits int) OwnershipEstimator {
	return func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error) {
		on := game.From(g.Board().Clone(), g.Rules(), first)
		r := search.Run(ctx, on, first, []engine.Evaluator{mind}, search.Budget{Visits: visits})
		if first == board.White {
			for p := range r.Ownership {
				r.Ownership[p] = -r.Ownership[p]
			}
		}
		return r.Ownership, inTime(ctx)
	}
}

// Mean is the mean of several opinions, empty if one of them is.
func Mean(opinions ...OwnershipEstimator) OwnershipEstimator {
	return func(ctx context.Context, g *game.Game, first board.Color) ([]float32, error) {
		mean := make([]float32, g.Graph().Points())
		for _, opinion := range opinions {
			owner, err := opinion(ctx, g, first)
			if err != nil || len(owner) == 0 {
				return nil, err
			}
			for p, v := range owner {
				mean[p] += v / float32(len(opinions))
			}
		}
		return mean, nil
	}
}

// inTime says why there was no time.
func inTime(ctx context.Context) error {
	if ctx.Err() != nil {
		return fmt.Errorf("bot: dead stones: not done in time: %w", context.Cause(ctx))
	}
	return nil
}
