package remote

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"rosette/server/work"
)

// Default times of the protocol.
const (
	Beat     = time.Second // interval between a worker's reports about its jobs
	silences = 5           // silent beats after which a job returns to the queue
	forget   = 3           // silent beats after which a process counts as gone
	noWorker = 10          // beats without a worker before a warning is logged
)

// NodeOptions configure a node. Conn and Queue are required.
type NodeOptions struct {
	Conn  *nats.Conn
	Queue *work.Queue
	Log   *slog.Logger                             // slog.Default if nil
	Beat  time.Duration                            // Beat if 0
	Alone bool                                     // no job runs here, so missing workers are logged
	File  func(hash string) (data []byte, ok bool) // returns network files for workers; may be nil
}

// A Node lends jobs from a queue to workers. Run starts it.
type Node struct {
	o       NodeOptions
	id      string
	waits   chan struct{}
	charges chan work.Charge
	lending sync.WaitGroup

	mu       sync.Mutex
	loans    map[uint64]*lentJob
	last     uint64 // number of the last loan
	workers  map[string]peer
	lonely   int // beats without a worker while a job waits
	declined map[string]time.Time
}

// A lentJob is a job lent to a worker.
type lentJob struct {
	*work.Loan
	worker string
	beats  chan struct{}
	ended  chan struct{}
}

// A peer is the last known state of a process.
type peer struct {
	slots, waiting int
	at             time.Time
}

// mostCharges limits the charges that wait for NATS. Further ones are dropped, which makes sharing
// among nodes slightly less fair.
const mostCharges = 1024

// NewNode returns a node and makes it the watcher of the queue.
func NewNode(o NodeOptions) *Node {
	if o.Beat == 0 {
		o.Beat = Beat
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	n := &Node{
		o: o, id: rand.Text(), waits: make(chan struct{}, 1), charges: make(chan work.Charge, mostCharges),
		loans: map[uint64]*lentJob{}, workers: map[string]peer{}, declined: map[string]time.Time{},
	}
	o.Queue.Watch(n)
	return n
}

// Waits implements [work.Watcher].
func (n *Node) Waits() {
	select {
	case n.waits <- struct{}{}:
	default: // already signalled
	}
}

// Charged implements [work.Watcher].
func (n *Node) Charged(c work.Charge) {
	select {
	case n.charges <- c:
	default: // like a message lost by NATS
	}
}

// Workers returns the number of workers and their total number of slots.
func (n *Node) Workers() (workers, slots int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, w := range n.workers {
		slots += w.slots
	}
	return len(n.workers), slots
}

// Run lends jobs until ctx ends. It then returns lent jobs to the queue.
func (n *Node) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer n.lending.Wait()
	defer func() {
		n.mu.Lock() // no further loans
		defer n.mu.Unlock()
		stop()
	}()
	subscriptions, err := n.subscribe(ctx)
	defer unsubscribe(subscriptions)
	if err != nil {
		return err
	}
	tick, again := time.NewTicker(n.o.Beat), time.NewTimer(n.o.Beat)
	defer tick.Stop()
	defer again.Stop()
	defer func() { send(n.o.Conn, fromNode, nodeState{ID: n.id, Gone: true}) }()
	n.beat()
	for pause := n.o.Beat; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
			n.beat()
		case <-n.waits:
			n.hint()
			pause = n.o.Beat / soonAgain
			again.Reset(pause)
		case <-again.C:
			if n.hint() {
				pause = min(2*pause, n.o.Beat)
				again.Reset(pause)
			}
		case c := <-n.charges:
			send(n.o.Conn, toNodes, c)
		}
	}
}

// subscribe subscribes to all messages for the node.
func (n *Node) subscribe(ctx context.Context) (all []*nats.Subscription, err error) {
	c := n.o.Conn
	log := n.o.Log
	mine := node + n.id
	for _, s := range []func() (*nats.Subscription, error){
		func() (*nats.Subscription, error) { return subscribe(c, log, toAsk, "", n.offer) },
		func() (*nats.Subscription, error) { return subscribe(c, log, toNodes, "", n.spent) },
		func() (*nats.Subscription, error) { return subscribe(c, log, fromWorker, "", n.hear) },
		func() (*nats.Subscription, error) {
			return subscribe(c, log, mine+take, "", func(q question) any { return n.lend(ctx, q) })
		},
		func() (*nats.Subscription, error) { return subscribe(c, log, mine+beat, "", n.beaten) },
		func() (*nats.Subscription, error) { return subscribe(c, log, mine+done, "", n.finish) },
		func() (*nats.Subscription, error) { return subscribe(c, log, mine+file, "", n.file) },
	} {
		one, err := s()
		if err != nil {
			return all, err
		}
		all = append(all, one)
	}
	return all, nil
}

// soonAgain is the fraction of a beat after which a hint is first repeated, because the worker that
// received it may just have taken another job. Each pause is twice the previous one.
const soonAgain = 32

// hint notifies one free worker of a waiting job, and reports whether a job waits.
func (n *Node) hint() bool {
	o, waits := n.o.Queue.Offer("", work.SelfPlay)
	if waits {
		send(n.o.Conn, waiting+rankOf(o.Class), o)
	}
	return waits
}

// beat announces the node, and removes silent workers.
func (n *Node) beat() {
	_, waits := n.o.Queue.Load()
	send(n.o.Conn, fromNode, nodeState{ID: n.id, Waiting: waits})
	n.mu.Lock()
	for id, w := range n.workers {
		if time.Since(w.at) > forget*n.o.Beat {
			delete(n.workers, id)
		}
	}
	n.mu.Unlock()
	n.count()
	n.warn(waits)
}

// count passes the workers' total number of slots to the queue.
func (n *Node) count() {
	_, slots := n.Workers()
	n.o.Queue.SetSlots(slots)
}

// warn logs that jobs wait without a worker. It repeats the warning after ten times the initial
// delay.
func (n *Node) warn(waits int) {
	workers, _ := n.Workers()
	if !n.o.Alone || workers > 0 || waits == 0 {
		n.lonely = 0
		return
	}
	if n.lonely++; n.lonely%(10*noWorker) == noWorker {
		n.o.Log.Warn("jobs are waiting without a worker; start rosette work, or rosette serve with --workers",
			"waiting", waits, "nats", n.o.Conn.IsConnected())
	}
}

// hear records the state of a worker.
func (n *Node) hear(w workerState) any {
	if len(w.ID) > maxName {
		return nil
	}
	n.mu.Lock()
	if w.Gone {
		delete(n.workers, w.ID)
	} else {
		n.workers[w.ID] = peer{slots: min(max(0, w.Slots), maxSlots), at: time.Now()}
	}
	n.mu.Unlock()
	n.count()
	return nil
}

// spent charges time spent on another node.
func (n *Node) spent(c work.Charge) any {
	n.o.Queue.Spent(c)
	return nil
}

// offer describes the next job for a worker.
func (n *Node) offer(q question) any {
	o, ok := n.o.Queue.Offer(q.Worker, q.Lowest)
	return offer{n.id, ok, o}
}

// file returns a part of a network file.
func (n *Node) file(w wanted) any {
	if n.o.File == nil {
		return part{}
	}
	data, ok := n.o.File(w.Hash)
	parts := (len(data) + partSize - 1) / partSize
	if !ok || w.Part < 0 || w.Part >= parts {
		return part{}
	}
	from := w.Part * partSize
	return part{parts, data[from:min(len(data), from+partSize)]}
}
