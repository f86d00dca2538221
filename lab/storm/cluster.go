package storm

import (
	"context"
	"errors"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"rosette/game/board"
)

// answerWithin is the time that a player waits for an answer before trying another node. The player
// then avoids the first node for the time avoided.
const (
	answerWithin = 1500 * time.Millisecond
	avoided      = time.Second
)

// A cluster is a Target of several servers with one database. Each game is played on two servers
// concurrently, Black on one and White on the other, as long as both answer.
type cluster struct{ nodes []*node }

// A node is a server in a cluster.
type node struct {
	since  atomic.Int64 // last failure to answer, in nanoseconds since 1970
	target atomic.Pointer[Target]
}

// set stores the server's current target.
func (n *node) set(t Target) { n.target.Store(&t) }

func (n *node) at() Target { return *n.target.Load() }

func (n *node) avoid() { n.since.Store(time.Now().UnixNano()) }

func (n *node) answers() bool { return time.Since(time.Unix(0, n.since.Load())) > avoided }

// errNoNode means that no server answers.
var errNoNode = errors.New("no server answers")

// tryNodes calls what for each node in turn until one succeeds. Nodes that answered recently come first.
func tryNodes[T any](
	ctx context.Context, c *cluster, from netip.Addr, what func(context.Context, *node) (T, error),
) (found T, err error) {
	err = errNoNode
	first := int(from.As16()[15])
	for _, answers := range []bool{true, false} {
		for i := range c.nodes {
			n := c.nodes[(first+i)%len(c.nodes)]
			if n.answers() != answers {
				continue
			}
			limited, done := context.WithTimeout(ctx, answerWithin)
			found, err = what(limited, n)
			done()
			if err == nil || ctx.Err() != nil {
				return found, err
			}
			n.avoid()
		}
	}
	return found, err
}

// Open implements Target.
func (c *cluster) Open(ctx context.Context, from netip.Addr, board, control string) (Game, error) {
	return tryNodes(
		ctx, c, from,
		func(ctx context.Context, n *node) (Game, error) { return n.at().Open(ctx, from, board, control) },
	)
}

// Page implements Target.
func (c *cluster) Page(ctx context.Context, from netip.Addr, id string) (int, error) {
	return tryNodes(ctx, c, from, func(ctx context.Context, n *node) (int, error) { return n.at().Page(ctx, from, id) })
}

// Join implements Target. It joins on every node that answered recently or, if there is none, on
// one other node.
func (c *cluster) Join(ctx context.Context, from netip.Addr, g Game, after int) (Socket, error) {
	k := &seats{received: make(chan reception), ended: make(chan struct{})}
	err := errNoNode
	for _, answers := range []bool{true, false} {
		for _, n := range c.nodes {
			if n.answers() != answers || !answers && len(k.all) > 0 {
				continue
			}
			s, failed := n.joinSoon(ctx, from, g, after)
			if failed != nil {
				n.avoid()
				err = failed
				continue
			}
			k.add(n, s)
		}
	}
	if len(k.all) == 0 {
		return nil, err
	}
	return k, nil
}

// joinSoon is like Join, with a time limit.
func (n *node) joinSoon(ctx context.Context, from netip.Addr, g Game, after int) (Socket, error) {
	type joined struct {
		s   Socket
		err error
	}
	done := make(chan joined, 1)
	joining, cancel := context.WithCancel(ctx) // cancelling also closes the socket
	go func() {
		s, err := n.at().Join(joining, from, g, after)
		done <- joined{s, err}
	}()
	limit := time.NewTimer(answerWithin)
	defer limit.Stop()
	select {
	case j := <-done:
		if j.err != nil {
			cancel()
			return nil, j.err
		}
		return boundSocket{j.s, cancel}, nil
	case <-limit.C:
		cancel()
		if j := <-done; j.err == nil {
			j.s.Close() // the caller has stopped waiting
		}
		return nil, errNoNode
	}
}

// A boundSocket is a socket that cancels its context when closed.
type boundSocket struct {
	Socket
	cancel context.CancelFunc
}

func (c boundSocket) Close() error {
	defer c.cancel()
	return c.Socket.Close()
}

// seats holds a game's sockets on several nodes.
type seats struct {
	all      []seat
	received chan reception
	ended    chan struct{}
	once     sync.Once
	reading  sync.WaitGroup

	mu      sync.Mutex
	waiting map[string]*time.Timer // unacknowledged moves
}

// A seat is a socket on a node.
type seat struct {
	node   *node // node to avoid if it does not answer in time; nil to wait
	socket Socket
}

// A reception is a message or error from a socket.
type reception struct {
	Message
	err error
}

// add reads from a socket.
func (k *seats) add(n *node, s Socket) {
	k.all = append(k.all, seat{n, s})
	k.reading.Go(func() {
		for {
			m, err := s.Receive()
			select {
			case k.received <- reception{m, err}:
			case <-k.ended:
				return
			}
			if err != nil {
				return
			}
		}
	})
}

// Play implements Socket. It leaves a node that does not answer in time.
func (k *seats) Play(m Move) error {
	at := k.all[0]
	if m.Color == board.White {
		at = k.all[len(k.all)-1]
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.waiting == nil {
		k.waiting = map[string]*time.Timer{}
	}
	if at.node != nil {
		k.waiting[m.ID] = time.AfterFunc(answerWithin, func() {
			at.node.avoid()
			at.socket.Close() // its reader then returns an error
		})
	}
	return at.socket.Play(m)
}

// Receive implements Socket.
func (k *seats) Receive() (Message, error) {
	select {
	case r := <-k.received:
		if r.Reply {
			k.mu.Lock()
			if t := k.waiting[r.ID]; t != nil {
				t.Stop()
			}
			delete(k.waiting, r.ID)
			k.mu.Unlock()
		}
		return r.Message, r.err
	case <-k.ended:
		return Message{}, errLineLost
	}
}

// Close implements Socket.
func (k *seats) Close() (err error) {
	k.once.Do(func() { close(k.ended) })
	k.mu.Lock()
	for _, t := range k.waiting {
		t.Stop()
	}
	k.mu.Unlock()
	for _, s := range k.all {
		err = errors.Join(err, s.socket.Close())
	}
	k.reading.Wait()
	return err
}

// A balancer is a Target of several healthy servers with one database. Like a load balancer, it
// sends requests to the servers in turn. Each player has its own connection, so with two servers,
// half of the games have both seats on one server and half one on each.
type balancer struct {
	targets                []Target
	asked, joined, watched atomic.Int64
}

func (b *balancer) turn(n int64) Target { return b.targets[n%int64(len(b.targets))] }

// Open implements Target.
func (b *balancer) Open(ctx context.Context, from netip.Addr, board, control string) (Game, error) {
	return b.turn(b.asked.Add(1)).Open(ctx, from, board, control)
}

// Page implements Target.
func (b *balancer) Page(ctx context.Context, from netip.Addr, id string) (int, error) {
	return b.turn(b.asked.Add(1)).Page(ctx, from, id)
}

// Join implements Target. Seats at the same server share a socket, as with a single server.
func (b *balancer) Join(ctx context.Context, from netip.Addr, g Game, after int) (Socket, error) {
	if g.Session == "" {
		return b.turn(b.watched.Add(1)).Join(ctx, from, g, after)
	}
	n := b.joined.Add(1)
	black, white := b.turn(n), b.turn(n/int64(len(b.targets)))
	first, err := black.Join(ctx, from, g, after)
	if err != nil || black == white {
		return first, err
	}
	second, err := white.Join(ctx, from, g, after)
	if err != nil {
		first.Close() // the first error counts
		return nil, err
	}
	k := &seats{received: make(chan reception), ended: make(chan struct{})}
	k.add(nil, first)
	k.add(nil, second)
	return k, nil
}
