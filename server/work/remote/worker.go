package remote

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"rosette/internal/panics"
	"rosette/server/work"
)

// maxSlots limits the number of slots that a worker may announce.
const maxSlots = 4096

// WorkerOptions configure a worker. Conn, Slots and Do are required.
type WorkerOptions struct {
	Conn  *nats.Conn
	ID    string // name in logs, without dots and spaces; random if empty
	Slots int    // concurrent jobs; games of self-play pause during others
	Do    func(ctx context.Context, c Call) (answer []byte, err error)
	Log   *slog.Logger  // slog.Default if nil
	Beat  time.Duration // Beat if 0
}

// A Call is a job to do. Its context ends when the job is no longer needed.
type Call struct {
	Class work.Class
	Task  []byte
	Hurry <-chan struct{} // closed when the job should end soon
	// Pause waits while more urgent jobs need the worker; a long job must call it regularly.
	Pause func(ctx context.Context)
	Fetch func(ctx context.Context, hash string) (data []byte, err error) // a file from the node that owns the job
}

// A Worker does jobs from all nodes. Run starts it.
type Worker struct {
	o    WorkerOptions
	wake chan struct{}
	jobs sync.WaitGroup

	mu       sync.Mutex
	changed  *sync.Cond // signals games of self-play that pause
	nodes    map[string]peer
	running  map[key]*current
	urgent   int // running jobs other than self-play
	playing  int // games of self-play not paused
	done     [work.Classes]int
	refused  int // declined, failed or invalid jobs
	hints    map[string]*nats.Subscription
	stopping bool
}

// A key identifies a job: each node numbers its loans.
type key struct {
	node string
	loan uint64
}

// A current is a running job.
type current struct {
	class   work.Class
	cancel  context.CancelFunc
	hurry   chan struct{}
	hurries bool
	heard   time.Time // time of the node's last message about it
}

// A Status describes a worker's current state.
type Status struct {
	Done    map[string]int `json:"done"` // finished jobs, by class
	Refused int            `json:"refused"`
	Running int            `json:"running"`
	Slots   int            `json:"slots"`
	Waiting int            `json:"waiting"` // jobs on all nodes
	Nodes   int            `json:"nodes"`
}

// Line returns the status as a line of text.
func (s Status) Line() string {
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

// NewWorker returns a worker.
func NewWorker(o WorkerOptions) *Worker {
	if o.Beat == 0 {
		o.Beat = Beat
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.ID == "" {
		o.ID = rand.Text()
	}
	o.Slots = min(max(1, o.Slots), maxSlots)
	w := &Worker{
		o: o, wake: make(chan struct{}, 1), nodes: map[string]peer{}, running: map[key]*current{},
		hints: map[string]*nats.Subscription{},
	}
	w.changed = sync.NewCond(&w.mu)
	return w
}

// Status returns the worker's current state.
func (w *Worker) Status() Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := Status{
		Done: map[string]int{}, Refused: w.refused, Running: len(w.running), Slots: w.o.Slots, Nodes: len(w.nodes),
	}
	for class, n := range w.done {
		if n > 0 {
			s.Done[work.Class(class).String()] = n
		}
	}
	for _, n := range w.nodes {
		s.Waiting += n.waiting
	}
	return s
}

// Run does jobs until ctx ends. It then stops taking jobs, and returns when its running jobs are
// done.
func (w *Worker) Run(ctx context.Context) error {
	subscriptions, err := w.subscribe()
	defer func() { unsubscribe(subscriptions) }()
	if err != nil {
		return err
	}
	tick := time.NewTicker(w.o.Beat)
	defer tick.Stop()
	drained, done := make(chan struct{}), ctx.Done()
	w.beat()
	w.look()
	for {
		select {
		case <-done:
			done = nil
			w.stop()
			go func() {
				w.jobs.Wait()
				close(drained)
			}()
		case <-drained:
			send(w.o.Conn, fromWorker, workerState{ID: w.o.ID, Gone: true})
			return w.o.Conn.FlushTimeout(w.o.Beat)
		case <-tick.C:
			w.beat()
			w.look()
		case <-w.wake:
			w.look()
		}
	}
}

// subscribe subscribes to all messages for the worker.
func (w *Worker) subscribe() (all []*nats.Subscription, err error) {
	s, err := subscribe(w.o.Conn, w.o.Log, fromNode, "", w.hear)
	if err != nil {
		return nil, err
	}
	all = append(all, s)
	s, err = subscribe(w.o.Conn, w.o.Log, worker+w.o.ID, "", func(o orders) any {
		w.follow(o)
		return nil
	})
	if err == nil {
		all = append(all, s)
	}
	return all, err
}

// stop makes the worker stop taking jobs.
func (w *Worker) stop() {
	w.mu.Lock()
	w.stopping = true
	w.listen()
	w.mu.Unlock()
}

// look takes jobs while there is room.
func (w *Worker) look() {
	for {
		w.mu.Lock()
		w.listen()
		lowest, free := w.lowest()
		w.mu.Unlock()
		if !free || !w.o.Conn.IsConnected() || !w.takeOne(lowest) {
			return
		}
	}
}

// lowest returns the last class with room for a job. free is false if there is no room. The worker
// is locked.
func (w *Worker) lowest() (c work.Class, free bool) {
	switch {
	case w.stopping || w.urgent >= w.o.Slots:
		return 0, false
	case len(w.running) >= w.o.Slots:
		return work.Review, true
	}
	return work.SelfPlay, true
}

// listen joins or leaves the queue groups for workers with room. The worker is locked.
func (w *Worker) listen() {
	lowest, free := w.lowest()
	for rank, wants := range map[string]bool{urgent: free, background: free && lowest == work.SelfPlay} {
		s := w.hints[rank]
		if (s != nil) == wants {
			continue
		}
		if !wants {
			delete(w.hints, rank)
			unsubscribe([]*nats.Subscription{s})
			continue
		}
		s, err := subscribe(w.o.Conn, w.o.Log, waiting+rank, group, func(work.Offer) any {
			w.awake()
			return nil
		})
		if err != nil {
			w.o.Log.Warn("cannot subscribe to hints of waiting jobs", "error", err)
			continue
		}
		w.hints[rank] = s
	}
}

// awake makes the worker look for a job.
func (w *Worker) awake() {
	select {
	case w.wake <- struct{}{}:
	default: // already requested
	}
}

// hear records the state of a node.
func (w *Worker) hear(n nodeState) any {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n.Gone {
		delete(w.nodes, n.ID)
	} else {
		w.nodes[n.ID] = peer{waiting: max(0, n.Waiting), at: time.Now()}
	}
	return nil
}

// beat announces the worker and its running jobs, and removes silent nodes.
func (w *Worker) beat() {
	send(w.o.Conn, fromWorker, workerState{ID: w.o.ID, Slots: w.o.Slots})
	loans := map[string][]uint64{}
	w.mu.Lock()
	for id, n := range w.nodes {
		if time.Since(n.at) > forget*w.o.Beat {
			delete(w.nodes, id)
		}
	}
	for k, r := range w.running {
		if time.Since(r.heard) > 3*silences*w.o.Beat {
			r.cancel() // the answer can no longer be delivered
		}
		loans[k.node] = append(loans[k.node], k.loan)
	}
	w.mu.Unlock()
	for id, all := range loans {
		w.jobs.Go(func() { w.beatOne(id, all) })
	}
}

// beatOne reports running jobs to a node, and follows its orders.
func (w *Worker) beatOne(id string, loans []uint64) {
	o, err := ask[orders](w.o.Conn, node+id+beat, beating{w.o.ID, loans}, w.o.Beat)
	if err != nil {
		return // the node puts its jobs back in the queue, and this worker cancels them
	}
	w.mu.Lock()
	for _, loan := range loans {
		if r := w.running[key{id, loan}]; r != nil {
			r.heard = time.Now()
		}
	}
	w.mu.Unlock()
	o.Node = id
	w.follow(o)
}

// follow cancels jobs that are no longer needed and hurries others.
func (w *Worker) follow(o orders) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, loan := range o.Drop {
		if r := w.running[key{o.Node, loan}]; r != nil {
			r.cancel()
		}
	}
	for _, loan := range o.Hurry {
		if r := w.running[key{o.Node, loan}]; r != nil && !r.hurries {
			r.hurries = true
			close(r.hurry)
		}
	}
}

// errGone means that the node that owns a job does not respond.
var errGone = errors.New("the node that owns the job does not respond")

// report sends a result to a node and repeats it until the node confirms.
func (w *Worker) report(k key, r result) (verdict, error) {
	for range 3 {
		v, err := ask[verdict](w.o.Conn, node+k.node+done, r, silences*w.o.Beat)
		if err == nil {
			return v, nil
		}
		if errors.Is(err, nats.ErrMaxPayload) {
			return w.report(k, result{
				Worker: r.Worker, Loan: r.Loan, Declined: "the answer is too long for NATS; raise its max_payload",
			})
		}
		time.Sleep(w.o.Beat)
	}
	return verdict{}, errGone
}

// run does a job and reports its result.
func (w *Worker) run(ctx context.Context, k key, j job, r *current) {
	defer w.ended(k, r)
	var answer []byte
	err := panics.Catch(w.o.Log, func() (err error) {
		answer, err = w.o.Do(ctx, Call{
			Class: j.Class, Task: j.Task, Hurry: r.hurry, Pause: w.pause,
			Fetch: func(ctx context.Context, hash string) ([]byte, error) { return w.fetch(ctx, k.node, hash) },
		})
		return err
	}, "class", j.Class.String())
	if ctx.Err() != nil {
		return
	}
	found := result{Worker: w.o.ID, Loan: k.loan, Answer: answer}
	if err != nil {
		found.Answer, found.Declined = nil, err.Error()
	}
	v, failed := w.report(k, found)
	w.mu.Lock()
	defer w.mu.Unlock()
	if failed == nil && err == nil && v.Wrong == "" {
		w.done[j.Class]++
		return
	}
	w.refused++
	w.o.Log.Warn("a job failed", "class", j.Class.String(), "error", errors.Join(err, failed), "node", v.Wrong)
}
