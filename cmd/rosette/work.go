package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/engine/task"
	"rosette/internal/permission"
	"rosette/internal/progress"
	"rosette/lab/train"
	"rosette/server/jobs"
	"rosette/server/work"
	"rosette/server/work/remote"
)

func workCommand(f *flags) *cobra.Command {
	w := &workFlags{flags: f}
	cmd := &cobra.Command{
		Use:   "work --nats URL",
		Short: "Compute moves and reviews for servers",
		Long: "Computes moves and reviews for the servers that are connected to a NATS server\n" +
			"(rosette serve --nats): moves, dead stones, estimates, reviews, and self-play\n" +
			"games for rosette lab train --nats. Start it on any number of machines, and\n" +
			"stop it at any time: a worker that is silent for five seconds loses its job to\n" +
			"another. After SIGTERM or Ctrl-C it finishes its jobs and takes no more; a\n" +
			"second signal stops it at once. See docs/work.md.",
		Example: "  rosette work --nats nats://queue.example.org:4222\n" +
			"  rosette work --nats tls://queue.example.org:4222 --nats-credentials me.creds",
		RunE: func(cmd *cobra.Command, _ []string) error { return w.run(cmd) },
	}
	f.nodes.register(cmd.Flags(), workNATS)
	intFlag(cmd.Flags(), &w.slots, "slots", 0, 0, configure.MaxThreads,
		"`number` of concurrent jobs; 0 for as many as the cores allow")
	cmd.Flags().BoolVar(&w.asJSON, "json", false, "print progress as JSON lines")
	boardsFlag(cmd.Flags(), &w.boards)
	f.register(cmd, []string{"network", "threads", "memory"})
	reword(cmd, "threads", sharedThreads)
	configurable(cmd.Flags())
	return cmd
}

// workFlags are the flags for work.
type workFlags struct {
	*flags
	slots  int
	boards string // folder with the servers' own boards
	asJSON bool
	player train.Player // for self-play
}

// Intervals between progress reports.
const (
	onScreen = time.Second
	inLog    = time.Minute
)

// run does jobs until the command is interrupted.
func (w *workFlags) run(cmd *cobra.Command) error {
	if err := w.nodes.check(); err != nil {
		return err
	}
	if _, err := registerBoards(w.boards); err != nil {
		return err
	}
	if !w.nodes.enabled() {
		return usageError{
			errors.New("no --nats; use the NATS URL of the servers, such as nats://127.0.0.1:4222"),
		}
	}
	log, err := (&operationFlags{logFormat: "text", logLevel: "info"}).log(cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	permission.Warn(log, "--"+settingsFlag, settingsFile(cmd))
	connection, err := w.nodes.dial(log)
	if err != nil {
		return err
	}
	defer connection.Close()
	threads, slots := jobs.ShareOfCores(w.config.Threads)
	if w.slots > 0 {
		slots = w.slots
	}
	w.config.Threads, w.config.Warn = threads, nil
	worker := remote.NewWorker(remote.WorkerOptions{
		Conn: connection.Conn(), ID: workerID(), Slots: slots, Do: w.do, Log: log,
	})
	ended := make(chan error, 1)
	go func() { ended <- worker.Run(cmd.Context()) }()
	return w.tell(cmd, worker, ended)
}

// do does one job.
func (w *workFlags) do(ctx context.Context, c remote.Call) ([]byte, error) {
	if c.Class == work.SelfPlay {
		return w.player.Play(ctx, c.Task, c.Fetch, c.Pause)
	}
	t, err := task.Read(c.Task)
	if err != nil {
		return nil, err
	}
	return t.Do(ctx, w.config, c.Hurry)
}

// tell prints progress until the worker ends, and then a summary.
func (w *workFlags) tell(cmd *cobra.Command, worker *remote.Worker, ended <-chan error) error {
	p, every := progress.New(cmd.ErrOrStderr()), inLog
	if p.Width > 0 && !w.asJSON {
		every = onScreen
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if every == onScreen {
				p.Printf("%s", worker.Status().Line())
			} else if err := printLine(cmd.OutOrStdout(), w.asJSON, worker.Status()); err != nil {
				return err
			}
		case err := <-ended:
			p.Clear()
			return errors.Join(err, printLine(cmd.OutOrStdout(), w.asJSON, worker.Status()))
		}
	}
}
