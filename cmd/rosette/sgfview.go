package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rosette/draw"
	"rosette/internal/quote"
)

func sgfViewCommand(f *flags) *cobra.Command {
	var move int
	cmd := &cobra.Command{
		Use:   "view FILE…",
		Short: "Show a position as text, with its comment",
		Long: "Prints the last position of the main line, or the one at --move, with players\n" +
			"and comment.",
		Example: "  rosette sgf view game.sgf\n  rosette sgf view game.sgf --move 50",
		Args:    fileArguments(0),
		RunE: func(cmd *cobra.Command, names []string) error {
			if err := checkMove(cmd.Flags(), move); err != nil {
				return err
			}
			var errs []error
			for _, name := range names {
				if err := f.viewRecord(cmd, name, move); err != nil {
					errs = append(errs, err)
				}
			}
			return failures(cmd, len(names), "shown", errs)
		},
	}
	registerMove(cmd.Flags(), &move, "show")
	f.register(cmd, []string{"charset"})
	return cmd
}

// viewRecord shows every game in a file after a number of moves.
func (f *flags) viewRecord(cmd *cobra.Command, name string, move int) error {
	c, err := readRecord(cmd, name)
	if err != nil {
		return err
	}
	for i := range c.Trees {
		line, err := f.replay(c, i, move)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		warn(cmd, name, line.Problems)
		out := cmd.OutOrStdout()
		fmt.Fprintln(out, line.Title())
		if reading := line.Reading.String(); reading != "" {
			fmt.Fprintln(out, reading)
		}
		fmt.Fprintf(out, "%s\nMove %d.\n", draw.Game(line.Game, draw.Style{}), line.At.MoveCount())
		if comment := strings.TrimSpace(line.At.Text("C")); comment != "" {
			fmt.Fprintln(out, quote.Printable("%s", comment))
		}
	}
	return nil
}
