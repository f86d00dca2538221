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
	"rosette/game"
	"rosette/game/board"
)

// benchBoards are measured unless --board names one.
var benchBoards = []string{"rosette-5", "rosette-7", "square-9", "square-19"}

// A pace is how fast playouts ran.
type pace struct {
	Board    string  `json:"board"`
	Threads  int     `json:"threads"`
	Playouts float64 `json:"playoutsPerSecond"`
	Moves    float64 `json:"movesPerSecond"`
	Length   float64 `json:"movesPerPlayout"`
}

func benchCommand(f *flags) *cobra.Command {
	var span time.Duration
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure how fast this machine plays at random and reads records",
		Long: "Bench plays random games from the empty board, on one thread and on all, and\n" +
			"prints playouts and moves a second. Passes count as moves. Then it reads game\n" +
			"records that it has made, and replays them by the rules, on all threads.",
		Example: "  rosette bench\n  rosette bench --board rosette-6 --span 5s --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
			}
			if span < time.Millisecond || span > time.Hour {
				return misused{fmt.Errorf("--span %v; use 1ms to 1h", span)}
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
	cmd.Flags().DurationVar(&span, "span", 2*time.Second, "how `long` each measurement lasts")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func benchAll(ctx context.Context, f *flags, span time.Duration, out io.Writer, asJSON bool) ([]pace, error) {
	names := benchBoards
	if f.set.Changed("board") {
		names = []string{f.boardName}
	}
	counts := slices.Compact([]int{1, f.cores()})
	if !asJSON {
		fmt.Fprintf(out, "%-12s %7s %12s %14s %14s\n", "board", "threads", "playouts/s", "moves/s", "moves/playout")
	}
	var paces []pace
	for _, name := range names {
		at := *f
		at.boardName = name
		graph, rules, err := at.ground()
		if err != nil {
			return nil, err
		}
		for _, threads := range counts {
			p := benchOne(ctx, game.New(graph, rules), threads, f.luck(), span)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			paces = append(paces, p)
			if !asJSON {
				fmt.Fprintf(out, "%-12s %7d %12.0f %14.0f %14.1f\n", p.Board, p.Threads, p.Playouts, p.Moves, p.Length)
			}
		}
	}
	return paces, nil
}

// benchOne plays on that many threads for the span.
func benchOne(ctx context.Context, g *game.Game, threads int, seed uint64, span time.Duration) pace {
	var playouts, moves atomic.Int64
	ctx, stop := context.WithTimeout(ctx, span)
	defer stop()
	start := time.Now()
	var all sync.WaitGroup
	for i := range threads {
		mind, own := playout.Light(seed+uint64(i)), g.Clone()
		all.Go(func() {
			var into engine.Evaluation
			for ctx.Err() == nil {
				for range 20 {
					mind.Evaluate(own, board.Black, &into)
					playouts.Add(1)
					moves.Add(int64(mind.Moves()))
				}
			}
		})
	}
	all.Wait()
	took := time.Since(start).Seconds()
	n, m := float64(playouts.Load()), float64(moves.Load())
	return pace{g.Graph().Name(), threads, n / took, m / took, m / n}
}
