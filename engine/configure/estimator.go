package configure

import (
	"context"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/engine/deadstones"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// estimators is how many goroutines share the playouts of an estimate.
const estimators = 8

// Estimate estimates a position without a search: by the mean evaluation of the
// network over all symmetric images of the board, or by playouts where no network
// serves the board. The same Config gives the same estimate of the same position. Win,
// Score and Ownership are set; it fails only when ctx ends before it is done.
func (c Config) Estimate(ctx context.Context, g *game.Game, next board.Color) (engine.Evaluation, error) {
	var e engine.Evaluation
	if network := c.NetworkFor(g.Graph(), g.Rules()); network != nil {
		o, given := neural.Once(network, g, next, true)
		o.Evaluation(next, given, &e)
		return e, ctx.Err()
	}
	var sums [estimators]evaluationSum
	group, ctx := errgroup.WithContext(ctx)
	for i := range sums {
		from, evaluator := g.Clone(), c.PlayoutEvaluator(uint64(i))
		group.Go(func() error { return sums[i].evaluate(ctx, from, next, evaluator) })
	}
	if err := group.Wait(); err != nil {
		return engine.Evaluation{}, err
	}
	total := sums[0]
	for _, s := range sums[1:] {
		total.add(s)
	}
	return total.mean(), nil
}

// An evaluationSum adds up evaluations of one position.
type evaluationSum struct {
	n          float64
	win, score float64
	ownership  []float64
}

// evaluate adds one goroutine's share of [deadstones.DefaultPlayouts] evaluations.
func (s *evaluationSum) evaluate(ctx context.Context, g *game.Game, next board.Color, evaluator engine.Evaluator) error {
	s.ownership = make([]float64, g.Graph().Points())
	var e engine.Evaluation
	for range (deadstones.DefaultPlayouts + estimators - 1) / estimators {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		evaluator.Evaluate(g, next, &e)
		s.n, s.win, s.score = s.n+1, s.win+float64(e.Win), s.score+float64(e.Score)
		for p, x := range e.Ownership {
			s.ownership[p] += float64(x)
		}
	}
	return nil
}

// add adds another sum.
func (s *evaluationSum) add(other evaluationSum) {
	s.n, s.win, s.score = s.n+other.n, s.win+other.win, s.score+other.score
	for p, x := range other.ownership {
		s.ownership[p] += x
	}
}

// mean returns the mean evaluation.
func (s *evaluationSum) mean() engine.Evaluation {
	e := engine.Evaluation{Win: float32(s.win / s.n), Score: float32(s.score / s.n), Ownership: make([]float32, len(s.ownership))}
	for p, x := range s.ownership {
		e.Ownership[p] = float32(x / s.n)
	}
	return e
}
