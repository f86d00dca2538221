package remote

import (
	"context"
	"log/slog"

	"github.com/nats-io/nats.go"

	"rosette/server/work"
)

// A Pool does the jobs of one class and one owner, here and on workers elsewhere. Run lends them.
type Pool struct {
	queue *work.Queue
	node  *Node
	job   work.Job
}

// PoolOptions configure a Pool. Conn and Job are required.
type PoolOptions struct {
	Conn    *nats.Conn
	Workers int                                      // jobs at a time here, see [work.Options]
	Job     work.Job                                 // the owner, the class and the cost of all jobs
	File    func(hash string) (data []byte, ok bool) // see [NodeOptions]
	Log     *slog.Logger                             // slog.Default
}

// maxPoolWaiting bounds the jobs of a Pool that wait.
const maxPoolWaiting = 1 << 20

// NewPool returns a Pool without jobs.
func NewPool(o PoolOptions) *Pool {
	queue := work.New(work.Options{Workers: o.Workers, MaxWaiting: maxPoolWaiting, MaxWaitingPerOwner: maxPoolWaiting, Sole: true})
	return &Pool{queue: queue, node: NewNode(NodeOptions{Conn: o.Conn, Queue: queue, File: o.File, Log: o.Log}), job: o.Job}
}

// Start lends jobs until stop is called, which returns the error of [Node.Run].
func (p *Pool) Start(ctx context.Context) (stop func() error) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- p.node.Run(ctx) }()
	return func() error {
		cancel()
		return <-ended
	}
}

// Do calls here, or has a worker elsewhere do the task and calls keep of the answer that read
// accepts.
func (p *Pool) Do(
	ctx context.Context, task []byte, read func(answer []byte) (keep func(), err error), here func(context.Context) error,
) error {
	job := p.job
	job.Task, job.Read = task, read
	_, err := p.queue.Do(ctx, job, nil, here)
	return err
}

// Share sets the number of jobs that run here at once, and returns the number of those that run
// at once here and elsewhere.
func (p *Pool) Share(here int) (total int) {
	p.queue.SetWorkers(here)
	_, slots := p.node.Workers()
	return here + slots
}
