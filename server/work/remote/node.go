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

// Times of the exchange, unless options name others.
const (
	Beat     = time.Second // how often a worker says that it does a job
	silences = 5           // after so many beats without a word a job is given back
	forget   = 3           // beats after which a process that says nothing is gone
	noWorker = 10          // beats without a worker after which that is logged
)

// NodeOptions are what a node needs. Conn and Queue are required.
type NodeOptions struct {
	Conn  *nats.Conn
	Queue *work.Queue
	Log   *slog.Logger                             // slog.Default
	Beat  time.Duration                            // Beat
	Alone bool                                     // no job is done here, so that it is logged if there is no worker
	File  func(hash string) (data []byte, ok bool) // the network files that workers may have; may be nil
}

// A Node lends the jobs of a queue to workers. Run works.
type Node struct {
	o       NodeOptions
	id      string
	waits   chan struct{}
	charges chan work.Charge
	lending sync.WaitGroup

	mu       sync.Mutex
	loans    map[uint64]*lentJob
	last     uint64 // loan
	workers  map[string]peer
	lonely   int // beats without a worker while a job waits
	declined map[string]time.Time
}

// A lentJob is a job that a worker does.
type lentJob struct {
	*work.Loan
	worker string
	beats  chan struct{}
	ended  chan struct{}
}

// A peer is another process, as of its last message.
type peer struct {
	slots, waiting int
	at             time.Time
}

// mostCharges is how many charges wait until NATS takes them. Those for which there is no room
// are lost, and with them a little fairness between nodes.
const mostCharges = 1024

// NewNode returns a node, which watches the queue from now on.
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
	default: // it is noted already
	}
}

// Charged implements [work.Watcher].
func (n *Node) Charged(c work.Charge) {
	select {
	case n.charges <- c:
	default: // as if NATS had lost it
	}
}

// Workers returns how many workers there are, and how many jobs they do at once.
func (n *Node) Workers() (workers, slots int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, w := range n.workers {
		slots += w.slots
	}
	return len(n.workers), slots
}

// Run lends jobs until ctx ends; those that are lent then are given back.
func (n *Node) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer n.lending.Wait()
	defer func() {
		n.mu.Lock() // nothing is lent from now on
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

// subscribe has all messages to the node handled.
func (n *Node) subscribe(ctx context.Context) (all []*nats.Subscription, err error) {
	c, log, mine := n.o.Conn, n.o.Log, node+n.id
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

// soonAgain is the part of a beat after which a hint is repeated for the first time: the worker
// that heard it may have taken another job at that moment. Each pause is twice the one before.
const soonAgain = 32

// hint tells one worker that is free that a job waits, and reports whether one does.
func (n *Node) hint() bool {
	o, waits := n.o.Queue.Offer("", work.SelfPlay)
	if waits {
		send(n.o.Conn, waiting+rankOf(o.Class), o)
	}
	return waits
}

// beat says that there is a node, and forgets workers that are gone.
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

// count tells the queue how many jobs workers do at once.
func (n *Node) count() {
	_, slots := n.Workers()
	n.o.Queue.SetSlots(slots)
}

// warn logs that jobs wait and there is no worker, not more often than once in ten times as
// long as that takes.
func (n *Node) warn(waits int) {
	workers, _ := n.Workers()
	if !n.o.Alone || workers > 0 || waits == 0 {
		n.lonely = 0
		return
	}
	if n.lonely++; n.lonely%(10*noWorker) == noWorker {
		n.o.Log.Warn("jobs wait and no worker is there: start rosette work, or serve with --workers above 0", "waiting", waits, "nats", n.o.Conn.IsConnected())
	}
}

// hear notes that there is a worker.
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

// spent charges the time that another node has spent.
func (n *Node) spent(c work.Charge) any {
	n.o.Queue.Spent(c)
	return nil
}

// offer tells a worker what the next job is like.
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
