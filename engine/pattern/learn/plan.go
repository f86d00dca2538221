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

// DefaultVisits is the number of visits of each search of a [Plan] without one.
const DefaultVisits = 600

// fitRounds is the number of rounds in which weights are fitted.
const fitRounds = 30

// openingShare is the largest number of opening moves for each point of the board.
const openingShare = 1.0 / 8

// A Plan says from which games the weights of patterns are learned.
type Plan struct {
	Start     *game.Game // the position in which games begin
	Games     int
	Seed      uint64                             // of the first game; each game has the next one
	Threads   int                                // games at the same time, 1 if zero
	Visits    int                                // of each search, [DefaultVisits] if zero
	Evaluator func(seed uint64) engine.Evaluator // of the searches
}

// errInterrupted is the error of a plan whose context ended.
var errInterrupted = errors.New("interrupted; nothing is learned before the last game")

// Learn plays the games and fits the weights of patterns to them. It calls onGame
// with the number of finished games after each of them, one call at a time. Equal
// seeds give equal tables, whatever the number of threads.
func (p Plan) Learn(ctx context.Context, onGame func(done int)) (*pattern.Table, error) {
	samples, err := p.play(ctx, onGame)
	if err != nil {
		return nil, err
	}
	return pattern.Fit(p.Start.Graph().Lattice(), samples, fitRounds), nil
}

// play plays the games and returns their samples in the order of the games.
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

// options returns the options of one game.
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
