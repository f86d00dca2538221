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
		Short: "Examine networks: how often they find what the solver has proven",
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
		Short: "Find positions of which the solver proves what every move is worth",
		Long: "Make plays games, partly at random, and goes back in each from its end as long as\n" +
			"the solver proves the margin after every move: by area, every stone alive, under\n" +
			"the rule of repetition of --rules, with the moves before. Positions in which all stones\n" +
			"are as good as any move ask nothing and are left out, as are those that look like another.\n" +
			"The file has a line of JSON for each position, and one before them that says how they were\n" +
			"made. The same seed makes the same examination. It is written whole or not at all.",
		Example: "  rosette exam make --board rosette-2 --positions 300 --seed 1 -o exam.jsonl",
		RunE:    func(cmd *cobra.Command, _ []string) error { return x.run(cmd) },
	}
	set := cmd.Flags()
	set.IntVar(&x.positions, "positions", 300, "`number` of positions, less if there are no more in --games")
	set.IntVar(&x.games, "games", 10_000, "games to look in at most, a `number`")
	set.IntVar(&x.nodes, "nodes", 1_000_000, "positions the solver may look at for each position and its moves, a `number`: more find harder ones")
	set.StringVarP(&x.to, "output", "o", "", "the `file` to write; - is the standard output")
	set.BoolVar(&x.force, "force", false, "write over a file that is there")
	f.register(cmd, gameFlags, []string{"threads", "seed"})
	return cmd
}

// check says which number is out of bounds.
func (x *examining) check() error {
	for _, b := range []struct {
		name           string
		n, least, most int
	}{{"positions", x.positions, 1, mostGames}, {"games", x.games, 1, mostGames}, {"nodes", x.nodes, 1, configure.MaxVisits}} {
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
	return vacant(x.to, x.force)
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
