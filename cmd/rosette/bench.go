package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"rosette/game"
	"rosette/lab/bench"
)

// benchBoards are measured unless --board names one.
var benchBoards = []string{"rosette-5", "rosette-7", "square-9", "square-19"}

func benchCommand(f *flags) *cobra.Command {
	var b benchRun
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the speed of this machine: playouts, network, search, reading records",
		Long: "Plays random games from the empty board, on one thread and on all, and prints\n" +
			"playouts and moves per second; passes count as moves. Light playouts choose moves\n" +
			"at random, taught playouts are those that the search uses. Visits are measured in\n" +
			"searches of 10,000, also as a share of taught playouts. Then it evaluates the board\n" +
			"by the network that serves it, if any, and searches by this; it names the kernel that\n" +
			"the processor runs and its bits. At last it reads and replays generated game records\n" +
			"on all threads.",
		Example: "  rosette lab bench\n  rosette lab bench --board rosette-6 --span 5s --json\n  rosette lab bench --bits 32",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if b.span < time.Millisecond || b.span > time.Hour {
				return usageError{fmt.Errorf("--span %v; use 1ms to 1h", b.span)}
			}
			if b.bits != 8 && b.bits != 32 {
				return usageError{fmt.Errorf("--bits %d; use 8 or 32", b.bits)}
			}
			b.out = cmd.OutOrStdout()
			if asJSON {
				b.out = io.Discard
			}
			err := b.measure(cmd.Context(), f)
			if err != nil || !asJSON {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(b.all)
		},
	}
	cmd.Flags().DurationVar(&b.span, "span", 2*time.Second, "`duration` of each measurement")
	cmd.Flags().IntVar(&b.bits, "bits", 8, "`number` of bits in which the network is computed: 8 where the processor has a kernel for them, or 32")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	f.register(cmd, []string{"board" + fromFile, "network", "threads", "seed"})
	return cmd
}

// A benchRun makes all measurements and prints each as a line of a table.
type benchRun struct {
	span time.Duration
	bits int
	out  io.Writer
	all  []any // what was measured
}

// measure measures playouts, networks where one serves the board, and records.
func (b *benchRun) measure(ctx context.Context, f *flags) error {
	var positions []*game.Game
	names := benchBoards
	if f.set.Changed("board") {
		names = []string{f.boardName}
	}
	for _, name := range names {
		of := *f
		of.boardName = name
		graph, rules, err := of.position()
		if err != nil {
			return err
		}
		positions = append(positions, game.New(graph, rules))
	}
	config, seed := f.config, f.randomSeed()
	threads := slices.Compact([]int{1, config.Cores()})
	b.table(ctx, bench.PlayoutsHeader, positions, threads, func(g *game.Game, threads int) fmt.Stringer {
		return bench.MeasurePlayouts(ctx, g, threads, seed, b.span)
	})
	positions = slices.DeleteFunc(positions, func(g *game.Game) bool { return config.NetworkFor(g.Graph(), g.Rules()) == nil })
	b.table(ctx, "\n"+bench.NetworksHeader, positions, threads, func(g *game.Game, threads int) fmt.Stringer {
		return bench.MeasureNetwork(ctx, g, config.NetworkFor(g.Graph(), g.Rules()), b.bits == 32, threads, seed, b.span)
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	parsed, replayed, err := bench.MeasureRecords(ctx, config.Cores(), seed, b.span)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.out, "\n%s\n%v\n%v\n", bench.RecordsHeader, parsed, replayed)
	b.all = append(b.all, parsed, replayed)
	return ctx.Err()
}

// table prints a table with a line for each position and number of threads,
// nothing where there is no position, and ends when ctx does.
func (b *benchRun) table(
	ctx context.Context, header string, positions []*game.Game, threads []int, measure func(g *game.Game, threads int) fmt.Stringer,
) {
	for i, g := range positions {
		if i == 0 && ctx.Err() == nil {
			fmt.Fprintln(b.out, header)
		}
		for _, n := range threads {
			if row := measure(g, n); ctx.Err() == nil {
				b.all = append(b.all, row)
				fmt.Fprintln(b.out, row)
			}
		}
	}
}
