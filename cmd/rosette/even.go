package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/lab/calibration"
)

// evenVisits is the default number of visits of an estimate.
const evenVisits = 400

func evenCommand(f *flags) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "even FILE...",
		Short: "Compare fair komi with the network's even komi",
		Long: "Reads results of lab komi --json and prints, for the rules of the games and for\n" +
			"the usual rules with the other way of scoring: the fair komi with its 95 %\n" +
			"interval; the komi at which the network gives neither player a lead on the\n" +
			"empty board, by its score head and by the sum of ownership; and the estimate of\n" +
			"the empty board at the fair komi. The last column says whether these agree\n" +
			"within their joint error. Area and territory may differ by a point. An interval\n" +
			"wider than 6 points means too few games.",
		Example: "  rosette lab komi --board rosette-3 --visits 100 --json > base3.json\n" +
			"  rosette lab even base3.json",
		Args: fileArguments(0),
		RunE: func(cmd *cobra.Command, args []string) error { return f.even(cmd, args, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, a line for each board and ruleset")
	f.register(cmd, []string{"network", "visits", "threads", "seed"})
	reword(cmd, "visits", fmt.Sprintf("`number` of visits for each estimate (default: %d)", evenVisits))
	reword(cmd, "seed", runSeed)
	return cmd
}

// even compares the fair komi in the named files.
func (f *flags) even(cmd *cobra.Command, names []string, asJSON bool) error {
	visits := cmp.Or(f.config.Visits, evenVisits)
	comparer := calibration.Comparer{
		Network: f.config.NetworkFor, Seed: f.config.Seed,
		Estimate: func(ctx context.Context, g *game.Game, next board.Color) (engine.Estimate, error) {
			return f.config.Estimate(ctx, g, next, engine.SearchParams{Visits: visits})
		},
	}
	if !asJSON {
		fmt.Fprintln(cmd.OutOrStdout(), calibration.ComparisonHeader())
	}
	for _, name := range names {
		fair, err := readFairKomi(cmd, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all, err := comparer.Compare(cmd.Context(), fair)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for i := range all {
			if asJSON {
				err = json.NewEncoder(cmd.OutOrStdout()).Encode(all[i])
			} else {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), &all[i])
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// readFairKomi reads a result of lab komi from a file, or from the standard input if name is "-".
func readFairKomi(cmd *cobra.Command, name string) (fair engine.FairKomi, err error) {
	in := cmd.InOrStdin()
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return fair, err
		}
		defer file.Close()
		in = file
	}
	if err := json.NewDecoder(in).Decode(&fair); err != nil {
		return fair, fmt.Errorf("not a result of rosette lab komi --json: %w", err)
	}
	if fair.Conditions.Kind != "komi" {
		return fair, fmt.Errorf("not a result of rosette lab komi --json: its kind is %q, not \"komi\"", fair.Conditions.Kind)
	}
	return fair, nil
}
