package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/game/sgf"
	"rosette/internal/output"
)

func sgfCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sgf",
		Short: "Check, convert, show and draw game records",
		Long: "Reads SGF records, FF[1] to FF[4], of Go and Rosette, and GIB (Tygem) and NGF\n" +
			"(WBaduk) records. FILE can be - for standard input. The charset is the one\n" +
			"named in the file, or detected, unless --charset is given. Faulty records are\n" +
			"repaired where possible, and illegal moves are played; a line on standard\n" +
			"error reports both.",
		Example: "  rosette sgf check *.sgf\n  rosette sgf convert old.sgf -o new.sgf\n  rosette sgf view game.sgf --move 50",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(sgfCheckCommand(f), sgfConvertCommand(f), sgfViewCommand(f), renderCommand(f))
	return cmd
}

// printServerRules prints what was assumed in games under a server's rules, because the converted
// record names them.
func printServerRules(cmd *cobra.Command, name string, c *sgf.Collection) {
	for _, root := range c.Trees {
		info, err := sgf.GameInfoAt(root.Last(), sgf.Override{})
		if err == nil && info.Reading.Rules.Why == sgf.ReasonServer {
			printReading(cmd.ErrOrStderr(), name, info.Reading)
		}
	}
}

func sgfConvertCommand(f *flags) *cobra.Command {
	var to output.File
	var viewer bool
	var numbers int
	cmd := &cobra.Command{
		Use:   "convert FILE",
		Short: "Convert a record to FF[4] and UTF-8",
		Long: "Converts a record of any version and charset to FF[4] in UTF-8. With --viewer\n" +
			"the record sets up each position with stones on a square board, marks the\n" +
			"last move and draws the board's lines, so that every viewer shows it\n" +
			"correctly.",
		Example: "  rosette sgf convert old.sgf -o new.sgf\n  rosette sgf convert game.sgf --viewer > shown.sgf",
		Args:    fileArguments(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := readRecord(cmd, args[0])
			if err != nil {
				return err
			}
			problems := c.Problems
			c.Modernize()
			if viewer {
				more, err := c.ForViewers(numbers)
				if err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				problems = append(problems, more...)
			}
			warn(cmd, args[0], problems)
			printServerRules(cmd, args[0], c)
			var text bytes.Buffer
			if err := sgf.Write(&text, c); err != nil {
				return err
			}
			return to.Write(cmd.OutOrStdout(), text.Bytes())
		},
	}
	outputFlag(cmd.Flags(), &to, "output `file` (default: standard output)")
	cmd.Flags().BoolVar(&viewer, "viewer", false, "set up each position with stones, for programs that support only square boards")
	intFlag(cmd.Flags(), &numbers, "numbers", 0, 0, sgf.MaxViewerNumbers,
		fmt.Sprintf("with --viewer: number the last `N` moves, 0 to %d (default: mark the last one)", sgf.MaxViewerNumbers))
	f.register(cmd, []string{"charset"})
	return cmd
}
