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

// Options configures batching. Zero values choose defaults.
type Options struct {
	Batch int           // largest number of positions in a batch; default 2048
	Wait  time.Duration // how long a batch's first position waits for others; default 500 µs
	// if not nil, called once when the connection fails, before any Evaluate returns without an
	// answer.
	OnLost func(err error)
}

// Defaults: batches that fill a GPU, and a wait much shorter than one batch takes.
const (
	defaultBatch = 2048
	defaultWait  = 500 * time.Microsecond
)

// maxInFlight is the largest number of unanswered batches: one that the server computes, and others
// that wait for it or whose answers are in transit.
const maxInFlight = 6

// greetingTimeout bounds connecting and the handshake.
const greetingTimeout = 10 * time.Second

// A Client is a connection to a server. It is safe for concurrent use.
type Client struct {
	Options
	conn               net.Conn
	network            atomic.Pointer[Network]
	positions, batches atomic.Int64 // sent
	requests           chan *request
	answered           chan struct{}
	done               chan struct{} // closed with the connection
	once               sync.Once
	err                error // the reason for closing; written before done is closed

	mu   sync.Mutex
	sent map[uint32][]*request // unanswered batches, by number
}

// A request is a position waiting for its answer. Each evaluator has one and reuses it. Answers are
// little-endian float32, for the board as it was sent.
type request struct {
	graph     *board.Graph
	row       []byte // features in the shard encoding
	policy    []byte // [points+1]: logits, pass last
	outcome   []byte // [3]: probabilities for win, draw and loss
	mean      []byte // [1]: expected margin
	deviation []byte // [1]: standard deviation of the margin
	ownership []byte // [points]
	ready     chan struct{}
}

// Dial connects to the server that listens on a Unix socket. Close the client to
// end its goroutines.
func Dial(path string, o Options) (*Client, error) {
	conn, err := net.DialTimeout("unix", path, greetingTimeout)
	if err != nil {
		return nil, fmt.Errorf("no evaluator listens at %s (%w); start one with python3 -m learn.serve NET --socket %s",
			path, cause(err), path)
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
	// If the deadline cannot be set, reading fails too.
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

// Network describes the network that the server runs now. It changes when the server loads another.
func (c *Client) Network() Network { return *c.network.Load() }

// Sent returns the numbers of sent positions and batches.
func (c *Client) Sent() (positions, batches int64) { return c.positions.Load(), c.batches.Load() }

// Err returns the reason why the connection ended, or nil while it is open.
func (c *Client) Err() error {
	select {
	case <-c.done:
		return c.err
	default:
		return nil
	}
}

// errClosed means that the client was closed with Close.
var errClosed = errors.New("the connection to the evaluator was closed")

// Close closes the connection without calling OnLost. It returns nil.
func (c *Client) Close() error {
	c.shutDown(errClosed, nil)
	return nil
}

// fail shuts the client down after an error.
func (c *Client) fail(err error) { c.shutDown(err, c.OnLost) }

// shutDown closes the connection and wakes all waiting goroutines. It calls notify, unless nil,
// before it wakes them. Only the first call has an effect.
func (c *Client) shutDown(err error, notify func(error)) {
	c.once.Do(func() {
		c.err = err
		if notify != nil {
			notify(err)
		}
		close(c.done)
		_ = c.conn.Close() // err already has the reason
	})
}

// receive reads frames until the connection ends.
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

// distribute copies to each position in a batch its part of the answer. The payload is the batch
// number, then for all positions one array each: logits, outcomes, means, deviations and ownership.
func (c *Client) distribute(payload []byte) error {
	batch := c.take(payload)
	if batch == nil {
		return errors.New("the evaluator sent an unexpected response; use the same release for both")
	}
	n, points := len(batch), batch[0].graph.Points()
	if want := 4 + 4*n*(2*points+scalarWords); len(payload) != want {
		return fmt.Errorf("the evaluator sent %[3]d bytes, not %[4]d, for %[1]d positions with %[2]d points; use the same release for both",
			n, points, len(payload), want)
	}
	rest := payload[4:]
	for _, part := range []struct {
		words int
		of    func(r *request) *[]byte
	}{
		{points + 1, func(r *request) *[]byte { return &r.policy }},
		{3, func(r *request) *[]byte { return &r.outcome }},
		{1, func(r *request) *[]byte { return &r.mean }},
		{1, func(r *request) *[]byte { return &r.deviation }},
		{points, func(r *request) *[]byte { return &r.ownership }},
	} {
		for _, r := range batch {
			*part.of(r), rest = rest[:4*part.words], rest[4*part.words:]
		}
	}
	for _, r := range batch {
		r.ready <- struct{}{}
	}
	select {
	case c.answered <- struct{}{}:
	case <-c.done:
	}
	return nil
}

// take removes and returns the unanswered batch for an answer, or nil if it is unknown.
func (c *Client) take(answer []byte) []*request {
	if len(answer) < 4 {
		return nil
	}
	number := binary.LittleEndian.Uint32(answer)
	c.mu.Lock()
	defer c.mu.Unlock()
	batch := c.sent[number]
	delete(c.sent, number)
	return batch
}

var _ io.Closer = (*Client)(nil)
