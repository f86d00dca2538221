package remote

import (
	"context"
	"log/slog"

	"github.com/nats-io/nats.go"

	"rosette/server/work"
)

// A Pool runs the jobs of one class and one owner, in this process and on remote workers. Start
// lends them.
type Pool struct {
	queue *work.Queue
	node  *Node
	job   work.Job
}

// PoolOptions configure a Pool. Conn and Job are required.
type PoolOptions struct {
	Conn    *nats.Conn
	Workers int                                      // concurrent jobs in this process, see [work.Options]
	Job     work.Job                                 // owner, class and cost for all jobs
	File    func(hash string) (data []byte, ok bool) // see [NodeOptions]
	Log     *slog.Logger                             // default slog.Default
}

// maxPoolWaiting limits a Pool's waiting jobs.
const maxPoolWaiting = 1 << 20

// NewPool returns a Pool without jobs.
func NewPool(o PoolOptions) *Pool {
	queue := work.New(work.Options{
		Workers: o.Workers, MaxWaiting: maxPoolWaiting, MaxWaitingPerOwner: maxPoolWaiting, Sole: true,
	})
	return &Pool{
		queue: queue, node: NewNode(NodeOptions{Conn: o.Conn, Queue: queue, File: o.File, Log: o.Log}), job: o.Job,
	}
}

// Start lends jobs until stop is called. stop returns the error from [Node.Run].
func (p *Pool) Start(ctx context.Context) (stop func() error) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan error, 1)
	go func() { ended <- p.node.Run(ctx) }()
	return func() error {
		cancel()
		return <-ended
	}
}

// Do runs a job: either it calls here, or a remote worker does the task, read decodes its answer and
// Do calls keep.
func (p *Pool) Do(
	ctx context.Context, task []byte, read func(answer []byte) (keep func(), err error),
	here func(context.Context) error,
) error {
	job := p.job
	job.Task, job.Read = task, read
	_, err := p.queue.Do(ctx, job, nil, here)
	return err
}

// Share sets the number of concurrent jobs in this process. It returns that number plus the slots of
// the remote workers.
func (p *Pool) Share(here int) (total int) {
	p.queue.SetWorkers(here)
	_, slots := p.node.Workers()
	return here + slots
}
