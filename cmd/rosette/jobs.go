// This file has jobs of the engine described as data, so that other processes can do them:
// moves of the computer, estimates, hints, reviews and games of self-play.

package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/task"
	"rosette/game"
	"rosette/game/board"
	"rosette/lab/train"
	"rosette/play/clock"
	"rosette/play/computer"
	"rosette/server/http/match"
	"rosette/server/metrics"
	"rosette/server/work"
	"rosette/server/work/remote"
)

// jobFlags say where a server has its jobs done.
type jobFlags struct{ workers int }

// usualWorkers is --workers unless it is given.
const usualWorkers = -1

// register adds the flags to a command.
func (j *jobFlags) register(cmd *cobra.Command) {
	intFlag(cmd.Flags(), &j.workers, "workers", usualWorkers, usualWorkers, configure.MaxThreads,
		"`number` of moves, estimates and reviews that this process computes at once; 0 leaves them all to rosette work, -1 is as many as the cores allow")
}

// queue returns the queue of a server, of which workers elsewhere do jobs if there are any.
func (j jobFlags) queue(workers int) *work.Queue {
	if j.workers != usualWorkers {
		workers = cmp.Or(j.workers, -1)
	}
	return work.New(work.Options{Workers: workers, Short: shortJob})
}

// shortJob is the greatest cost of jobs that have a worker of their own, so that a weak level
// answers within a second while all other workers run searches at full strength.
const shortJob = 250 * time.Millisecond

// expectedCost returns about how long a move of a level takes on a board, by the visits of its
// search; 0 where nothing bounds them.
func expectedCost(level, name string) time.Duration {
	l, known := engine.LevelNamed(level)
	graph, err := board.Named(name)
	if !known || err != nil {
		return 0
	}
	cost := time.Duration(l.On(graph, false).Visits) * 500 * time.Microsecond
	if l.UsesNetwork() {
		cost = max(cost, time.Duration(l.On(graph, true).Visits)*20*time.Millisecond)
	}
	return cost
}

// lends has processes elsewhere do jobs of the server, if --nats names where they are. What it
// returns runs beside the server.
func (s *serving) lends(srv *liveServer) (run func(context.Context) error, err error) {
	if !s.nodes.given() {
		if s.jobs.workers == 0 {
			err = usageError{errors.New("--workers 0 needs --nats, by which rosette work gets the jobs")}
		}
		return func(context.Context) error { return nil }, err
	}
	node := remote.NewNode(remote.NodeOptions{Conn: s.nodes.connection.Conn(), Queue: srv.queue, Log: s.options.Log, Alone: s.jobs.workers == 0})
	srv.workers = node.Workers
	return node.Run, nil
}

// measureJobs adds the jobs of the computer and the workers that do them to the metrics.
func (s *liveServer) measureJobs() {
	m := s.metrics
	byClass := func(emit metrics.Emit, of func(c work.Counts) float64) {
		for class, counts := range s.queue.Counts() {
			emit(of(counts), work.Class(class).String())
		}
	}
	byPlace := func(emit metrics.Emit, of func(c work.Counts, at work.Place) int) {
		for class, counts := range s.queue.Counts() {
			for at := range work.Places {
				emit(float64(of(counts, at)), work.Class(class).String(), at.String())
			}
		}
	}
	m.Gauges("jobs_waiting", "Jobs of the computer that wait for their turn, by their class.", func(emit metrics.Emit) {
		byClass(emit, func(c work.Counts) float64 { return float64(c.Waiting) })
	}, "class")
	m.Counters("jobs_waited_seconds_total", "Time that jobs of the computer have waited until they began.", func(emit metrics.Emit) {
		byClass(emit, func(c work.Counts) float64 { return c.Waited.Seconds() })
	}, "class")
	m.Gauges("jobs_running", "Jobs of the computer that run, here or at a worker.", func(emit metrics.Emit) {
		byPlace(emit, func(c work.Counts, at work.Place) int { return c.Running[at] })
	}, "class", "place")
	m.Counters("jobs_done_total", "Jobs of the computer that were done, here or by a worker.", func(emit metrics.Emit) {
		byPlace(emit, func(c work.Counts, at work.Place) int { return c.Done[at] })
	}, "class", "place")
	m.Gauge("workers", "Processes elsewhere that do jobs (rosette work).", func() float64 { n, _ := s.workers(); return float64(n) })
	m.Gauge("worker_slots", "Jobs that processes elsewhere do at once.", func() float64 { _, n := s.workers(); return float64(n) })
}

// A requester has the tasks of one queue described, if others may do them.
type requester struct {
	queue  *work.Queue
	config configure.Config
}

// search returns a job with what other processes need to do it. keep gets their answer.
func (r requester) search(j work.Job, kind task.Kind, g *game.Game, next board.Color, p engine.SearchParams, keep func(task.Answer)) work.Job {
	if !r.queue.Shared() {
		return j
	}
	request, err := task.Search(kind, r.config, g, next, p)
	if err != nil {
		return j // only this process can do it
	}
	j.Task = request.Bytes()
	j.Read = func(text []byte) (func(), error) {
		a, err := request.Read(text)
		return func() { keep(a) }, err
	}
	return j
}

// do has something that somebody waits for computed when it is its turn. The error
// is [match.ErrBusy] if too many wait.
func (r requester) do(ctx context.Context, j work.Job, compute func(context.Context) error) error {
	_, err := r.queue.Do(ctx, j, nil, compute)
	if errors.Is(err, work.ErrBusy) {
		return match.ErrBusy
	}
	return err
}

// thought returns what a mover is asked as data; of takes what it has found from an answer.
func thought[T any](m mover, kind task.Kind, g *game.Game, next board.Color, left engine.Time, of func(task.Answer) T) (t computer.Thought[T]) {
	request, err := task.New(kind, m.config(), g, next)
	if err != nil {
		return t // only this process can be asked
	}
	request.Clock = left
	t.Task = request.Bytes()
	t.Read = func(text []byte) (found T, err error) {
		a, err := request.Read(text)
		if err == nil {
			found = of(a)
		}
		return found, err
	}
	return t
}

// DescribeChoice implements [computer.Describer].
func (m mover) DescribeChoice(g *game.Game, color board.Color, left clock.Remaining) computer.Thought[computer.Choice] {
	return thought(m, task.Move, g, color, engineTime(left), func(a task.Answer) computer.Choice {
		return computer.Choice{Point: a.Choice.Point, Resign: a.Choice.Resign}
	})
}

// DescribePrice implements [computer.Describer].
func (m mover) DescribePrice(g *game.Game) computer.Thought[float64] {
	return thought(m, task.Komi, g, board.Empty, engine.Time{}, func(a task.Answer) float64 { return *a.Komi })
}

// DescribeJudgement implements [computer.Describer].
func (m mover) DescribeJudgement(g *game.Game) computer.Thought[computer.DeadStones] {
	return thought(m, task.Judge, g, board.Empty, engine.Time{}, func(a task.Answer) computer.DeadStones {
		return computer.DeadStones{Dead: a.Stones.Dead, Unsure: a.Stones.Unsure}
	})
}

// A distributor has games of self-play played here and by workers elsewhere.
type distributor struct {
	queue *work.Queue
	node  *remote.Node
	owner work.Owner
}

// mostGames bounds the games of self-play that wait.
const mostGames = 1 << 20

// distribute returns what has games of a run in a folder played elsewhere, and what ends that.
func (f *flags) distribute(ctx context.Context, log *slog.Logger, dir string) (d *distributor, end func() error, err error) {
	connection, err := f.nodes.dial(log)
	if err != nil {
		return nil, nil, err
	}
	d = &distributor{queue: work.New(work.Options{Workers: f.config.Cores(), MaxWaiting: mostGames, MaxWaitingPerOwner: mostGames, Sole: true})}
	var last struct {
		hash string
		file []byte
	}
	d.node = remote.NewNode(remote.NodeOptions{
		Conn: connection.Conn(), Queue: d.queue, Log: log,
		File: func(hash string) ([]byte, bool) {
			if last.hash != hash {
				file, ok := train.NetworkFile(dir, hash)
				if !ok {
					return nil, false
				}
				last.hash, last.file = hash, file
			}
			return last.file, true
		},
	})
	d.owner = work.Owner{Person: "training", Address: "training " + rand.Text()}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- d.node.Run(ctx) }()
	return d, func() error {
		cancel()
		defer connection.Close()
		return <-ended
	}, nil
}

// train trains. With --nats workers elsewhere play games too.
func (t *trainRun) train(cmd *cobra.Command, run *train.Run) error {
	if err := t.nodes.check(); err != nil {
		return err
	}
	if !t.nodes.given() {
		return run.Train(cmd.Context())
	}
	d, end, err := t.distribute(cmd.Context(), slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)), run.Dir)
	if err != nil {
		return err
	}
	run.Distributor = d
	return errors.Join(run.Train(cmd.Context()), end())
}

// Share implements [train.Distributor].
func (d *distributor) Share(here int) (all int) {
	d.queue.SetWorkers(here)
	_, slots := d.node.Workers()
	return here + slots
}

// gameCost is what a game of self-play is expected to take. It only matters where several runs
// share workers.
const gameCost = 10 * time.Second

// Play implements [train.Distributor].
func (d *distributor) Play(ctx context.Context, o train.GameOrder, here func(context.Context) (*train.PlayedGame, error)) (played *train.PlayedGame, err error) {
	job := work.Job{Owner: d.owner, Cost: gameCost, Class: work.SelfPlay, Task: o.Bytes()}
	job.Read = func(text []byte) (func(), error) {
		p, err := o.Read(text)
		return func() { played = p }, err
	}
	_, err = d.queue.Do(ctx, job, nil, func(ctx context.Context) (err error) {
		played, err = here(ctx)
		return err
	})
	return played, err
}

// A status is what a worker is at.
type status struct{ remote.Status }

// Line returns it as a line of text.
func (s status) Line() string {
	var done []string
	for _, class := range slices.Sorted(maps.Keys(s.Done)) {
		done = append(done, fmt.Sprintf("%d %s", s.Done[class], class))
	}
	if len(done) == 0 {
		done = []string{"nothing"}
	}
	return fmt.Sprintf("done: %s; %d refused; %d of %d slots busy, %d jobs wait on %d servers",
		strings.Join(done, ", "), s.Refused, s.Running, s.Slots, s.Waiting, s.Nodes)
}
