package remote

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"rosette/game/board"
)

// Options say how positions are gathered. What is zero is chosen.
type Options struct {
	Batch  int             // positions that go together at most
	Wait   time.Duration   // how long the first of them waits for others
	OnLost func(err error) // hears that the server is lost, before anybody gets an answer that is none; may be nil
}

// What is chosen: batches that fill a graphics processor, and much less time than
// one of them takes.
const (
	defaultBatch = 2048
	defaultWait  = 2 * time.Millisecond
)

// maxInFlight is how many batches are under way: one that is computed, and one
// that is read meanwhile.
const maxInFlight = 2

// greetingTimeout is how long a server may take to greet.
const greetingTimeout = 10 * time.Second

// A Client is a connection to a server, for any number of goroutines.
type Client struct {
	Options
	conn     net.Conn
	network  atomic.Pointer[Network]
	told     [2]atomic.Int64 // positions and batches that were sent
	requests chan *request
	answered chan struct{}
	done     chan struct{} // closed when the server is
	once     sync.Once
	err      error // why; written before lost is closed

	mu   sync.Mutex
	sent map[uint32][]*request // batches under way
}

// An request is a position that waits for its answer, one of a goroutine's at a time.
type request struct {
	graph     *board.Graph
	row       []byte // its points as shards have them, then the numbers of the whole
	policy    []byte // the answer: logits, pass last
	outcome   []byte // chances of win, draw and loss
	mean      []byte // mean
	deviation []byte // deviation
	ownership []byte
	ready     chan struct{}
}

// Dial connects to the server that listens at a path.
func Dial(path string, o Options) (*Client, error) {
	conn, err := net.DialTimeout("unix", path, greetingTimeout)
	if err != nil {
		return nil, fmt.Errorf("no evaluator listens at %s (%w); start one with python3 -m learn.serve NET --socket %s", path, cause(err), path)
	}
	if o.Batch <= 0 {
		o.Batch = defaultBatch
	}
	if o.Wait <= 0 {
		o.Wait = defaultWait
	}
	c := &Client{
		Options: o, conn: conn, requests: make(chan *request, o.Batch), answered: make(chan struct{}, maxInFlight),
		done: make(chan struct{}), sent: map[uint32][]*request{},
	}
	from := bufio.NewReaderSize(conn, 1<<20)
	// A pipe that cannot be given a deadline fails when it is read.
	_ = conn.SetDeadline(time.Now().Add(greetingTimeout))
	n, err := handshake(conn, from)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	_ = conn.SetDeadline(time.Time{})
	c.network.Store(n)
	go c.receive(from)
	go func() {
		g := &batcher{client: c, ids: map[*board.Graph]uint32{}, queues: map[*board.Graph]*queue{}}
		g.run()
	}()
	return c, nil
}

// Network returns the one that answers now. It changes when the server is told to
// load another.
func (c *Client) Network() Network { return *c.network.Load() }

// Sent returns how many positions the server was asked about, in how many batches.
func (c *Client) Sent() (positions, batches int64) { return c.told[0].Load(), c.told[1].Load() }

// Err says why the server is lost, nil while it is not.
func (c *Client) Err() error {
	select {
	case <-c.done:
		return c.err
	default:
		return nil
	}
}

// errClosed is why a client that was closed has no server.
var errClosed = errors.New("the connection to the evaluator was closed")

// Close hangs up. Lost does not hear of it.
func (c *Client) Close() error {
	c.shutDown(errClosed, nil)
	return nil
}

// fail ends everything because the server is lost.
func (c *Client) fail(err error) { c.shutDown(err, c.OnLost) }

// shutDown ends everything, once; whoever is to hear of it does before the rest.
func (c *Client) shutDown(err error, hear func(error)) {
	c.once.Do(func() {
		c.err = err
		if hear != nil {
			hear(err)
		}
		close(c.done)
		_ = c.conn.Close() // it is of no more use, whatever that says
	})
}

// receive reads answers until the server is lost.
func (c *Client) receive(from *bufio.Reader) {
	for {
		kind, payload, err := readFrame(from)
		switch {
		case err != nil:
		case kind == kindAnswer:
			err = c.distribute(payload)
		case kind == kindNetwork:
			var n *Network
			if n, err = readNetwork(payload); err == nil {
				c.network.Store(n)
			}
		default:
			err = unexpectedFrame(kind, payload)
		}
		if err != nil {
			c.fail(err)
			return
		}
	}
}

// distribute gives each position of a batch its part of the answer: first the logits of
// all, then their outcomes, means, deviations and owners.
func (c *Client) distribute(payload []byte) error {
	var batch []*request
	if len(payload) >= 4 {
		number := binary.LittleEndian.Uint32(payload)
		c.mu.Lock()
		batch = c.sent[number]
		delete(c.sent, number)
		c.mu.Unlock()
	}
	if batch == nil {
		return errors.New("the evaluator answered what was not asked; use both of one release")
	}
	n, points := len(batch), batch[0].graph.Points()
	if want := 4 + 4*n*(2*points+scalarWords); len(payload) != want {
		return fmt.Errorf("the evaluator answered %d positions of %d points with %d bytes, not %d; use both of one release", n, points, len(payload), want)
	}
	rest := payload[4:]
	for _, part := range []struct {
		words int
		of    func(a *request) *[]byte
	}{
		{points + 1, func(a *request) *[]byte { return &a.policy }},
		{3, func(a *request) *[]byte { return &a.outcome }},
		{1, func(a *request) *[]byte { return &a.mean }},
		{1, func(a *request) *[]byte { return &a.deviation }},
		{points, func(a *request) *[]byte { return &a.ownership }},
	} {
		for _, a := range batch {
			*part.of(a), rest = rest[:4*part.words], rest[4*part.words:]
		}
	}
	for _, a := range batch {
		a.ready <- struct{}{}
	}
	select {
	case c.answered <- struct{}{}:
	case <-c.done:
	}
	return nil
}

var _ io.Closer = (*Client)(nil)
