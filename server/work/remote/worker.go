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

// maxSlots bounds what a worker says of itself.
const maxSlots = 4096

// WorkerOptions are what a worker needs. Conn, Slots and Do are required.
type WorkerOptions struct {
	Conn  *nats.Conn
	ID    string // names the worker in logs, without dots and spaces; a random one if empty
	Slots int    // jobs at a time; games of self-play pause while others are done
	Do    func(ctx context.Context, c Call) (answer []byte, err error)
	Log   *slog.Logger  // slog.Default
	Beat  time.Duration // Beat
}

// A Call is a job to do. When its context ends nobody wants it any more.
type Call struct {
	Class work.Class
	Task  []byte
	Hurry <-chan struct{}                                                 // closed when the job should end soon
	Pause func(ctx context.Context)                                       // waits while more urgent jobs need the worker; a long job calls it now and then
	Fetch func(ctx context.Context, hash string) (data []byte, err error) // a file of the node that wants the job
}

// A Worker does jobs of all nodes. Run works.
type Worker struct {
	o    WorkerOptions
	wake chan struct{}
	jobs sync.WaitGroup

	mu       sync.Mutex
	changed  *sync.Cond // what games of self-play wait for
	nodes    map[string]peer
	running  map[key]*current
	urgent   int // of the running jobs, those that are no self-play
	playing  int // games of self-play that do not pause
	done     [work.Classes]int
	refused  int // jobs that were declined, have failed or were wrong
	hints    map[string]*nats.Subscription
	stopping bool
}

// A key names a job: loans are numbered by node.
type key struct {
	node string
	loan uint64
}

// A current is a job that is being done.
type current struct {
	class   work.Class
	cancel  context.CancelFunc
	hurry   chan struct{}
	hurries bool
	heard   time.Time // when the node has last been heard of it
}

// A Status says what a worker is at.
type Status struct {
	Done    map[string]int `json:"done"` // jobs, by class
	Refused int            `json:"refused"`
	Running int            `json:"running"`
	Slots   int            `json:"slots"`
	Waiting int            `json:"waiting"` // jobs of all nodes
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
	w := &Worker{o: o, wake: make(chan struct{}, 1), nodes: map[string]peer{}, running: map[key]*current{}, hints: map[string]*nats.Subscription{}}
	w.changed = sync.NewCond(&w.mu)
	return w
}

// Status returns what the worker is at.
func (w *Worker) Status() Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := Status{Done: map[string]int{}, Refused: w.refused, Running: len(w.running), Slots: w.o.Slots, Nodes: len(w.nodes)}
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

// Run does jobs until ctx ends. Then it takes no more, and returns when those that it has are
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

// subscribe has all messages to the worker handled.
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

// stop has the worker take no more jobs.
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

// lowest returns the last class for which there is room. It is not free if there is none.
// The worker is locked.
func (w *Worker) lowest() (c work.Class, free bool) {
	switch {
	case w.stopping || w.urgent >= w.o.Slots:
		return 0, false
	case len(w.running) >= w.o.Slots:
		return work.Review, true
	}
	return work.SelfPlay, true
}

// listen joins the queue groups of the workers that have room, or leaves them. The worker is
// locked.
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
			w.o.Log.Warn("no hints of jobs that wait", "error", err)
			continue
		}
		w.hints[rank] = s
	}
}

// awake has the worker look for a job.
func (w *Worker) awake() {
	select {
	case w.wake <- struct{}{}:
	default: // it is about to
	}
}

// hear notes that there is a node.
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

// beat says that the worker is there and does its jobs, and forgets nodes that are gone.
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
			r.cancel() // nobody can want the answer any more
		}
		loans[k.node] = append(loans[k.node], k.loan)
	}
	w.mu.Unlock()
	for id, all := range loans {
		w.jobs.Go(func() { w.beatOne(id, all) })
	}
}

// beatOne tells a node of its jobs, and follows its orders.
func (w *Worker) beatOne(id string, loans []uint64) {
	o, err := ask[orders](w.o.Conn, node+id+beat, beating{w.o.ID, loans}, w.o.Beat)
	if err != nil {
		return // the node gives its jobs back, and they are dropped here
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

// follow drops jobs that nobody wants any more and hurries others.
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

// errGone means that the node that wants a job does not answer.
var errGone = errors.New("the node of the job does not answer")

// report tells a node what became of a job, until it says that it knows.
func (w *Worker) report(k key, r result) (verdict, error) {
	for range 3 {
		v, err := ask[verdict](w.o.Conn, node+k.node+done, r, silences*w.o.Beat)
		if err == nil {
			return v, nil
		}
		if errors.Is(err, nats.ErrMaxPayload) {
			return w.report(k, result{Worker: r.Worker, Loan: r.Loan, Declined: "the answer is too long for NATS; raise its max_payload"})
		}
		time.Sleep(w.o.Beat)
	}
	return verdict{}, errGone
}

// run does a job and reports it.
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
	w.o.Log.Warn("a job was not done", "class", j.Class.String(), "error", errors.Join(err, failed), "node", v.Wrong)
}
