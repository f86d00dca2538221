package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/engine/testsuite"
	"rosette/progress"
)

func examMake(f *flags) *cobra.Command {
	var gen testsuite.Generator
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
	}
	set := cmd.Flags()
	intFlag(set, &gen.Positions, "positions", 300, 1, maxGames, "`number` of positions; fewer if --games does not yield as many")
	intFlag(set, &gen.Games, "games", 10_000, 1, maxGames, "largest `number` of games to search")
	var nodes int
	intFlag(set, &nodes, "nodes", 1_000_000, 1, configure.MaxVisits,
		"`number` of nodes for the solver in each position and its moves; more nodes find harder positions")
	to := set.StringP("output", "o", "", "the `file` to write; - is standard output")
	force := set.Bool("force", false, "overwrite an existing file")
	f.register(cmd, gameFlags, []string{"threads", "seed"})
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return makeExam(cmd, f, &gen, nodes, *to, *force) }
	return cmd
}

// makeExam generates a suite and writes it.
func makeExam(cmd *cobra.Command, f *flags, gen *testsuite.Generator, nodes int, to string, force bool) (err error) {
	if to == "" {
		return usageError{errors.New("no file to write; use -o FILE.jsonl")}
	}
	if f.fromFile() {
		return usageError{fmt.Errorf("--board %s: a test suite names its board; use one such as rosette-2", f.boardName)}
	}
	if err := checkFree(to, force); err != nil {
		return err
	}
	if gen.Graph, gen.Rules, err = f.position(); err != nil {
		return err
	}
	bar := progress.NewBar(cmd.ErrOrStderr(), gen.Positions)
	defer bar.Clear()
	gen.Seed, gen.Nodes, gen.Threads = f.randomSeed(), uint64(nodes), f.config.Cores()
	gen.NewEvaluator, gen.Progress = f.config.PlayoutEvaluator, func(positions, _ int) { bar.Set(positions) }
	if err := gen.Check(); err != nil {
		return usageError{err}
	}
	suite, err := gen.Generate(cmd.Context())
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := suite.Write(&text); err != nil {
		return err
	}
	bar.Clear()
	if err := writeFile(cmd.OutOrStdout(), to, force, text.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d positions from %d games\n", len(suite.Positions), suite.Games)
	return nil
}
