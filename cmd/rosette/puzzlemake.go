package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/internal/output"
	"rosette/internal/progress"
	"rosette/internal/quote"
	"rosette/solve/puzzle"
)

// puzzleOutput has the output files for puzzles.
type puzzleOutput struct {
	log, themes string
	out         output.File
	asJSON      bool
}

func puzzleMake(f *flags) *cobra.Command {
	var run puzzle.Run
	var o puzzleOutput
	cmd := &cobra.Command{
		Use:   "make",
		Short: "Generate puzzles: positions with only one correct move",
		Long: "Plays games and searches them for chains that exactly one move captures or\n" +
			"saves; the solver proves every first move right or wrong. The grade, 1 to 9,\n" +
			"rates how many visits a search with the same goal needs to find the move. With\n" +
			"--composed it does not play games but composes random enclosed fights, two\n" +
			"hundred for each of --tries. Use this for seki, which is rare in games.\n\n" +
			"The same --seed makes the same puzzles. With --log, the same command resumes an\n" +
			"interrupted run.",
		Example: "  rosette puzzle make --board rosette-3 --count 10 --seed 7 --out puzzles.sgf\n" +
			"  rosette puzzle make --board rosette-4 --count 300 --easy 75 --per-theme 80 \\\n      --log run.jsonl --out puzzles.sgf",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return makePuzzles(cmd, f, &run, &o) },
	}
	set := cmd.Flags()
	intFlag(set, &run.Count, "count", 10, 1, 10000, "`number` of puzzles")
	intFlag(set, &run.EscapeLiberties, "free", 3, 3, 9,
		"`number` of liberties with which a chain counts as escaped")
	intFlag(set, &run.Nodes, "nodes", 1000, 100, 1<<24, "`number` of solver nodes for each search, at least 100")
	intFlag(set, &run.Games, "tries", 1000, 1, 1<<24, "maximum `number` of games to search")
	intFlag(set, &run.Easy, "easy", 0, 0, 10000, "maximum `number` of puzzles of grade 1; 0 for no limit")
	intFlag(set, &run.PerTheme, "per-theme", 0, 0, 10000, "maximum `number` of puzzles per theme; 0 for no limit")
	set.BoolVar(&run.Composed, "composed", false, "compose enclosed fights at random instead of playing games")
	set.StringVar(&o.themes, "theme", "",
		"`themes` to find, separated by commas (default: all)")
	set.StringVar(
		&o.log, "log", "", "`FILE.jsonl` with the puzzles of each game; the same command resumes from it",
	)
	set.StringVar(&o.out.Name, "out", "-", "output `file`; - for standard output")
	forceFlag(set, &o.out)
	set.BoolVar(&o.asJSON, "json", false,
		"print one line of JSON for each game, with its puzzles as SGF, instead of the records")
	f.register(cmd, gameFlags, []string{"network", "seed"})
	return cmd
}

// makePuzzles generates puzzles and writes them as SGF.
func makePuzzles(cmd *cobra.Command, f *flags, run *puzzle.Run, o *puzzleOutput) (err error) {
	if run.Graph, run.Rules, err = f.position(); err != nil {
		return err
	}
	if run.Only, err = puzzle.ParseThemes(o.themes); err != nil {
		return usageError{fmt.Errorf("--theme: %w", err)}
	}
	if err := o.out.Check(); err != nil {
		return err
	}
	run.Network = f.config.NetworkHash(run.Graph, run.Rules)
	run.Seed = f.randomSeed()
	run.NewEvaluator = f.config.Evaluator
	run.NewPlayouts = f.config.PlayoutEvaluator
	if o.log != "" {
		defer func() { err = errors.Join(err, run.Close()) }()
		if err := run.Open(o.log, f.set.Changed("seed")); err != nil {
			return logError(o.log, err)
		}
	}
	bar := progress.NewBar(cmd.ErrOrStderr(), run.Count)
	run.Progress = o.report(cmd, run, bar)
	err = run.Generate(cmd.Context())
	bar.Clear()
	if cmd.Context().Err() != nil {
		err = fmt.Errorf("interrupted after %s; puzzles written: %d", quote.Count(run.Played, "game"),
			len(run.Records))
	}
	switch {
	case len(run.Records) == 0 && err == nil:
		return fmt.Errorf("no puzzle in %s; try more --tries, more --nodes or another --board",
			quote.Count(run.Played, "game"))
	case err != nil && cmd.Context().Err() == nil, len(run.Records) == 0, o.asJSON && o.out.Standard():
		return err
	}
	return joinLine(err, o.write(cmd, run))
}

// write writes a run's puzzles.
func (o *puzzleOutput) write(cmd *cobra.Command, run *puzzle.Run) error {
	text, err := puzzle.SGF(run.Sorted())
	if err != nil {
		return err
	}
	return o.out.Write(cmd.OutOrStdout(), text)
}

// report returns a function that reports each game.
func (o *puzzleOutput) report(cmd *cobra.Command, run *puzzle.Run, bar *progress.Bar) func(puzzle.Found) error {
	line := progress.New(cmd.ErrOrStderr())
	return func(g puzzle.Found) error {
		if bar.Set(len(run.Wanted())); line.Width == 0 {
			line.Printf("game %d: %d of %d puzzles", g.Game, len(run.Wanted()), run.Count)
		}
		if !o.asJSON {
			return nil
		}
		return json.NewEncoder(cmd.OutOrStdout()).Encode(g)
	}
}

// logError names --log in an error about a log.
func logError(name string, err error) error {
	if refusal := puzzle.LogError(""); errors.As(err, &refusal) {
		return usageError{fmt.Errorf("--log %s %w", name, err)}
	}
	return fmt.Errorf("--log: %w", err)
}
