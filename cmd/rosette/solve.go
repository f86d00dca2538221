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
		Long: "Proves the score that both sides can force, and the best first moves, under area\n" +
			"scoring. On up to 24 points with ko SITUATIONAL and no suicide it labels every\n" +
			"position if --memory allows (16 points: 40M; rosette-2: 12.5G). Otherwise it\n" +
			"searches for two bounds, in which every repetition counts against the side that\n" +
			"proves; if they cannot meet, the given rule decides. Ctrl-C and --limit print what\n" +
			"is proven so far; with --table the same command goes on from there. Where --sweeps\n" +
			"let a table answer early, a run with more sweeps goes on with it, or labels anew\n" +
			"what FILE.layers no longer has.\n" +
			"\n" +
			"The exit status is 0 if the value is proven, 3 if there are only bounds, 1 after\n" +
			"an error, such as in writing the table, and 2 if the command line is wrong.",
		Example: "  rosette lab solve --board rosette-1 --komi 1\n  rosette lab solve --board square-4 --all\n" +
			"  rosette lab solve --board rosette-2 --rules '{\"tax\":\"NONE\"}' --table base2 --memory 13G",
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd, f) },
	}
	cmd.Flags().StringVar(&s.table.Name, "table", "",
		"save proofs to this `file`, labels to FILE.layers, and continue from them")
	cmd.Flags().Var(&s.memory, "memory", "`size` of the table in memory, such as 256M or 2G")
	cmd.Flags().IntVar(&s.threads, "threads", 1, "`number` of threads that label positions")
	cmd.Flags().IntVar(&s.sweeps, "sweeps", 0,
		"`number` of sweeps after which labels answer once they prove the value; more, also in a later run, may tighten the bounds under other rules (default: all)")
	cmd.Flags().IntVar(&s.guess, "guess", 0,
		"margin of Black, in `points`, to try first where every position is labelled")
	cmd.Flags().DurationVar(&s.limit, "limit", 0, "give up after this `duration` (default: never)")
	cmd.Flags().DurationVar(&s.every, "save-every", saveEvery, "checkpoint interval of the table, a `duration`")
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
			errors.New("--limit and --save-every take durations such as 10m or 2h, the second at least 1s; --threads 1 or more, --sweeps 0 or more"),
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
			errors.New("not solved: these are bounds; give it a longer --limit, and a --table to go on from"),
		}
	}
	return undecidedError{fmt.Errorf("not solved: these are bounds; the same command goes on from %s", s.table.Name)}
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
	save := s.table.SaveEvery(s.every, func(err error) { line.Note(err.Error() + "; solving goes on without") })
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
