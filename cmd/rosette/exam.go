package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/engine/testsuite"
)

func examCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "exam",
		Short: "Test networks on solved positions",
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(examMake(f), examSit(f))
	return cmd
}

// An examining is what the flags of exam make say.
type examining struct {
	*flags
	positions int
	games     int
	nodes     int
	to        string
	force     bool
}

func examMake(f *flags) *cobra.Command {
	x := &examining{flags: f}
	cmd := &cobra.Command{
		Use:   "make",
		Short: "Make a test suite of solved positions",
		Long: "Plays partly random games and goes back in each from its end, as long as the solver\n" +
			"proves the score after every move: area scoring, every stone alive, the repetition\n" +
			"rule of --rules, and the moves before. Positions in which all moves are equally good,\n" +
			"and symmetric images of other positions, are left out. The first line of the file is\n" +
			"JSON that says how it was made, every other line a position. The same seed makes the\n" +
			"same file. It is written whole or not at all.",
		Example: "  rosette exam make --board rosette-2 --positions 300 --seed 1 -o exam.jsonl",
		RunE:    func(cmd *cobra.Command, _ []string) error { return x.run(cmd) },
	}
	set := cmd.Flags()
	set.IntVar(&x.positions, "positions", 300, "`number` of positions; fewer if --games does not yield as many")
	set.IntVar(&x.games, "games", 10_000, "largest `number` of games to search")
	set.IntVar(&x.nodes, "nodes", 1_000_000,
		"`number` of nodes for the solver in each position and its moves; more nodes find harder positions")
	set.StringVarP(&x.to, "output", "o", "", "the `file` to write; - is standard output")
	set.BoolVar(&x.force, "force", false, "overwrite an existing file")
	f.register(cmd, gameFlags, []string{"threads", "seed"})
	return cmd
}

// check says which number is out of bounds.
func (x *examining) check() error {
	for _, b := range []struct {
		name           string
		n, least, most int
	}{{"positions", x.positions, 1, maxGames}, {"games", x.games, 1, maxGames}, {"nodes", x.nodes, 1, configure.MaxVisits}} {
		if b.n < b.least || b.n > b.most {
			return usageError{fmt.Errorf("--%s %d; use %d to %d", b.name, b.n, b.least, b.most)}
		}
	}
	if x.to == "" {
		return usageError{errors.New("no file to write; use -o FILE.jsonl")}
	}
	if x.fromFile() {
		return usageError{fmt.Errorf("--board %s: an examination knows its board by name; use one such as rosette-2", x.boardName)}
	}
	return checkFree(x.to, x.force)
}

func (x *examining) run(cmd *cobra.Command) error {
	if err := x.check(); err != nil {
		return err
	}
	graph, rules, err := x.position()
	if err != nil {
		return err
	}
	show := newBar(cmd.ErrOrStderr(), x.positions)
	defer show.done()
	maker := &testsuite.Generator{
		Graph: graph, Rules: rules, Seed: x.randomSeed(), Positions: x.positions, Games: x.games, Nodes: uint64(x.nodes),
		Threads: x.config.Cores(), NewEvaluator: x.config.PlayoutEvaluator,
		Progress: func(questions, _ int) { show.show(questions) },
	}
	if err := maker.Check(); err != nil {
		return usageError{err}
	}
	made, err := maker.Generate(cmd.Context())
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := made.Write(&text); err != nil {
		return err
	}
	show.done()
	if err := writeFile(cmd.OutOrStdout(), x.to, x.force, text.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d positions from %d games\n", len(made.Positions), made.Games)
	return nil
}
