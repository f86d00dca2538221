package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"rosette/server/work"
	"rosette/server/work/remote"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/internal/progress"
	"rosette/internal/pytorch"
	"rosette/lab/train"
)

// trainFlags are the flags for a training run.
type trainFlags struct {
	selfPlayFlags
	plan    train.Plan
	minutes float64
	python  string
}

func trainCommand(f *flags) *cobra.Command {
	t := &trainFlags{selfPlayFlags: selfPlayFlags{flags: f}}
	cmd := &cobra.Command{
		Use:   "train [--run DIR]",
		Short: "Train a network by self-play",
		Long: "Plays the first games with playouts. Then, in each cycle, the best network so\n" +
			"far plays itself, and a new network learns from the games with PyTorch and\n" +
			"replaces it. The first network must beat playouts in a match at equal visits;\n" +
			"with --gate, each must beat its predecessor. Every --measure cycles, separate\n" +
			"games measure the strength of the best network.\n\n" +
			"DIR (default train-BOARD) has the whole run: DIR/best.rnet is the best\n" +
			"network, DIR/report.html the report. The same command resumes it after\n" +
			"--minutes, Ctrl-C or a crash. With --start, a network FILE plays the first\n" +
			"games, and learning continues from it. With --nats, rosette work on other\n" +
			"machines plays games too; each is replayed and checked here.",
		Example: "  rosette lab train --board rosette-2 --minutes 10\n" +
			"  rosette lab train --run mixed --boards rosette-3,rosette-4=2 --minutes 180\n" +
			"  rosette lab train --run further --start first/best.rnet --board rosette-5",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return t.run(cmd) },
	}
	t.selfPlayFlags.register(cmd)
	f.nodes.register(cmd.Flags(), workNATS)
	learningFlags(cmd.Flags(), &t.plan)
	set, p := cmd.Flags(), &t.plan
	set.Float64Var(&t.minutes, "minutes", 60,
		"stop after this number of `minutes`, when the current batch or step is complete")
	intFlag(set, &p.Cycles, "cycles", 0, 0, maxBatches, "total `number` of cycles; 0 for no limit")
	set.StringVar(&p.Start, "start", "",
		"network `FILE` from which a new run starts")
	set.StringVar(&t.python, "python", "", "Python `program` with PyTorch (default: the first found)")
	intFlag(set, &p.FirstBatches, "first", 16, 1, maxBatches,
		"`number` of batches played by playouts before the first cycle")
	intFlag(set, &p.CycleBatches, "every", 8, 1, maxBatches, "`number` of batches in a cycle")
	set.BoolVar(&p.Gate, "gate", false, "a new network must win a match against the best one")
	intFlag(set, &p.Measure, "measure", 4, 0, maxBatches,
		"`number` of cycles between measurements of the best network; 0 for none")
	intFlag(set, &p.Pairs, "pairs", 40, 1, maxBatches,
		"`number` of openings in a match, each played twice with the colours swapped")
	intFlag(set, &p.Visits, "trial-visits", 64, 1, maxBatches,
		"`number` of visits per move in matches")
	f.register(cmd, gameFlags, []string{"threads", "seed"})
	reword(cmd, "seed", runSeed)
	refuse(cmd, "network",
		"train has no --network: a run begins with playouts, or with --start FILE")
	return cmd
}

// run trains. It prints a line for each cycle and a summary at the end.
func (t *trainFlags) run(cmd *cobra.Command) error {
	p := progress.New(cmd.ErrOrStderr())
	defer p.Clear()
	run, err := t.open(cmd, p)
	if err != nil {
		return err
	}
	trained := t.train(cmd, run)
	p.Clear()
	summary, err := run.Report()
	if t.asJSON {
		summary = nil
	}
	for _, line := range summary {
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), line); err != nil {
			return errors.Join(trained, err)
		}
	}
	return errors.Join(trained, err)
}

// open completes the plan from the flags and opens its run.
func (t *trainFlags) open(cmd *cobra.Command, p *progress.Line) (run *train.Run, err error) {
	if !(t.minutes > 0 && t.minutes <= maxMinutes) {
		return nil, usageError{fmt.Errorf("--minutes %v; use a number above 0", t.minutes)}
	}
	plan := t.plan
	if err := plan.CheckLearning(); err != nil {
		return nil, usageError{flagNamed(err)}
	}
	if plan.SelfPlay, plan.Rules, err = t.selfPlay(); err != nil {
		return nil, err
	}
	plan.Archive = t.archiveIn()
	boards := plan.SelfPlay.Boards
	plan.Graph = boards[len(boards)-1].Value
	if plan.Python, err = pytorch.Find(cmd.Context(), t.python); err != nil {
		return nil, usageError{err}
	}
	plan.Dir = cmp.Or(t.dir, train.DirName(cmp.Or(t.boards, t.boardName)))
	plan.Duration, plan.Cores = minutesOf(t.minutes), t.config.Cores()
	plan.OnCycle = func(r train.CycleReport) error {
		p.Clear()
		return printLine(cmd.OutOrStdout(), t.asJSON, r)
	}
	plan.OnStatus = func(line string) { onTerminal(p, line) }
	plan.OnNote = func(line string) { p.Printf("%s", line) }
	if t.dir == "" {
		p.Printf("the run is in %s", plan.Dir)
	}
	run, err = plan.Open()
	if errors.As(err, new(*train.StartError)) {
		return nil, usageError{fmt.Errorf("--start: %w", err)}
	}
	if err == nil {
		err = t.keep(plan.Dir)
	}
	return run, dirError(err)
}

// minutesOf converts minutes to a duration.
func minutesOf(n float64) time.Duration { return time.Duration(n * float64(time.Minute)) }

// learningFlags registers the learning flags for a training run.
func learningFlags(set *pflag.FlagSet, p *train.Plan) {
	set.StringVar(&p.Size, "size", "",
		"`size` of the network: blocks and channels, such as b6c64 (default: as --start, or b4c48)")
	set.Float64Var(&p.Passes, "passes", 8, "`number` of times that each position is used")
	set.Float64Var(&p.Rate, "rate", 1e-3, "learning `rate`; 0.0005 suits a strong network with --start")
	set.Float64Var(&p.Cool, "cool", 0.5, "final `share` of the minutes or cycles during which the learning rate falls")
	intFlag(set, &p.Window, "window", 50_000, 1, maxBatches,
		"`number` of newest positions in the replay window; it grows sublinearly with the positions played")
}

// train trains. With --nats, remote workers play games too.
func (t *trainFlags) train(cmd *cobra.Command, run *train.Run) error {
	if err := t.nodes.check(); err != nil {
		return err
	}
	if !t.nodes.enabled() {
		return run.Train(cmd.Context())
	}
	pool, stop, err := t.pool(cmd.Context(), slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)), run.Dir)
	if err != nil {
		return err
	}
	run.Distributor = pool
	return errors.Join(run.Train(cmd.Context()), stop())
}

// gameCost is the expected time for a self-play game. It matters only if several runs share workers.
const gameCost = 10 * time.Second

// pool returns the pool that plays games for the run in dir, and a function that ends it.
func (f *flags) pool(ctx context.Context, log *slog.Logger, dir string) (p *remote.Pool, stop func() error, err error) {
	connection, err := f.nodes.dial(log)
	if err != nil {
		return nil, nil, err
	}
	owner := work.Owner{Person: "training", Address: "training " + rand.Text()}
	p = remote.NewPool(remote.PoolOptions{
		Conn: connection.Conn(), Workers: f.config.Cores(), File: (&train.NetworkFiles{Dir: dir}).File, Log: log,
		Job: work.Job{Owner: owner, Cost: gameCost, Class: work.SelfPlay},
	})
	end := p.Start(ctx)
	return p, func() error {
		defer connection.Close()
		return end()
	}, nil
}
