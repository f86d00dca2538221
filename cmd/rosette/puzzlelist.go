package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"rosette/game/sgf"
	"rosette/solve/puzzle"
)

func puzzleList(f *flags) *cobra.Command {
	var filter puzzle.Filter
	var theme string
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list [FILE…]",
		Short:   "List the built-in puzzles, or those in files",
		Example: "  rosette puzzle list --theme rosette\n  rosette puzzle list --board rosette-3 --grade 1",
		RunE: func(cmd *cobra.Command, args []string) error {
			filter.Theme = puzzle.Theme(theme)
			return listPuzzles(cmd, args, filter, asJSON)
		},
	}
	set := cmd.Flags()
	set.StringVar(&filter.Board, "board", "", "only puzzles on this `board`, such as rosette-3")
	set.StringVar(&theme, "theme", "", "only puzzles with this `theme`: "+puzzle.ThemeNames())
	intFlag(set, &filter.Grade, "grade", 0, 0, 9, "only puzzles with this `grade`, 1 to 9; 0 for all")
	set.BoolVar(&asJSON, "json", false, "print one line of JSON for each puzzle")
	f.register(cmd, []string{"charset"})
	return cmd
}

// listPuzzles prints the puzzles that the filter selects.
func listPuzzles(cmd *cobra.Command, names []string, filter puzzle.Filter, asJSON bool) error {
	if err := filter.Check(); err != nil {
		return usageError{err}
	}
	records, err := readPuzzles(cmd, names)
	if err != nil {
		return err
	}
	entries, err := filter.List(records)
	if err != nil {
		return err
	}
	return printEach(cmd.OutOrStdout(), asJSON, entries)
}

// readPuzzles returns the puzzles in the files, or the built-in ones if no file is named.
func readPuzzles(cmd *cobra.Command, names []string) (all []*sgf.Node, err error) {
	if len(names) == 0 {
		return puzzle.Collection()
	}
	for _, name := range names {
		c, err := readRecord(cmd, name)
		if err != nil {
			return nil, err
		}
		if err := c.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, c.Trees...)
	}
	return all, nil
}
