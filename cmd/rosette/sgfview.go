package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rosette/draw"
)

func sgfViewCommand(f *flags) *cobra.Command {
	var move int
	var lenient bool
	cmd := &cobra.Command{
		Use:     "view FILE…",
		Short:   "Show the board and the comment of a position",
		Long:    "Prints the position of the main line after its last move, or after --move, with the\nplayers and the comment.",
		Example: "  rosette sgf view game.sgf\n  rosette sgf view game.sgf --move 50",
		Args:    fileArguments(0),
		RunE: func(cmd *cobra.Command, names []string) error {
			if err := checkMove(move); err != nil {
				return err
			}
			for _, name := range names {
				c, err := readRecord(cmd, name, lenient)
				if err != nil {
					return err
				}
				warn(cmd, name, c.Problems)
				for _, root := range c.Trees {
					g, at, err := mainLine(cmd, name, root, move, lenient)
					if err != nil {
						return fmt.Errorf("%s: %w", name, err)
					}
					out := cmd.OutOrStdout()
					fmt.Fprintf(out, "%s\n%s\nMove %d.\n", gameTitle(root.Last(), g), draw.Game(g, draw.Style{}), at.MoveCount())
					if comment := strings.TrimSpace(at.Text("C")); comment != "" {
						fmt.Fprintln(out, plain("%s", comment))
					}
				}
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&move, "move", -1, "show the position after this `number` of moves (default: all)")
	cmd.Flags().BoolVar(&lenient, "lenient", false, "skip invalid parts instead of failing")
	f.register(cmd, []string{"charset"})
	return cmd
}
