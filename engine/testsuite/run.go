package testsuite

import (
	"context"
	"math"
	"sync"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A Result is how an evaluator does in one position. The move is asked for at the
// komi at which perfect play wins by half a point, so that only the best moves win;
// the winner and the margin are asked for at this komi and at the one at which
// perfect play loses by half a point.
type Result struct {
	Move         board.Point
	PointsLost   int     // by the move; 0 if it is one of the best
	WinnersRight int     // number of the two komi at which the winner was right
	MarginError  float64 // mean absolute error of the margin at the two komi, in points
}

// Results are the results of an evaluator in all positions of a suite, in their
// order: Raw by a single evaluation, Search by a search.
type Results struct {
	Raw, Search []Result
}

// RunOptions are the options of [Suite.Run]. The results do not depend on Threads.
type RunOptions struct {
	NewEvaluator func(seed uint64) engine.Evaluator
	Visits       int // of each search
	Seed         uint64
	Threads      int
	Progress     func(positions int) // called after each position, if not nil
}

// komiOffset is the distance of the komi from an even game, in points.
const komiOffset = 0.5

// Run tests an evaluator in every position. It fails only if ctx ends before.
func (s *Suite) Run(ctx context.Context, o RunOptions) (*Results, error) {
	results := &Results{Raw: make([]Result, len(s.Positions)), Search: make([]Result, len(s.Positions))}
	var mu sync.Mutex
	done := 0
	workers, working := errgroup.WithContext(ctx)
	workers.SetLimit(max(1, o.Threads))
	for i := range s.Positions {
		if working.Err() != nil {
			break
		}
		workers.Go(func() error {
			results.Raw[i], results.Search[i] = o.evaluate(working, s, i)
			mu.Lock()
			defer mu.Unlock()
			if done++; o.Progress != nil {
				o.Progress(done)
			}
			return context.Cause(working)
		})
	}
	if err := workers.Wait(); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return results, nil
}

// prediction is a move, and the chance to win and the score of the player to move.
type prediction struct {
	move  board.Point
	win   float64
	score float64
}

// predictionFor converts Black's chance and score to those of the player to move.
// The move is a pass until it is set.
func predictionFor(next board.Color, win, score float32) prediction {
	return prediction{board.Pass, float64(engine.WinFor(next, win)), float64(engine.ScoreFor(next, score))}
}

// evaluate tests an evaluator of its own in position i.
func (o *RunOptions) evaluate(ctx context.Context, s *Suite, i int) (raw, searched Result) {
	q, evaluator := &s.Positions[i], o.NewEvaluator(o.Seed+uint64(i))
	next, side := q.Next(), 1.0
	if next == board.White {
		side = -1
	}
	won, lost := s.game(q, float64(q.Margin)-side*komiOffset), s.game(q, float64(q.Margin)+side*komiOffset)
	raw = q.grade(rawPrediction(evaluator, won, next), rawPrediction(evaluator, lost, next))
	searched = q.grade(o.search(ctx, evaluator, won, next), o.search(ctx, evaluator, lost, next))
	return raw, searched
}

// grade compares predictions with what is proven: of the game that the player to move
// wins by half a point, and of the one it loses by half a point.
func (q *Position) grade(won, lost prediction) Result {
	r := Result{Move: won.move, PointsLost: q.Loss[won.move]}
	if won.win > 0.5 {
		r.WinnersRight++
	}
	if lost.win < 0.5 {
		r.WinnersRight++
	}
	r.MarginError = (math.Abs(won.score-komiOffset) + math.Abs(lost.score+komiOffset)) / 2
	return r
}

// rawPrediction returns the prediction of a single evaluation. An evaluator without
// a policy gets the static policy of the search.
func rawPrediction(evaluator engine.Evaluator, g *game.Game, next board.Color) prediction {
	var e engine.Evaluation
	evaluator.Evaluate(g, next, &e)
	if len(e.Policy) == 0 {
		e.Policy = search.StaticPolicy(g, next)
	}
	p := predictionFor(next, e.Win, e.Score)
	best := e.Policy[len(e.Policy)-1]
	for _, move := range legal(g, next) {
		if move != board.Pass && e.Policy[move] > best {
			p.move, best = move, e.Policy[move]
		}
	}
	return p
}

// search returns the prediction of a search.
func (o *RunOptions) search(ctx context.Context, evaluator engine.Evaluator, g *game.Game, next board.Color) prediction {
	r := search.Run(ctx, g, next, []engine.Evaluator{evaluator}, engine.SearchParams{Visits: o.Visits})
	p := predictionFor(next, r.Win, r.Score)
	if len(r.Candidates) > 0 {
		p.move = r.Candidates[0].Move
	}
	return p
}
