package main

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine/solve"
	"rosette/game/board"
)

// solving are the flags of solve.
type solving struct {
	table              solve.SavedTable
	memory             size
	limit, every       time.Duration
	asJSON, all, quiet bool
}

func solveCommand(f *flags) *cobra.Command {
	s := &solving{memory: 256 << 20}
	cmd := &cobra.Command{
		Use:   "solve",
		Short: "Solve small boards exactly",
		Long: "Proves the score that both sides can force, and the best first moves, under area\n" +
			"scoring. It proves two bounds, one for each side, in which every repetition counts\n" +
			"against that side; if they meet, the value holds under any repetition rule. If they\n" +
			"cannot meet, the given rule decides. Ctrl-C and --limit print what is proven so\n" +
			"far; with --table the same command continues from there. rosette-1 is solved with\n" +
			"about a million nodes; rosette-2 has not been solved.\n" +
			"\n" +
			"The exit status is 0 if the value is proven, 3 if there are only bounds, 1 after\n" +
			"an error, such as in writing the table, and 2 if the command line is wrong.",
		Example: "  rosette solve --board rosette-1 --komi 1\n  rosette solve --board square-4 --all\n" +
			"  rosette solve --board rosette-2 --table base2.table --memory 2G --limit 1h",
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd, f) },
	}
	cmd.Flags().StringVar(&s.table.Name, "table", "", "save proofs to this `file`, and continue from those in it")
	cmd.Flags().Var(&s.memory, "memory", "`size` of the table in memory, such as 256M or 2G")
	cmd.Flags().DurationVar(&s.limit, "limit", 0, "give up after this `duration` (default: never)")
	cmd.Flags().DurationVar(&s.every, "save-every", 10*time.Minute, "checkpoint interval of the table, a `duration`")
	cmd.Flags().BoolVar(&s.all, "all", false, "solve every first move")
	cmd.Flags().BoolVar(&s.asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&s.quiet, "quiet", false, "print no progress")
	f.register(cmd, gameFlags)
	return cmd
}

// searchMemory is the memory in bytes that a search needs besides its table.
const searchMemory = 256 << 20

// load reads the table of an earlier run, if there is one.
func (s *solving) load(errs io.Writer) error {
	err := s.table.Load()
	damage := new(solve.DamagedError)
	switch {
	case errors.As(err, &damage):
		fmt.Fprintf(errs, "%s is damaged: %v; bounds that were proven stand, the rest is proven again\n", s.table.Name, damage)
		return nil
	case errors.Is(err, solve.ErrOtherTable):
		return usageError{fmt.Errorf("--table %s: %w; use another name", s.table.Name, err)}
	}
	return err
}

func (s *solving) run(cmd *cobra.Command, f *flags) (err error) {
	if s.table.Graph, s.table.Rules, err = f.position(); err != nil {
		return err
	}
	if s.limit < 0 || s.every < time.Second {
		return usageError{errors.New("--limit and --save-every take durations such as 10m or 2h, the second at least 1s")}
	}
	memory := int64(s.memory)
	debug.SetMemoryLimit(memory + memory/4 + searchMemory) // else the heap may grow by the size of the table
	s.table.Table = solve.NewTable(memory)
	solver, err := solve.New(board.New(s.table.Graph), board.Black, s.table.Rules,
		solve.Options{Table: s.table.Table, Report: s.reporter(cmd.ErrOrStderr())})
	if err != nil {
		return usageError{err}
	}
	if err := s.load(cmd.ErrOrStderr()); err != nil {
		return err
	}
	ctx, stop := withLimit(cmd.Context(), s.limit)
	defer stop()
	found, err := solver.Solution(ctx, s.all)
	if err != nil {
		return err
	}
	switch err = errors.Join(found.Write(cmd.OutOrStdout(), s.asJSON, s.all), s.table.Save()); {
	case err != nil || found.Exact:
		return err
	case s.table.Name == "":
		return undecidedError{errors.New("not solved: these are bounds; give it a longer --limit, and a --table to go on from")}
	}
	return undecidedError{fmt.Errorf("not solved: these are bounds; the same command goes on from %s", s.table.Name)}
}

// reporter returns a function that prints progress every ten seconds and saves the
// table every --save-every.
func (s *solving) reporter(out io.Writer) func(solve.Progress) {
	printed := time.Now()
	save := s.table.SaveEvery(s.every, func(err error) { fmt.Fprintf(out, "%v; solving goes on without\n", err) })
	return func(p solve.Progress) {
		if !s.quiet && time.Since(printed) > 10*time.Second {
			printed = time.Now()
			fmt.Fprintln(out, p)
		}
		save()
	}
}
