// Package bench measures how much a machine computes per second: playouts and their moves, network
// evaluations, search visits by either, and nodes in game records that are parsed or replayed.
// `rosette lab bench` prints the numbers.
package bench

import (
	"context"
	"fmt"
	"sync/atomic"

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
	Board   string `json:"board"`
	Threads int    `json:"threads"`
	PlayoutRates
	Length float64       `json:"movesPerPlayout"`
	CPU    *PlayoutRates `json:"cpu,omitempty"` // by processor time; nil if it is unknown
}

// PlayoutRates are counts for each second.
type PlayoutRates struct {
	Light    float64 `json:"playoutsPerSecond"`       // playouts with random moves
	Moves    float64 `json:"movesPerSecond"`          // in these playouts, passes included
	Tactical float64 `json:"taughtPlayoutsPerSecond"` // playouts as used in a search
	Visits   float64 `json:"visitsPerSecond"`         // in searches by these playouts
}

// PlayoutsHeader names the columns for [Playouts.String].
var PlayoutsHeader = fmt.Sprintf("%-12s %7s %-9s %10s %12s %14s %10s %10s %6s",
	"board", "threads", "time", "light/s", "moves/s", "moves/playout", "taught/s", "visits/s", "share")

// String returns a table row by elapsed time, and one by processor time if it is known.
func (p Playouts) String() string {
	row := func(time string, r PlayoutRates) string {
		return fmt.Sprintf("%-12s %7d %-9s %10.0f %12.0f %14.1f %10.0f %10.0f %4.0f %%",
			p.Board, p.Threads, time, r.Light, r.Moves, p.Length, r.Tactical, r.Visits, 100*r.Visits/r.Tactical)
	}
	return rows(row, p.PlayoutRates, p.CPU)
}

// MeasurePlayouts plays and searches from g with Black to move. It makes three measurements.
func (m Meter) MeasurePlayouts(ctx context.Context, g *game.Game) Playouts {
	light, moves, lightTime := m.playouts(ctx, g, playout.NewLight)
	tactical, _, tacticalTime := m.playouts(ctx, g, playout.New)
	var evaluators []engine.Evaluator
	for i := range m.Threads {
		evaluators = append(evaluators, playout.New(m.Seed+uint64(i)))
	}
	visits, visitTime := m.visits(ctx, g, evaluators)
	rates := func(by func(duration) float64) PlayoutRates {
		return PlayoutRates{
			Light: light / by(lightTime), Moves: moves / by(lightTime), Tactical: tactical / by(tacticalTime),
			Visits: visits / by(visitTime),
		}
	}
	return Playouts{
		Board: g.Graph().Name(), Threads: m.Threads, PlayoutRates: rates(duration.elapsedSeconds),
		Length: moves / light, CPU: byCPU(rates, lightTime, tacticalTime, visitTime),
	}
}

// playouts counts playouts and moves.
func (m Meter) playouts(
	ctx context.Context, g *game.Game, newEvaluator func(seed uint64) *playout.Evaluator,
) (played, moved float64, took duration) {
	var playouts, moves atomic.Int64
	took, _ = m.run(ctx, func(i int) func() error {
		evaluator, from := newEvaluator(m.Seed+uint64(i)), g.Clone()
		var into engine.Evaluation
		return func() error {
			for range 20 {
				evaluator.Evaluate(from, board.Black, &into)
				playouts.Add(1)
				moves.Add(int64(evaluator.Moves()))
			}
			return nil
		}
	})
	return float64(playouts.Load()), float64(moves.Load()), took
}

// visits counts visits in searches, each with a new tree and all evaluators.
func (m Meter) visits(
	ctx context.Context, g *game.Game, evaluators []engine.Evaluator,
) (visits float64, took duration) {
	ctx, stop := context.WithTimeout(ctx, m.Span)
	defer stop()
	read := m.start()
	for ctx.Err() == nil {
		n := search.Run(ctx, g, board.Black, evaluators, engine.SearchParams{Visits: SearchVisits}).Visits
		visits += float64(n)
	}
	return visits, read()
}
