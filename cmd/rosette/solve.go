package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"rosette/game/board"
	"rosette/internal/progress"
	"rosette/solve"
	"rosette/solve/retrograde"
)

// solveFlags are the flags for solve.
type solveFlags struct {
	table              solve.SavedTable
	memory             size
	limit, every       time.Duration
	asJSON, all, quiet bool
	threads, guess     int
	sweeps             int
}

func solveCommand(f *flags) *cobra.Command {
	s := &solveFlags{memory: 256 << 20}
	cmd := &cobra.Command{
		Use:   "solve",
		Short: "Solve small boards exactly",
		Long: "Proves two things under area scoring: the score when both sides play perfectly,\n" +
			"and the best first moves. On up to 24 points with ko SITUATIONAL and no suicide\n" +
			"it labels every position, if --memory allows (16 points: 40M; rosette-2:\n" +
			"12.5G). Otherwise it searches for a lower and an upper bound that hold under\n" +
			"any ko rule; if they differ, it solves under --rules. Ctrl-C and --limit print\n" +
			"the result so far. With --table, the same command resumes. If --sweeps ended a\n" +
			"run early, run the command again with more sweeps: it refines the table, and\n" +
			"recomputes any labels that FILE.layers no longer has.\n\n" +
			"Exit status: 0 if the value is proven, 3 for bounds only, 1 for an error, 2 for\n" +
			"a wrong command line.",
		Example: "  rosette lab solve --board rosette-1 --komi 1\n  rosette lab solve --board square-4 --all\n" +
			"  rosette lab solve --board rosette-2 --rules '{\"tax\":\"NONE\"}' --memory 13G",
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd, f) },
	}
	cmd.Flags().StringVar(&s.table.Name, "table", "",
		"save proofs to `FILE` and labels to FILE.layers, and resume from them")
	cmd.Flags().Var(&s.memory, "memory", "`size` of the table in memory, such as 256M or 2G")
	cmd.Flags().IntVar(&s.threads, "threads", 1, "`number` of threads for labelling")
	cmd.Flags().IntVar(&s.sweeps, "sweeps", 0,
		"stop labelling after this `number` of sweeps once the value is proven (default: all)")
	cmd.Flags().IntVar(&s.guess, "guess", 0,
		"Black's margin in `points` to try first when labelling")
	cmd.Flags().DurationVar(&s.limit, "limit", 0, "stop after this `duration` (default: never)")
	cmd.Flags().DurationVar(&s.every, "save-every", saveEvery, "save the table at this `interval`")
	cmd.Flags().BoolVar(&s.all, "all", false, "solve every first move")
	cmd.Flags().BoolVar(&s.asJSON, "json", false, "print one JSON object")
	cmd.Flags().BoolVar(&s.quiet, "quiet", false, "print no progress")
	f.register(cmd, graphFlags)
	return cmd
}

// saveEvery is the default interval between checkpoints.
const saveEvery = 10 * time.Minute

// searchMemory is the memory in bytes that a search needs in addition to its table.
const searchMemory = 256 << 20

func (s *solveFlags) run(cmd *cobra.Command, f *flags) (err error) {
	if s.table.Graph, s.table.Rules, err = f.position(); err != nil {
		return err
	}
	if s.limit < 0 || s.every < time.Second || s.threads < 1 || s.sweeps < 0 {
		return usageError{
			errors.New("use durations such as 10m for --limit and --save-every (at least 1s), 1 or more for --threads, 0 or more for --sweeps"),
		}
	}
	// Without a limit the heap may grow by the table's size.
	debug.SetMemoryLimit(int64(s.memory) + int64(s.memory)/4 + searchMemory)
	if err := s.table.Allocate(int64(s.memory)); err != nil {
		return usageError{fmt.Errorf("--memory %v: %w", &s.memory, err)}
	}
	solver, err := solve.New(board.New(s.table.Graph), board.Black, s.table.Rules, s.options(cmd.ErrOrStderr()))
	if err != nil {
		return usageError{err}
	}
	if err := s.table.Load(); errors.As(err, new(*solve.DamagedError)) {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s is damaged: %v\n", s.table.Name, err)
	} else if errors.Is(err, solve.ErrOtherTable) {
		return usageError{fmt.Errorf("--table %s: %w; use another name", s.table.Name, err)}
	} else if err != nil {
		return err
	}
	ctx, stop := withLimit(cmd.Context(), s.limit)
	defer stop()
	found, err := solver.Solution(ctx, s.all)
	if found == nil {
		return err
	}
	switch err = errors.Join(err, found.Write(cmd.OutOrStdout(), s.asJSON, s.all), s.table.Save()); {
	case err != nil || found.Exact:
		return err
	case s.table.Name == "":
		return undecidedError{
			errors.New("not solved, only bounds; use a longer --limit, and --table to resume"),
		}
	}
	return undecidedError{fmt.Errorf("not solved, only bounds; the same command resumes from %s", s.table.Name)}
}

// options returns the solver options. The table is saved every --save-every.
func (s *solveFlags) options(out io.Writer) solve.Options {
	line, begun := progress.NewSlow(out), time.Now()
	show := func(p fmt.Stringer) {
		if s.quiet {
			return
		}
		if s.limit > 0 {
			p = limited{p, s.limit - time.Since(begun)}
		}
		line.Show(p)
	}
	save := s.table.SaveEvery(s.every, func(err error) { line.Note(err.Error() + "; solving continues without it") })
	every := &retrograde.Options{
		Memory: int64(s.memory), SaveEvery: s.every, Threads: s.threads, Guess: s.guess, Sweeps: s.sweeps,
		Note: line.Note,
	}
	every.Report = func(p retrograde.Progress) { show(p) }
	if s.table.Name != "" {
		every.Folder = s.table.Name + ".layers"
	}
	return solve.Options{Table: s.table.Table, Retrograde: every, Report: func(p solve.Progress) { show(p); save() }}
}

// limited is a progress with the time that remains until --limit.
type limited struct {
	fmt.Stringer
	left time.Duration
}

// String returns the progress and the remaining time.
func (l limited) String() string {
	return fmt.Sprintf("%v, at most %v left", l.Stringer, max(0, l.left.Round(time.Second)))
}

// withLimit is [context.WithTimeout], except that 0 means no limit.
func withLimit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, limit)
}
