package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// Boards lists the boards that a [Suite] usually measures.
var Boards = []string{"rosette-5", "rosette-7", "square-9", "square-19"}

// A Suite is a series of measurements on one machine.
type Suite struct {
	Positions []*game.Game
	Span      time.Duration // per measurement, from 1 ms to 1 h
	Bits      int           // network precision: 8 where the processor has a kernel for it, or 32
	Threads   int           // for measurements on all cores
	Seed      uint64
	Network   func(*board.Graph, game.Rules) *neural.Network // returns nil for a board without a network

	// CPU returns the processor time of this process, if known. It may be nil.
	CPU func() (used time.Duration, known bool)
}

// meter returns a meter for measurements on a number of threads.
func (s Suite) meter(threads int) Meter {
	return Meter{Threads: threads, Seed: s.Seed, Span: s.Span, CPU: s.CPU}
}

// Check returns an error that begins with the name of an invalid field.
func (s Suite) Check() error {
	if s.Span < time.Millisecond || s.Span > time.Hour {
		return fmt.Errorf("span %v; use 1ms to 1h", s.Span)
	}
	if s.Bits != 8 && s.Bits != 32 {
		return fmt.Errorf("bits %d; use 8 or 32", s.Bits)
	}
	return nil
}

// Run measures playouts, networks where one supports the board, and reading records. It writes
// tables to out and returns the [Playouts], [Network] and [Records] in order.
func (s Suite) Run(ctx context.Context, out io.Writer) ([]any, error) {
	var results []any
	results = s.table(ctx, out, PlayoutsHeader, s.Positions, results, func(g *game.Game, threads int) fmt.Stringer {
		return s.meter(threads).MeasurePlayouts(ctx, g)
	})
	known := slices.DeleteFunc(slices.Clone(s.Positions),
		func(g *game.Game) bool { return s.Network(g.Graph(), g.Rules()) == nil })
	results = s.table(ctx, out, "\n"+NetworksHeader, known, results, func(g *game.Game, threads int) fmt.Stringer {
		return s.meter(threads).MeasureNetwork(ctx, g, s.Network(g.Graph(), g.Rules()), s.Bits == 32)
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	parsed, replayed, err := s.meter(s.Threads).MeasureRecords(ctx)
	if err != nil {
		return nil, err
	}
	_, err = fmt.Fprintf(out, "\n%s\n%v\n%v\n", RecordsHeader, parsed, replayed)
	return append(results, parsed, replayed), errors.Join(err, ctx.Err())
}

// table writes a table with rows for each position on one thread and on all threads, or nothing
// without positions. It appends the measurements to results and ends when ctx ends.
func (s Suite) table(
	ctx context.Context, out io.Writer, header string, positions []*game.Game, results []any,
	measure func(g *game.Game, threads int) fmt.Stringer,
) []any {
	for i, g := range positions {
		if i == 0 && ctx.Err() == nil {
			fmt.Fprintln(out, header)
		}
		for _, n := range slices.Compact([]int{1, s.Threads}) {
			if row := measure(g, n); ctx.Err() == nil {
				results = append(results, row)
				fmt.Fprintln(out, row)
			}
		}
	}
	return results
}
