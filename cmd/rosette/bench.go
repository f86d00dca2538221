package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine/bench"
	"rosette/game"
)

// benchBoards are measured unless --board names one.
var benchBoards = []string{"rosette-5", "rosette-7", "square-9", "square-19"}

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
			text := cmd.OutOrStdout()
			if asJSON {
				text = io.Discard
			}
			all, err := f.bench(cmd.Context(), span, text)
			if err != nil || !asJSON {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(all)
		},
	}
	cmd.Flags().DurationVar(&span, "span", 2*time.Second, "`duration` of each measurement")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	f.register(cmd, []string{"board", "threads", "seed"})
	return cmd
}

// bench makes all measurements, prints each as a line of a table, and returns them.
func (f *flags) bench(ctx context.Context, span time.Duration, out io.Writer) (all []any, err error) {
	names := benchBoards
	if f.set.Changed("board") {
		names = []string{f.boardName}
	}
	fmt.Fprintf(out, "%-12s %7s %10s %12s %14s %10s %10s %6s\n",
		"board", "threads", "light/s", "moves/s", "moves/playout", "taught/s", "visits/s", "share")
	for _, name := range names {
		of := *f
		of.boardName = name
		graph, rules, err := of.position()
		if err != nil {
			return nil, err
		}
		for _, threads := range slices.Compact([]int{1, f.config.Cores()}) {
			p := bench.MeasurePlayouts(ctx, game.New(graph, rules), threads, f.randomSeed(), span)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			all = append(all, p)
			fmt.Fprintf(out, "%-12s %7d %10.0f %12.0f %14.1f %10.0f %10.0f %4.0f %%\n",
				p.Board, p.Threads, p.Light, p.Moves, p.Length, p.Tactical, p.Visits, 100*p.Visits/p.Tactical)
		}
	}
	parsed, replayed, err := bench.MeasureRecords(ctx, f.config.Cores(), f.randomSeed(), span)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "\n%-12s %7s %12s %14s\n", "records", "threads", "MB/s", "nodes/s")
	fmt.Fprintf(out, "%-12s %7d %12.0f %14.0f\n", parsed.Work, parsed.Threads, parsed.Bytes/1e6, parsed.Nodes)
	fmt.Fprintf(out, "%-12s %7d %12s %14.0f\n", replayed.Work, replayed.Threads, "", replayed.Nodes)
	return append(all, parsed, replayed), ctx.Err()
}
