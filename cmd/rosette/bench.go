package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// benchBoards are measured unless --board names one.
var benchBoards = []string{"rosette-5", "rosette-7", "square-9", "square-19"}

// A pace is how fast playouts ran: light ones, those that answer, and the same in
// a search.
type pace struct {
	Board    string  `json:"board"`
	Threads  int     `json:"threads"`
	Playouts float64 `json:"playoutsPerSecond"`
	Moves    float64 `json:"movesPerSecond"`
	Length   float64 `json:"movesPerPlayout"`
	Taught   float64 `json:"taughtPlayoutsPerSecond"`
	Visits   float64 `json:"visitsPerSecond"`
}

// benchVisits are those of each search that is measured.
const benchVisits = 10_000

func benchCommand(f *flags) *cobra.Command {
	var span time.Duration
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the speed of this machine: playouts, search, reading records",
		Long: "Plays random games from the empty board, on one thread and on all, and prints\n" +
			"playouts and moves per second; passes count as moves. Light playouts choose moves\n" +
			"at random, taught playouts are those that the search uses. Visits are measured in\n" +
			"searches of 10,000, also as a share of taught playouts. Then it reads and replays\n" +
			"generated game records on all threads.",
		Example: "  rosette bench\n  rosette bench --board rosette-6 --span 5s --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if span < time.Millisecond || span > time.Hour {
				return usageError{fmt.Errorf("--span %v; use 1ms to 1h", span)}
			}
			paces, err := benchAll(cmd.Context(), f, span, cmd.OutOrStdout(), asJSON)
			if err != nil {
				return err
			}
			records, err := benchRecords(cmd.Context(), f, span, cmd.OutOrStdout(), asJSON)
			if err != nil || cmd.Context().Err() != nil || !asJSON {
				return errors.Join(err, cmd.Context().Err())
			}
			var all []any
			for _, p := range paces {
				all = append(all, p)
			}
			for _, p := range records {
				all = append(all, p)
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(all)
		},
	}
	cmd.Flags().DurationVar(&span, "span", 2*time.Second, "`duration` of each measurement")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	f.register(cmd, []string{"board", "threads", "seed"})
	return cmd
}

func benchAll(ctx context.Context, f *flags, span time.Duration, out io.Writer, asJSON bool) ([]pace, error) {
	names := benchBoards
	if f.set.Changed("board") {
		names = []string{f.boardName}
	}
	counts := slices.Compact([]int{1, f.config.Cores()})
	if !asJSON {
		fmt.Fprintf(out, "%-12s %7s %10s %12s %14s %10s %10s %6s\n", "board", "threads", "light/s", "moves/s", "moves/playout", "taught/s", "visits/s", "share")
	}
	var paces []pace
	for _, name := range names {
		at := *f
		at.boardName = name
		graph, rules, err := at.position()
		if err != nil {
			return nil, err
		}
		for _, threads := range counts {
			p := benchOne(ctx, game.New(graph, rules), threads, f.randomSeed(), span)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			paces = append(paces, p)
			if !asJSON {
				fmt.Fprintf(out, "%-12s %7d %10.0f %12.0f %14.1f %10.0f %10.0f %4.0f %%\n",
					p.Board, p.Threads, p.Playouts, p.Moves, p.Length, p.Taught, p.Visits, 100*p.Visits/p.Taught)
			}
		}
	}
	return paces, nil
}

// benchOne plays and searches on that many threads, for the span each.
func benchOne(ctx context.Context, g *game.Game, threads int, seed uint64, span time.Duration) pace {
	light, moves := benchPlayouts(ctx, g, threads, span, func(i int) *playout.Evaluator { return playout.NewLight(seed + uint64(i)) })
	taught, _ := benchPlayouts(ctx, g, threads, span, func(i int) *playout.Evaluator { return playout.New(seed + uint64(i)) })
	return pace{g.Graph().Name(), threads, light, moves, moves / light, taught, benchSearch(ctx, g, threads, seed, span)}
}

// benchPlayouts returns playouts and moves a second.
func benchPlayouts(ctx context.Context, g *game.Game, threads int, span time.Duration, mind func(i int) *playout.Evaluator) (perSecond, moves float64) {
	var count, made atomic.Int64
	ctx, stop := context.WithTimeout(ctx, span)
	defer stop()
	start := time.Now()
	var all sync.WaitGroup
	for i := range threads {
		mind, own := mind(i), g.Clone()
		all.Go(func() {
			var into engine.Evaluation
			for ctx.Err() == nil {
				for range 20 {
					mind.Evaluate(own, board.Black, &into)
					count.Add(1)
					made.Add(int64(mind.Moves()))
				}
			}
		})
	}
	all.Wait()
	took := time.Since(start).Seconds()
	return float64(count.Load()) / took, float64(made.Load()) / took
}

// benchSearch returns visits a second of searches from the start, each with a
// tree of its own.
func benchSearch(ctx context.Context, g *game.Game, threads int, seed uint64, span time.Duration) float64 {
	ctx, stop := context.WithTimeout(ctx, span)
	defer stop()
	var minds []engine.Evaluator
	for i := range threads {
		minds = append(minds, playout.New(seed+uint64(i)))
	}
	visits, start := 0, time.Now()
	for ctx.Err() == nil {
		visits += search.Run(ctx, g, board.Black, minds, engine.SearchParams{Visits: benchVisits}).Visits
	}
	return float64(visits) / time.Since(start).Seconds()
}
