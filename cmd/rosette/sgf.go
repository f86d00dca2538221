package main

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"rosette/game/sgf"
)

func sgfCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sgf",
		Short: "Check, convert and show game records",
		Long: "Reads records in the Smart Game Format, FF[1] to FF[4], of Go and of Rosette, and\n" +
			"GIB (Tygem) and NGF (WBaduk). The FILE - is standard input. The charset is the one\n" +
			"that a file names, or a guess from its bytes; --charset names another.",
		Example: "  rosette sgf check *.sgf\n  rosette sgf convert old.sgf -o new.sgf\n  rosette sgf view game.sgf --move 50",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return usageError{fmt.Errorf("no command %q; use rosette sgf check, convert or view", args[0])}
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(sgfCheckCommand(f), sgfConvertCommand(f), sgfViewCommand(f))
	return cmd
}

func sgfCheckCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Report the errors of records, with line and column",
		Long: "Reads each file to its end and prints every problem on a line of its own, with line,\n" +
			"column and node. It fails if one is more than a warning.",
		Example: "  rosette sgf check game.sgf",
		Args:    fileArguments(0),
		RunE: func(cmd *cobra.Command, names []string) error {
			wrong := 0
			for _, name := range names {
				problem := sgf.Problem{}
				problems := []sgf.Problem{}
				if c, err := readRecord(cmd, name, true); errors.As(err, &problem) { // no record at all
					problems = append(problems, problem)
				} else if err != nil {
					return err
				} else {
					problems = sgf.Check(c)
				}
				for _, p := range problems {
					fmt.Fprintf(cmd.OutOrStdout(), "%s: %v\n", name, p)
				}
				if slices.ContainsFunc(problems, func(p sgf.Problem) bool { return p.Grade == sgf.Error }) {
					wrong++
				}
			}
			if wrong > 0 {
				return fmt.Errorf("%d of %d files have problems", wrong, len(names))
			}
			return nil
		},
	}
	f.register(cmd, []string{"charset"})
	return cmd
}

func sgfConvertCommand(f *flags) *cobra.Command {
	var to string
	var force, lenient, viewer bool
	cmd := &cobra.Command{
		Use:   "convert FILE",
		Short: "Convert a record to FF[4] and UTF-8",
		Long: "Converts a record of any version and charset to FF[4] in UTF-8. With --viewer, it is\n" +
			"of set-up stones, which programs that know only square boards show rightly.",
		Example: "  rosette sgf convert old.sgf -o new.sgf\n  rosette sgf convert game.sgf --viewer > shown.sgf",
		Args:    fileArguments(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := readRecord(cmd, args[0], lenient)
			if err != nil {
				return err
			}
			warn(cmd, args[0], c.Problems)
			c.Modernize()
			if viewer {
				left, err := c.ForViewers()
				if err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				if err := leaveOut(cmd, args[0], left, lenient); err != nil {
					return err
				}
			}
			var text bytes.Buffer
			if err := sgf.Write(&text, c); err != nil {
				return err
			}
			return writeFile(cmd.OutOrStdout(), to, force, text.Bytes())
		},
	}
	cmd.Flags().StringVarP(&to, "output", "o", "", "the `file` to write (default: standard output)")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite an existing file")
	cmd.Flags().BoolVar(&lenient, "lenient", false, "skip invalid parts instead of failing")
	cmd.Flags().BoolVar(&viewer, "viewer", false, "set up stones, for programs that know only square boards")
	f.register(cmd, []string{"charset"})
	return cmd
}
