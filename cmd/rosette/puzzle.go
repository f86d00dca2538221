package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"rosette/engine/puzzle"
)

func puzzleCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzle",
		Short: "Make and check problems with a single solution",
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(puzzleMake(f), puzzleCheck(f))
	return cmd
}

func puzzleMake(f *flags) *cobra.Command {
	var gen puzzle.Generator
	cmd := &cobra.Command{
		Use:   "make",
		Short: "Find positions of self-play in which only one move works",
		Long: "Plays games and looks in them for chains that exactly one first move captures or\n" +
			"saves; the solver proves every move right or wrong. The grade, from 1 to 9, is the\n" +
			"number of visits that the search needs to find the move; with --network, the search\n" +
			"by that network. The same seed makes the same puzzles.",
		Example: "  rosette puzzle make --board rosette-3 --count 10 --seed 7 --out puzzles.sgf",
		Args:    noArguments,
	}
	set := cmd.Flags()
	set.IntVar(&gen.Puzzles, "count", 10, "`number` of puzzles, 1 to 10000")
	set.IntVar(&gen.EscapeLiberties, "free", 3, "`number` of liberties with which a chain has escaped, from 3; 0 for unconditional life")
	set.IntVar(&gen.Nodes, "nodes", 3000, "`number` of nodes for the solver in each move, from 100")
	set.IntVar(&gen.Games, "tries", 1000, "largest `number` of games to search")
	out := set.String("out", "-", "the `file` to write; - is standard output")
	force := set.Bool("force", false, "overwrite an existing file")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return makePuzzles(cmd, f, &gen, *out, *force) }
	f.register(cmd, gameFlags, []string{"network", "seed"})
	return cmd
}

// makePuzzles generates puzzles and writes them as SGF.
func makePuzzles(cmd *cobra.Command, f *flags, gen *puzzle.Generator, out string, force bool) (err error) {
	if gen.Graph, gen.Rules, err = f.position(); err != nil {
		return err
	}
	switch {
	case gen.Puzzles < 1 || gen.Puzzles > 10000:
		return usageError{fmt.Errorf("--count %d; use 1 to 10000", gen.Puzzles)}
	case gen.EscapeLiberties < 0 || gen.EscapeLiberties > 0 && gen.EscapeLiberties < 3:
		return usageError{fmt.Errorf("--free %d; use 3 or more liberties, or 0 for life", gen.EscapeLiberties)}
	case gen.Nodes < 100 || gen.Nodes > 1<<24 || gen.Games < 1:
		return usageError{fmt.Errorf("--nodes %d, --tries %d; use 100 to %d nodes and at least one try", gen.Nodes, gen.Games, 1<<24)}
	}
	if err := gen.Check(); err != nil {
		return usageError{err}
	}
	if err := checkFree(out, force); err != nil {
		return err
	}
	gen.Seed, gen.NewEvaluator = f.randomSeed(), f.config.Evaluator
	gen.Progress = func(games, puzzles int) {
		fmt.Fprintf(cmd.ErrOrStderr(), "game %d: %d of %d puzzles\n", games, puzzles, gen.Puzzles)
	}
	found, err := gen.Generate(cmd.Context())
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return fmt.Errorf("no puzzle in %d games; try more --tries, more --nodes or another --board", gen.Games)
	}
	text, err := puzzle.SGF(cmd.Context(), found)
	if err != nil {
		return err
	}
	return writeFile(cmd.OutOrStdout(), out, force, text)
}

func puzzleCheck(f *flags) *cobra.Command {
	var nodes int
	cmd := &cobra.Command{
		Use:     "check FILE…",
		Short:   "Prove that every puzzle has exactly the marked solution",
		Example: "  rosette puzzle check puzzles.sgf",
		Args:    fileArguments(0),
		RunE:    func(cmd *cobra.Command, args []string) error { return checkPuzzles(cmd, args, nodes) },
	}
	intFlag(cmd.Flags(), &nodes, "nodes", 100_000, 100, 1<<24, "`number` of nodes for the solver in each move, from 100")
	f.register(cmd, []string{"charset"})
	return cmd
}

// checkPuzzles checks the puzzles of files and prints what is wrong with each.
func checkPuzzles(cmd *cobra.Command, names []string, nodes int) error {
	for _, name := range names {
		c, err := readRecord(cmd, name)
		if err != nil {
			return err
		}
		if err := c.Err(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		bad := 0
		for i, root := range c.Trees {
			if err := puzzle.Check(cmd.Context(), root, nodes); err != nil {
				bad++
				fmt.Fprintf(cmd.OutOrStdout(), "%s, puzzle %d: %v\n", name, i+1, err)
			}
		}
		if bad > 0 {
			return fmt.Errorf("%s: %d of %d puzzles are not right", name, bad, len(c.Trees))
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s: %d puzzles, each with its one solution\n", name, len(c.Trees))
	}
	return nil
}
