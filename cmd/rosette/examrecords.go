package main

import (
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/internal/progress"
	"rosette/internal/quote"
	"rosette/lab/matches"
	"rosette/lab/records"
)

// examRecordsFlags are the flags for exam records.
type examRecordsFlags struct {
	*flags
	parts  []string
	gnugo  string
	asJSON bool
}

func examRecords(f *flags) *cobra.Command {
	e := &examRecordsFlags{flags: f}
	cmd := &cobra.Command{
		Use:   "records LIST DIR",
		Short: "Compare scoring with the recorded results of finished games",
		Long: "Scores the end of each record in LIST and prints the games whose result\n" +
			"differs from the one that the players agreed on. Then it prints how many\n" +
			"agree, how many are sure (no unsure chain, no move worth points), and the\n" +
			"processor time per position. With --gnugo, GNU Go 3.8 scores them too.\n\n" +
			"The files may be anywhere below DIR; they are identified by SHA-256. A line in\n" +
			"LIST is: size, SHA-256, part, rules, komi, result, repository, path.\n" +
			"docs/bench/records.txt lists 404 public records.",
		Example: "  rosette lab exam records docs/bench/records.txt collections \\\n      --gnugo scores.jsonl",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return usageError{
					fmt.Errorf("%s takes a list of records and the directory with their files: LIST DIR",
						cmd.CommandPath()),
				}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return e.run(cmd, args[0], args[1]) },
	}
	cmd.Flags().StringSliceVar(&e.parts, "part", nil, "only these `parts` of the list, separated by commas")
	cmd.Flags().StringVar(&e.gnugo, "gnugo", "",
		"`FILE.jsonl` with GNU Go's scores; missing ones are computed with gnugo and added")
	cmd.Flags().BoolVar(&e.asJSON, "json", false, "print one line of JSON for each record")
	f.register(cmd, []string{"network", "seed"})
	return cmd
}

func (e *examRecordsFlags) run(cmd *cobra.Command, list, dir string) error {
	all, err := records.ReadFile(list, e.parts)
	if err != nil {
		return usageError{err}
	}
	c := &records.Comparison{Propose: e.config.SeededJudge().Propose, CPU: matches.ProcessCPU}
	if c.Files, err = records.Find(dir); err != nil {
		return usageError{err}
	}
	if e.gnugo != "" {
		if c.GNUGo, err = records.NewGNUGo(e.gnugo); err != nil {
			return usageError{err}
		}
	}
	bar := progress.NewBar(cmd.ErrOrStderr(), len(all))
	defer bar.Clear()
	counted := 0
	outcomes, err := c.Run(cmd.Context(), all, func(o records.Outcome) error {
		counted++
		bar.Set(counted)
		switch {
		case e.asJSON:
			return json.NewEncoder(cmd.OutOrStdout()).Encode(o)
		case !o.Agrees() || len(o.Unsure) > 0:
			fmt.Fprintln(cmd.OutOrStdout(), quote.Printable("%s", o))
		}
		return nil
	})
	if err != nil || e.asJSON {
		return err
	}
	return records.WriteTable(cmd.OutOrStdout(), outcomes)
}
