package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"rosette/game/sgf"
	"rosette/internal/progress"
	"rosette/solve/puzzle"
)

func puzzleCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzle",
		Short: "List, show, solve, make and check puzzles with one solution",
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(puzzleList(f), puzzleShow(f), puzzlePlay(f), puzzleMake(f), puzzleCheck(f))
	return cmd
}

func puzzleCheck(f *flags) *cobra.Command {
	var nodes int
	cmd := &cobra.Command{
		Use:   "check [FILE…]",
		Short: "Prove that every puzzle has exactly the marked solution",
		Long: "Searches each first move of the puzzles in the files, or of the built-in\n" +
			"puzzles.",
		Example: "  rosette puzzle check\n  rosette puzzle check puzzles.sgf",
		RunE: func(cmd *cobra.Command, names []string) error {
			if len(names) == 0 {
				records, err := puzzle.Collection()
				if err != nil {
					return err
				}
				return checkPuzzles(cmd, "collection", records, nodes)
			}
			var errs []error
			for _, name := range names {
				records, err := readPuzzles(cmd, []string{name})
				if err == nil {
					err = checkPuzzles(cmd, name, records, nodes)
				}
				if cmd.Context().Err() != nil {
					return err
				}
				if err != nil {
					errs = append(errs, err)
				}
			}
			return failures(cmd, len(names), "confirmed", errs)
		},
	}
	intFlag(cmd.Flags(), &nodes, "nodes", 100_000, 100, 1<<24,
		"`number` of solver nodes for each move, at least 100")
	f.register(cmd, []string{"charset"})
	return cmd
}

// checkPuzzles checks puzzles and prints their faults.
func checkPuzzles(cmd *cobra.Command, name string, records []*sgf.Node, nodes int) error {
	bar, checked := progress.NewBar(cmd.ErrOrStderr(), len(records)), 0
	bad, err := puzzle.CheckAll(cmd.Context(), records, nodes, func(number int, err error) {
		if err != nil {
			bar.Clear()
			fmt.Fprintf(cmd.OutOrStdout(), "%s, puzzle %d: %v\n", name, number, err)
		}
		checked = number
		bar.Set(number)
	})
	bar.Clear()
	switch {
	case err != nil:
		return fmt.Errorf("%s: interrupted after %d of %d puzzles; %d of these have errors", name, checked,
			len(records), bad)
	case bad > 0:
		return fmt.Errorf("%s: puzzles with errors: %d of %d", name, bad, len(records))
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: puzzles with exactly the marked solution: %d\n", name, len(records))
	return err
}
