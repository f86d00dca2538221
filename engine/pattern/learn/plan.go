package learn

import (
	"context"
	"errors"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/engine/pattern"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

// DefaultVisits is the default for Visits in a [Plan].
const DefaultVisits = 600

// fitRounds is the number of rounds for fitting weights.
const fitRounds = 30

// openingShare is the largest number of opening moves for each point on the board.
const openingShare = 1.0 / 8

// A Plan describes self-play games from which to learn pattern weights.
type Plan struct {
	Start     *game.Game // the starting position
	Games     int
	Seed      uint64                             // for the first game; each later game adds one
	Threads   int                                // games played concurrently, 1 if zero
	Visits    int                                // in each search, [DefaultVisits] if zero
	Evaluator func(seed uint64) engine.Evaluator // for the searches
}

// errInterrupted means that the plan's context ended.
var errInterrupted = errors.New("interrupted; nothing is learned before the last game")

// Learn plays the games and fits pattern weights to them. It calls onGame with the number of
// finished games after each, one call at a time. Equal seeds give equal tables, whatever the number
// of threads.
func (p Plan) Learn(ctx context.Context, onGame func(done int)) (*pattern.Table, error) {
	samples, err := p.play(ctx, onGame)
	if err != nil {
		return nil, err
	}
	return pattern.Fit(p.Start.Graph().Lattice(), samples, fitRounds), nil
}

// play plays the games and returns their samples in game order.
func (p Plan) play(ctx context.Context, onGame func(done int)) ([]pattern.Sample, error) {
	all, done := make([][]pattern.Sample, p.Games), 0
	var mu sync.Mutex
	group, games := errgroup.WithContext(ctx)
	group.SetLimit(max(1, p.Threads))
	for i := range p.Games {
		group.Go(func() (err error) {
			if games.Err() != nil {
				return games.Err()
			}
			if all[i], err = Game(games, p.Start.Clone(), p.Seed+uint64(i), p.options()); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			done++
			onGame(done)
			return nil
		})
	}
	err := group.Wait()
	if ctx.Err() != nil {
		return nil, errInterrupted
	}
	return slices.Concat(all...), err
}

// options returns the options for one game.
func (p Plan) options() Options {
	tactics := playout.New(0)
	o := Options{
		Visits: p.Visits, Opening: int(openingShare * float64(p.Start.Graph().Points())), Evaluator: p.Evaluator,
		HasReply: func(g *game.Game, c board.Color) bool { return tactics.Reply(g, c) != board.Pass },
	}
	if o.Visits == 0 {
		o.Visits = DefaultVisits
	}
	return o
}
