package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

func sgfCommand(*flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "sgf",
		Short: "Check, convert and show game records",
		Long: "Sgf reads records in the Smart Game Format, FF[1] to FF[4], of Go and of\n" +
			"Rosette. FILE - is the standard input.",
		Example: "  rosette sgf check *.sgf\n  rosette sgf convert old.sgf -o new.sgf\n  rosette sgf view game.sgf --move 50",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return usageError{fmt.Errorf("no command %q; use rosette sgf check, convert or view", args[0])}
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(sgfCheckCommand(), sgfConvertCommand(), sgfViewCommand())
	return cmd
}

// fileArguments asks for one file at least, and for no more than most unless it
// is 0.
func fileArguments(most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usageError{fmt.Errorf("no file; use %s FILE, - for the standard input", cmd.CommandPath())}
		}
		if most > 0 && len(args) > most {
			return usageError{fmt.Errorf("%d files; %s takes %d at a time", len(args), cmd.CommandPath(), most)}
		}
		return nil
	}
}

// readRecord parses a file, or the standard input for -.
func readRecord(cmd *cobra.Command, name string, lenient bool) (*sgf.Collection, error) {
	in := cmd.InOrStdin()
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	c, err := sgf.Parse(in, sgf.Options{Lenient: lenient})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// warn says on standard error what a lenient reading repaired.
func warn(cmd *cobra.Command, name string, problems []sgf.Problem) {
	for _, p := range problems {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", name, p)
	}
}

func sgfCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE…",
		Short: "Say what is wrong with records, and where",
		Long: "Check reads each file to its end and prints a line for everything that is\n" +
			"wrong with it, with line, column and node. It fails if there was anything.",
		Example: "  rosette sgf check game.sgf",
		Args:    fileArguments(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			ill := 0
			for _, name := range args {
				found, err := checkRecord(cmd, name)
				if err != nil {
					return err
				}
				for _, p := range found {
					fmt.Fprintf(cmd.OutOrStdout(), "%s: %v\n", name, p)
				}
				if len(found) > 0 {
					ill++
				}
			}
			if ill > 0 {
				return fmt.Errorf("%d of %d files have problems", ill, len(args))
			}
			return nil
		},
	}
}

// checkRecord returns the problems of a file; that it is no record at all is
// one, that it cannot be opened is an error.
func checkRecord(cmd *cobra.Command, name string) ([]sgf.Problem, error) {
	c, err := readRecord(cmd, name, true)
	if p := (sgf.Problem{}); errors.As(err, &p) {
		return []sgf.Problem{p}, nil
	}
	if err != nil {
		return nil, err
	}
	return sgf.Check(c), nil
}

func sgfConvertCommand() *cobra.Command {
	var to string
	var force, lenient, viewer bool
	cmd := &cobra.Command{
		Use:   "convert FILE",
		Short: "Write a record in FF[4] and UTF-8",
		Long: "Convert turns a record of any age and charset into FF[4] in UTF-8. With --viewer\n" +
			"it writes set-up instead of moves, so that programs which know only square\n" +
			"boards show the right stones of a Rosette game, on square lines.",
		Example: "  rosette sgf convert old.sgf -o new.sgf\n  rosette sgf convert game.sgf --viewer > shown.sgf",
		Args:    fileArguments(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := readRecord(cmd, args[0], lenient)
			if err != nil {
				return err
			}
			warn(cmd, args[0], c.Problems)
			left, err := modernize(c, viewer)
			if err == nil && len(left) > 0 && !lenient {
				err = fmt.Errorf("%w; or use --lenient to leave it out", left[0])
			}
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			warn(cmd, args[0], left)
			var text bytes.Buffer
			if err := sgf.Write(&text, c); err != nil {
				return err
			}
			return writeFile(cmd.OutOrStdout(), to, force, text.Bytes())
		},
	}
	cmd.Flags().StringVarP(&to, "output", "o", "", "the `file` to write (default: standard output)")
	cmd.Flags().BoolVar(&force, "force", false, "write over a file that is there")
	cmd.Flags().BoolVar(&lenient, "lenient", false, "keep what is good of a file that is not")
	cmd.Flags().BoolVar(&viewer, "viewer", false, "stones set up, for programs that know square boards only")
	return cmd
}

// modernize turns the trees into FF[4], or into what a viewer shows; then it says
// what cannot be shown.
func modernize(c *sgf.Collection, viewer bool) (left []sgf.Problem, err error) {
	for i, root := range c.Trees {
		sgf.Modernize(root)
		if !viewer {
			continue
		}
		shown, wrong, err := sgf.Viewer(root)
		if err != nil {
			return nil, err
		}
		c.Trees[i], left = shown, append(left, wrong...)
	}
	return left, nil
}

func sgfViewCommand() *cobra.Command {
	var move int
	var lenient bool
	cmd := &cobra.Command{
		Use:     "view FILE…",
		Short:   "Show the board of a record, and what is said there",
		Long:    "View prints the position of the main line after a move, the last one unless\n--move says another, with the players and the comment.",
		Example: "  rosette sgf view game.sgf\n  rosette sgf view game.sgf --move 50",
		Args:    fileArguments(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if move < -1 {
				return usageError{fmt.Errorf("--move %d; use 0 for the start, or a move's number", move)}
			}
			for _, name := range args {
				c, err := readRecord(cmd, name, lenient)
				if err != nil {
					return err
				}
				warn(cmd, name, c.Problems)
				for _, root := range c.Trees {
					if err := viewRecord(cmd, name, root, move, lenient); err != nil {
						return err
					}
				}
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&move, "move", -1, "show the position after that `number` of moves (default: all)")
	cmd.Flags().BoolVar(&lenient, "lenient", false, "keep what is good of a file that is not")
	return cmd
}

// viewRecord prints one game. Leniently, a move that cannot be played ends the
// line instead of the program.
func viewRecord(cmd *cobra.Command, name string, root *sgf.Node, move int, lenient bool) error {
	g, at, err := sgf.MainLine(root, move)
	if err != nil && (!lenient || g == nil) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", name, err)
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s\n%s\n%s", title(root.Last(), g), draw.Game(g, draw.Style{}), plain("Move %d.\n", made(root, at)))
	if comment := strings.TrimSpace(at.Text("C")); comment != "" {
		fmt.Fprintln(out, plain("%s", comment))
	}
	return nil
}

// made counts the moves from the root to a node, those before a set-up too.
func made(root, at *sgf.Node) int {
	n := 0
	for ; at != nil; at = at.Parent {
		for _, p := range at.Properties {
			if p.ID == "B" || p.ID == "W" {
				n++
			}
		}
		if at == root {
			break
		}
	}
	return n
}

// title says who plays whom on what, and how it ended, as far as a node knows.
func title(of *sgf.Node, g *game.Game) string {
	words := []string{
		who(of, board.Black, "PB", "BR") + " – " + who(of, board.White, "PW", "WR"),
		g.Graph().Name(), sgf.SimpleText(of.Info("RU")), fmt.Sprintf("komi %v", g.Rules().Komi),
		sgf.SimpleText(of.Info("DT")), sgf.SimpleText(of.Info("RE")),
	}
	var said []string
	for _, w := range words {
		if w != "" {
			said = append(said, w)
		}
	}
	return plain("%s", strings.Join(said, ", "))
}

// who names a player, with the rank.
func who(of *sgf.Node, c board.Color, name, rank string) string {
	words := strings.TrimSpace(sgf.SimpleText(of.Info(name)) + " " + sgf.SimpleText(of.Info(rank)))
	if words == "" {
		words = "somebody"
	}
	return plain("%s (%s)", words, c)
}

// plain formats what a stranger wrote without the codes that a terminal obeys.
func plain(format string, args ...any) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
			return -1
		}
		return r
	}, fmt.Sprintf(format, args...))
}
