package main

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/game"
	"rosette/game/sgf"
	"rosette/game/sgf/foreign"
)

// readRecord parses a file, or the standard input for -. --charset overrides the charset.
func readRecord(cmd *cobra.Command, name string) (*sgf.Collection, error) {
	in := cmd.InOrStdin()
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, usageError{err}
		}
		defer file.Close()
		in = file
	}
	o := sgf.Options{}
	if named := cmd.Flags().Lookup("charset"); named != nil {
		o.Charset = named.Value.String()
	}
	c, err := foreign.Read(in, o)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return c, nil
}

// registerGame adds the flag --game for a command that reads one game from a file, see [firstGame].
func registerGame(set *pflag.FlagSet) {
	set.Int("game", 0, "the `number` of the game in a file with several (default: the first)")
	set.Lookup("game").DefValue = "0" // hides the default in help
}

// firstGame parses a file and converts its first game to FF[4], or the one that --game names. done
// is the participle for the warning that further games are ignored.
func firstGame(cmd *cobra.Command, name string, done string) (*sgf.Collection, error) {
	c, err := readRecord(cmd, name)
	if err != nil {
		return nil, err
	}
	n := len(c.Trees)
	if chosen := cmd.Flags().Lookup("game"); chosen != nil && chosen.Changed {
		i, err := cmd.Flags().GetInt("game")
		if err != nil {
			return nil, err
		}
		if i < 1 || i > n {
			return nil, usageError{fmt.Errorf("--game %d; use 1 to %d, the games in %s", i, n, name)}
		}
		c.Trees = c.Trees[i-1 : i]
	} else if n > 1 {
		hint := ""
		if chosen != nil {
			hint = "; choose another one with --game N"
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%s has %d games; only the first is %s%s\n", name, n, done, hint)
	}
	sgf.Modernize(c.Trees[0])
	return c, nil
}

// replay replays the main line of game i up to a move, by the rules from the flags or else from the
// file. Each move gets its own node. The file's problems are reported with its first game.
func (f *flags) replay(c *sgf.Collection, i, move int) (*sgf.Replayed, error) {
	sgf.SeparateMoves(c.Trees[i])
	override, err := f.override()
	if err != nil {
		return nil, err
	}
	line, err := sgf.Replay(c.Trees[i], move, override)
	if err == nil && line.At.MoveCount() < move {
		return nil, usageError{fmt.Errorf("--move %d; use 0 to %d, the last move", move, line.At.MoveCount())}
	}
	if err == nil && i == 0 {
		line.Problems = append(slices.Clip(c.Problems), line.Problems...)
	}
	return line, err
}

// checkMove returns an error if --move is impossible.
func checkMove(set *pflag.FlagSet, move int) error {
	if move < 0 && set.Changed("move") {
		return usageError{fmt.Errorf("--move %d; use a move number, or 0 for the start", move)}
	}
	return nil
}

// override returns --rules and --komi, but not a komi that only the rules imply.
func (f *flags) override() (o sgf.Override, err error) {
	if f.set.Changed("rules") {
		rules, err := game.ParseRules(f.rulesText)
		if err != nil {
			return o, usageError{fmt.Errorf("--rules: %w", err)}
		}
		o.Rules = &rules
	}
	if f.set.Changed("komi") {
		if err := (game.Rules{Komi: f.komi}).Check(); err != nil {
			return o, usageError{err}
		}
		o.Komi = &f.komi
	}
	return o, nil
}

// remark prints to the standard error what is wrong with a record and what was assumed, a line for
// each.
func remark(cmd *cobra.Command, name string, line *sgf.Replayed) {
	warn(cmd, name, line.Problems)
	printReading(cmd.ErrOrStderr(), name, line.Reading)
}

// printReading prints what was assumed in a record, if anything.
func printReading(out io.Writer, name string, r sgf.Reading) {
	if text := r.String(); text != "" {
		fmt.Fprintf(out, "%s: %s\n", name, text)
	}
}

// warn prints a file's worst problem to the standard error, in one line with the number of other
// problems. It leaves notes to rosette sgf check.
func warn(cmd *cobra.Command, name string, problems []sgf.Problem) {
	if line := sgf.Summary(problems); line != "" {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", name, line)
	}
}
