package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"rosette/internal/quote"
	"rosette/lab/bench"
)

// slowPerft is the duration from which a count reports its speed.
const slowPerft = 2 * time.Second

func perftCommand(f *flags) *cobra.Command {
	var depth int
	var asJSON, verbose bool
	cmd := &cobra.Command{
		Use:   "perft",
		Short: "Count move sequences, to test rules",
		Long: "Prints the number of sequences of 1, 2, … turns from the empty board, one\n" +
			"number per line. A pass is a turn; two passes in a row end a sequence.",
		Example: "  rosette lab perft --board rosette-2 --rules mindsports-chinese --depth 3\n" +
			`  rosette lab perft --board square-3 --rules '{"ko":"POSITIONAL"}' --depth 5`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			graph, rules, err := f.position()
			if err != nil {
				return err
			}
			r := bench.Perft{Board: graph.Name(), Rules: rules}
			each := io.Discard
			if !asJSON {
				each = cmd.OutOrStdout()
			}
			if err := r.Count(cmd.Context(), graph, depth, each, reportSpeed(cmd, verbose)); err != nil || !asJSON {
				return err
			}
			return json.NewEncoder(cmd.OutOrStdout()).Encode(r)
		},
	}
	intFlag(cmd.Flags(), &depth, "depth", 3, 1, bench.MaxPerftDepth,
		fmt.Sprintf("maximum `number` of turns, 1 to %d", bench.MaxPerftDepth))
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object with board, rules and counts")
	cmd.Flags().BoolVar(&verbose, "verbose", false, "print the speed at each depth to standard error")
	f.register(cmd, graphFlags)
	return cmd
}

// reportSpeed returns a function that prints the speed of a count to standard
// error, if the count was slow or verbose is set.
func reportSpeed(cmd *cobra.Command, verbose bool) func(int, uint64, time.Duration) {
	return func(depth int, n uint64, took time.Duration) {
		if verbose || took >= slowPerft {
			fmt.Fprintf(cmd.ErrOrStderr(), "depth %d: %v, %s sequences/s\n",
				depth, took.Round(time.Millisecond), quote.Rounded(float64(n)/took.Seconds()))
		}
	}
}
