package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"rosette/game"
	"rosette/game/board"
)

const (
	maxPerftDepth = 32
	slowPerft     = 2 * time.Second // counts that take so long report their speed
)

// A perftReport is what perft prints as JSON.
type perftReport struct {
	Board  string     `json:"board"`
	Rules  game.Rules `json:"rules"`
	Counts []uint64   `json:"counts"`
}

func perftCommand(f *flags) *cobra.Command {
	var depth int
	var asJSON, verbose bool
	cmd := &cobra.Command{
		Use:   "perft",
		Short: "Count move sequences (rules test)",
		Long: "Prints the number of sequences of 1, 2, … turns from the empty board, one number\n" +
			"on each line. A pass is a turn, Black and White alternate, and nothing follows two\n" +
			"passes.",
		Example: "  rosette lab perft --board rosette-2 --rules mindsports-chinese --depth 3\n" +
			`  rosette lab perft --board square-3 --rules '{"ko":"POSITIONAL"}' --depth 5 --json`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if depth < 1 || depth > maxPerftDepth {
				return usageError{fmt.Errorf("--depth %d; use 1 to %d", depth, maxPerftDepth)}
			}
			graph, rules, err := f.position()
			if err != nil {
				return err
			}
			r := perftReport{Board: graph.Name(), Rules: rules}
			each := io.Discard
			if !asJSON {
				each = cmd.OutOrStdout()
			}
			if err := r.count(cmd.Context(), graph, depth, each, reportSpeed(cmd, verbose)); err != nil || !asJSON {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(r)
		},
	}
	cmd.Flags().IntVar(&depth, "depth", 3, fmt.Sprintf("turns to count, a `number` from 1 to %d", maxPerftDepth))
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object with board, rules and counts")
	cmd.Flags().BoolVar(&verbose, "verbose", false, "print the speed of every depth to standard error")
	f.register(cmd, graphFlags)
	return cmd
}

// count counts the sequences of each depth up to the given one, and writes each
// number to out.
func (r *perftReport) count(
	ctx context.Context, g *board.Graph, depth int, out io.Writer, report func(depth int, n uint64, took time.Duration),
) error {
	for d := 1; d <= depth; d++ {
		start, counted := time.Now(), make(chan uint64, 1)
		go func() { counted <- game.New(g, r.Rules).Perft(board.Black, d) }()
		select {
		case n := <-counted:
			r.Counts = append(r.Counts, n)
			if _, err := fmt.Fprintln(out, n); err != nil {
				return err
			}
			report(d, n, time.Since(start))
		case <-ctx.Done():
			return errors.New("perft: interrupted")
		}
	}
	return nil
}

// reportSpeed returns a function that prints the speed of a count to standard
// error, if the count was slow or verbose is set.
func reportSpeed(cmd *cobra.Command, verbose bool) func(int, uint64, time.Duration) {
	return func(depth int, n uint64, took time.Duration) {
		if verbose || took >= slowPerft {
			fmt.Fprintf(cmd.ErrOrStderr(), "depth %d: %v, %.3g sequences/s\n",
				depth, took.Round(time.Millisecond), float64(n)/took.Seconds())
		}
	}
}
