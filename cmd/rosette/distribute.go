package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"rosette/lab/train"
	"rosette/server/work"
	"rosette/server/work/remote"
)

// A distributor plays self-play games here and on workers elsewhere.
type distributor struct {
	queue *work.Queue
	node  *remote.Node
	owner work.Owner
}

// mostGames bounds the self-play games that wait.
const mostGames = 1 << 20

// distribute returns a distributor for the run in a folder, and a function that ends it.
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

// gameCost is the expected time for a self-play game. It matters only if several runs share
// workers.
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
