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
	Batch int             // positions that go together at most
	Wait  time.Duration   // how long the first of them waits for others
	Lost  func(err error) // hears that the server is lost, before anybody gets an answer that is none; may be nil
}

// What is chosen: batches that fill a graphics processor, and much less time than
// one of them takes.
const (
	usualBatch = 2048
	usualWait  = 2 * time.Millisecond
)

// mostFlying is how many batches are under way: one that is computed, and one
// that is read meanwhile.
const mostFlying = 2

// patience is how long a server may take to greet.
const patience = 10 * time.Second

// A Client is a connection to a server, for any number of goroutines.
type Client struct {
	Options
	conn     net.Conn
	network  atomic.Pointer[Network]
	told     [2]atomic.Int64 // positions and batches that were sent
	asks     chan *ask
	answered chan struct{}
	lost     chan struct{} // closed when the server is
	once     sync.Once
	err      error // why; written before lost is closed

	mu   sync.Mutex
	sent map[uint32][]*ask // batches under way
}

// An ask is a position that waits for its answer, one of a goroutine's at a time.
type ask struct {
	graph  *board.Graph
	row    []byte // its points as shards have them, then the numbers of the whole
	policy []byte // the answer: logits, pass last
	whole  []byte // chances of win, draw and loss
	margin []byte // mean
	spread []byte // deviation
	owner  []byte
	ready  chan struct{}
}

// Dial connects to the server that listens at a path.
func Dial(path string, o Options) (*Client, error) {
	conn, err := net.DialTimeout("unix", path, patience)
	if err != nil {
		return nil, fmt.Errorf("no evaluator listens at %s (%w); start one with python3 -m learn.serve NET --socket %s", path, cause(err), path)
	}
	if o.Batch <= 0 {
		o.Batch = usualBatch
	}
	if o.Wait <= 0 {
		o.Wait = usualWait
	}
	c := &Client{
		Options: o, conn: conn, asks: make(chan *ask, o.Batch), answered: make(chan struct{}, mostFlying),
		lost: make(chan struct{}), sent: map[uint32][]*ask{},
	}
	from := bufio.NewReaderSize(conn, 1<<20)
	// A pipe that cannot be given a deadline fails when it is read.
	_ = conn.SetDeadline(time.Now().Add(patience))
	n, err := greet(conn, from)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	_ = conn.SetDeadline(time.Time{})
	c.network.Store(n)
	go c.listen(from)
	go func() {
		g := &gatherer{client: c, ids: map[*board.Graph]uint32{}, queues: map[*board.Graph]*queue{}}
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
	case <-c.lost:
		return c.err
	default:
		return nil
	}
}

// errClosed is why a client that was closed has no server.
var errClosed = errors.New("the connection to the evaluator was closed")

// Close hangs up. Lost does not hear of it.
func (c *Client) Close() error {
	c.end(errClosed, nil)
	return nil
}

// fail ends everything because the server is lost.
func (c *Client) fail(err error) { c.end(err, c.Lost) }

// end ends everything, once; whoever is to hear of it does before the rest.
func (c *Client) end(err error, hear func(error)) {
	c.once.Do(func() {
		c.err = err
		if hear != nil {
			hear(err)
		}
		close(c.lost)
		_ = c.conn.Close() // it is of no more use, whatever that says
	})
}

// listen reads answers until the server is lost.
func (c *Client) listen(from *bufio.Reader) {
	for {
		kind, payload, err := readFrame(from)
		switch {
		case err != nil:
		case kind == kindAnswer:
			err = c.deal(payload)
		case kind == kindNetwork:
			var n *Network
			if n, err = readNetwork(payload); err == nil {
				c.network.Store(n)
			}
		default:
			err = complaint(kind, payload)
		}
		if err != nil {
			c.fail(err)
			return
		}
	}
}

// deal gives each position of a batch its part of the answer: first the logits of
// all, then their outcomes, means, deviations and owners.
func (c *Client) deal(payload []byte) error {
	var batch []*ask
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
	if want := 4 + 4*n*(2*points+wholeWords); len(payload) != want {
		return fmt.Errorf("the evaluator answered %d positions of %d points with %d bytes, not %d; use both of one release", n, points, len(payload), want)
	}
	rest := payload[4:]
	for _, part := range []struct {
		words int
		of    func(a *ask) *[]byte
	}{
		{points + 1, func(a *ask) *[]byte { return &a.policy }},
		{3, func(a *ask) *[]byte { return &a.whole }},
		{1, func(a *ask) *[]byte { return &a.margin }},
		{1, func(a *ask) *[]byte { return &a.spread }},
		{points, func(a *ask) *[]byte { return &a.owner }},
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
	case <-c.lost:
	}
	return nil
}

var _ io.Closer = (*Client)(nil)
