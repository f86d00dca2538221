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

// A Result grades an evaluator in one position. The move is requested at the komi where perfect
// play wins by half a point, so that only the best moves win. The winner and the margin are
// requested at this komi, and again at the komi where perfect play loses by half a point.
type Result struct {
	Move         board.Point
	PointsLost   int     // 0 for a best move
	WinnersRight int     // how many of the two komi have the right winner
	MarginError  float64 // mean absolute error of the margin at both komi, in points
}

// Results holds an evaluator's results for a suite's positions, in order: Raw by a single
// evaluation, Search by a search. For a player, Raw is nil and Search holds its results.
type Results struct {
	Raw, Search []Result
}

// An Answer is a judgement for the player to move.
type Answer struct {
	Move  board.Point
	Win   float64 // win probability, 0 … 1
	Score float64 // expected margin
}

// A Player answers by other means than an evaluator, such as a level of the computer.
type Player func(ctx context.Context, g *game.Game, next board.Color) (Answer, error)

// RunOptions are the options of [Suite.Run]. The results do not depend on Threads.
type RunOptions struct {
	NewEvaluator func(seed uint64) engine.Evaluator
	Visits       int                               // per search
	NewPlayer    func(seed uint64) (Player, error) // replaces NewEvaluator, if not nil
	Seed         uint64
	Threads      int
	Progress     func(positions int) // called after each position, if not nil
}

// komiOffset is the distance in points between the komi and an even game.
const komiOffset = 0.5

// Run tests an evaluator or a player in every position. It fails only if ctx ends first or a player
// fails.
func (s *Suite) Run(ctx context.Context, o RunOptions) (*Results, error) {
	results := &Results{Search: make([]Result, len(s.Positions))}
	if o.NewPlayer == nil {
		results.Raw = make([]Result, len(s.Positions))
	}
	var mu sync.Mutex
	done := 0
	workers, working := errgroup.WithContext(ctx)
	workers.SetLimit(max(1, o.Threads))
	for i := range s.Positions {
		if working.Err() != nil {
			break
		}
		workers.Go(func() error {
			if err := o.evaluate(working, s, i, results); err != nil {
				return err
			}
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

// answerFor converts Black's win probability and score for the player to move. The move is a pass.
func answerFor(next board.Color, win, score float32) Answer {
	return Answer{board.Pass, float64(engine.WinFor(next, win)), float64(engine.ScoreFor(next, score))}
}

// evaluate tests an evaluator, or a new player, in position i.
func (o *RunOptions) evaluate(ctx context.Context, s *Suite, i int, results *Results) error {
	q := &s.Positions[i]
	next, side := q.Next(), 1.0
	if next == board.White {
		side = -1
	}
	won, lost := s.game(q, float64(q.Margin)-side*komiOffset), s.game(q, float64(q.Margin)+side*komiOffset)
	if o.NewPlayer == nil {
		evaluator := o.NewEvaluator(o.Seed + uint64(i))
		results.Raw[i] = q.grade(rawAnswer(evaluator, won, next), rawAnswer(evaluator, lost, next))
		results.Search[i] = q.grade(o.search(ctx, evaluator, won, next), o.search(ctx, evaluator, lost, next))
		return nil
	}
	play, err := o.NewPlayer(o.Seed + uint64(i))
	if err != nil {
		return err
	}
	first, err := play(ctx, won, next)
	if err != nil {
		return err
	}
	second, err := play(ctx, lost, next)
	results.Search[i] = q.grade(first, second)
	return err
}

// grade compares answers with the proven values: won belongs to the game that the player to move
// wins by half a point, lost to the game it loses by half a point.
func (q *Position) grade(won, lost Answer) Result {
	r := Result{Move: won.Move, PointsLost: q.Loss[won.Move]}
	if won.Win > 0.5 {
		r.WinnersRight++
	}
	if lost.Win < 0.5 {
		r.WinnersRight++
	}
	r.MarginError = (math.Abs(won.Score-komiOffset) + math.Abs(lost.Score+komiOffset)) / 2
	return r
}

// rawAnswer returns the answer from a single evaluation. An evaluator without a policy gets the
// search's static policy.
func rawAnswer(evaluator engine.Evaluator, g *game.Game, next board.Color) Answer {
	var e engine.Evaluation
	evaluator.Evaluate(g, next, &e)
	if len(e.Policy) == 0 {
		e.Policy = search.StaticPolicy(g, next)
	}
	p := answerFor(next, e.Win, e.Score)
	best := e.Policy[len(e.Policy)-1]
	for _, move := range legal(g, next) {
		if move != board.Pass && e.Policy[move] > best {
			p.Move, best = move, e.Policy[move]
		}
	}
	return p
}

// search returns the answer from a search.
func (o *RunOptions) search(ctx context.Context, evaluator engine.Evaluator, g *game.Game, next board.Color) Answer {
	r := search.Run(ctx, g, next, []engine.Evaluator{evaluator}, engine.SearchParams{Visits: o.Visits})
	p := answerFor(next, r.Win, r.Score)
	if len(r.Candidates) > 0 {
		p.Move = r.Candidates[0].Move
	}
	return p
}
