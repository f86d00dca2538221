package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/solve/puzzle"
)

// puzzleFilter chooses puzzles of a list.
type puzzleFilter struct {
	board, theme string
	grade        int
	asJSON       bool
}

// puzzleEntry is a line of the list.
type puzzleEntry struct {
	Number int          `json:"number"`
	Board  string       `json:"board"`
	Theme  puzzle.Theme `json:"theme"`
	Grade  int          `json:"grade"`
	First  string       `json:"first"`
	Task   string       `json:"task"`
}

func puzzleList(f *flags) *cobra.Command {
	var filter puzzleFilter
	cmd := &cobra.Command{
		Use:     "list [FILE…]",
		Short:   "List puzzles: those that come with the program, or those of files",
		Example: "  rosette puzzle list --theme rosette\n  rosette puzzle list --board rosette-3 --grade 1",
		RunE:    func(cmd *cobra.Command, args []string) error { return listPuzzles(cmd, args, filter) },
	}
	set := cmd.Flags()
	set.StringVar(&filter.board, "board", "", "only puzzles on this `board`, such as rosette-3")
	set.StringVar(&filter.theme, "theme", "", "only puzzles of this `theme`: "+themeNames())
	intFlag(set, &filter.grade, "grade", 0, 0, 9, "only puzzles of this `grade`, 1 to 9; 0 for all")
	set.BoolVar(&filter.asJSON, "json", false, "print each puzzle as a line of JSON")
	f.register(cmd, []string{"charset"})
	return cmd
}

// themeNames lists the themes.
func themeNames() string {
	var names []string
	for _, t := range puzzle.Themes() {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}

// listPuzzles prints the puzzles that the filter lets through.
func listPuzzles(cmd *cobra.Command, names []string, filter puzzleFilter) error {
	if filter.theme != "" && !slices.Contains(puzzle.Themes(), puzzle.Theme(filter.theme)) {
		return usageError{fmt.Errorf("--theme %s; use %s", filter.theme, themeNames())}
	}
	if _, err := board.Named(filter.board); filter.board != "" && err != nil {
		return usageError{fmt.Errorf("--%w", err)}
	}
	records, err := readPuzzles(cmd, names)
	if err != nil {
		return err
	}
	for i, root := range records {
		p, err := puzzle.Parse(root)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", i+1, err)
		}
		e := puzzleEntry{i + 1, p.Board.Graph().Name(), p.Theme, p.Grade, p.First.String(), p.Task()}
		if filter.board != "" && filter.board != e.Board || filter.theme != "" && filter.theme != string(e.Theme) || filter.grade > 0 && filter.grade != e.Grade {
			continue
		}
		if err := filter.print(cmd, e); err != nil {
			return err
		}
	}
	return nil
}

// print prints a line of the list.
func (f *puzzleFilter) print(cmd *cobra.Command, e puzzleEntry) error {
	if f.asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(e)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%4d  %-9s  grade %d  %-9s  %s\n", e.Number, e.Board, e.Grade, e.Theme, e.Task)
	return err
}

// readPuzzles returns the puzzles of files, or those that come with the program if no
// file is named.
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
