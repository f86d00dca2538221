// Package bench measures how much a machine computes per second: playouts and their moves, network
// evaluations, search visits by either, and nodes in game records that are parsed or replayed.
// `rosette lab bench` prints the numbers.
package bench

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// SearchVisits is the number of visits per measured search.
const SearchVisits = 10_000

// A Playouts holds the speed of playouts and searches from one position.
type Playouts struct {
	Board    string  `json:"board"`
	Threads  int     `json:"threads"`
	Light    float64 `json:"playoutsPerSecond"` // playouts with random moves
	Moves    float64 `json:"movesPerSecond"`    // in these playouts, passes included
	Length   float64 `json:"movesPerPlayout"`
	Tactical float64 `json:"taughtPlayoutsPerSecond"` // playouts as used in a search
	Visits   float64 `json:"visitsPerSecond"`         // in searches by these playouts
}

// PlayoutsHeader names the columns for [Playouts.String].
var PlayoutsHeader = fmt.Sprintf("%-12s %7s %10s %12s %14s %10s %10s %6s",
	"board", "threads", "light/s", "moves/s", "moves/playout", "taught/s", "visits/s", "share")

// String returns a table row.
func (p Playouts) String() string {
	return fmt.Sprintf("%-12s %7d %10.0f %12.0f %14.1f %10.0f %10.0f %4.0f %%",
		p.Board, p.Threads, p.Light, p.Moves, p.Length, p.Tactical, p.Visits, 100*p.Visits/p.Tactical)
}

// MeasurePlayouts plays and searches from g with Black to move, on that many threads. It makes
// three measurements of length span; they end early when ctx ends. In the first two, every thread
// plays at least once.
func MeasurePlayouts(ctx context.Context, g *game.Game, threads int, seed uint64, span time.Duration) Playouts {
	light, moves := playouts(ctx, g, threads, span,
		func(i int) *playout.Evaluator { return playout.NewLight(seed + uint64(i)) })
	tactical, _ := playouts(ctx, g, threads, span,
		func(i int) *playout.Evaluator { return playout.New(seed + uint64(i)) })
	var evaluators []engine.Evaluator
	for i := range threads {
		evaluators = append(evaluators, playout.New(seed+uint64(i)))
	}
	return Playouts{g.Graph().Name(), threads, light, moves, moves / light, tactical, visits(ctx, g, evaluators, span)}
}

// playouts returns playouts and moves per second.
func playouts(
	ctx context.Context, g *game.Game, threads int, span time.Duration, newEvaluator func(i int) *playout.Evaluator,
) (perSecond, moves float64) {
	var played, moved atomic.Int64
	ctx, stop := context.WithTimeout(ctx, span)
	defer stop()
	start := time.Now()
	var all sync.WaitGroup
	for i := range threads {
		evaluator, from := newEvaluator(i), g.Clone()
		all.Go(func() {
			var into engine.Evaluation
			for first := true; first || ctx.Err() == nil; first = false {
				for range 20 {
					evaluator.Evaluate(from, board.Black, &into)
					played.Add(1)
					moved.Add(int64(evaluator.Moves()))
				}
			}
		})
	}
	all.Wait()
	seconds := time.Since(start).Seconds()
	return float64(played.Load()) / seconds, float64(moved.Load()) / seconds
}

// visits returns the visits per second in searches, each with a new tree.
func visits(ctx context.Context, g *game.Game, evaluators []engine.Evaluator, span time.Duration) float64 {
	ctx, stop := context.WithTimeout(ctx, span)
	defer stop()
	n, start := 0, time.Now()
	for ctx.Err() == nil {
		n += search.Run(ctx, g, board.Black, evaluators, engine.SearchParams{Visits: SearchVisits}).Visits
	}
	return float64(n) / time.Since(start).Seconds()
}
