package remote

import (
	"encoding/binary"
	"time"

	"rosette/game/board"
)

// refusalTimeout is how long a server that hung up is listened to.
const refusalTimeout = time.Second

// A batcher makes batches of what goroutines ask, one board each.
type batcher struct {
	client   *Client
	ids      map[*board.Graph]uint32 // of the boards that the server was told
	queues   map[*board.Graph]*queue
	inFlight int    // batches under way
	number   uint32 // of the last
	out      []byte
}

// A queue is what waits on one board.
type queue struct {
	requests []*request
	since    time.Time // when the first of them came
}

// run gathers until the server is lost.
func (g *batcher) run() {
	c := g.client
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		select {
		case a := <-c.requests:
			g.enqueue(a)
		case <-c.answered:
			g.inFlight--
		case <-timer.C:
		case <-c.done:
			return
		}
		if err := g.sendDue(); err != nil {
			select { // a server that hangs up may have said why
			case <-c.done:
			case <-time.After(refusalTimeout):
				c.fail(err)
			}
			return
		}
		if due, ok := g.nextDue(); ok {
			timer.Reset(time.Until(due))
		}
	}
}

// enqueue puts a position into its queue, and all that have come besides.
func (g *batcher) enqueue(a *request) {
	for {
		q := g.queues[a.graph]
		if q == nil {
			q = new(queue)
			g.queues[a.graph] = q
		}
		if len(q.requests) == 0 {
			q.since = time.Now()
		}
		q.requests = append(q.requests, a)
		select {
		case a = <-g.client.requests:
		default:
			return
		}
	}
}

// nextDue returns when the next batch is to go, however small. There is none while
// enough are under way: then an answer is what is waited for.
func (g *batcher) nextDue() (at time.Time, ok bool) {
	if g.inFlight >= maxInFlight {
		return at, false
	}
	for _, q := range g.queues {
		if since := q.since.Add(g.client.Wait); len(q.requests) > 0 && (!ok || since.Before(at)) {
			at, ok = since, true
		}
	}
	return at, ok
}

// sendDue sends what is due or full while there is room, the board that waited
// longest first: none is forgotten for another with more games.
func (g *batcher) sendDue() error {
	for g.inFlight < maxInFlight {
		var graph *board.Graph
		var longest time.Duration
		for on, q := range g.queues {
			waited := time.Since(q.since)
			due := len(q.requests) >= g.client.Batch || len(q.requests) > 0 && waited >= g.client.Wait
			if due && (graph == nil || waited > longest) {
				graph, longest = on, waited
			}
		}
		if graph == nil {
			return nil
		}
		if err := g.send(graph, g.queues[graph]); err != nil {
			return err
		}
	}
	return nil
}

// send sends the first of a queue as one batch, and the board before its first.
func (g *batcher) send(graph *board.Graph, q *queue) error {
	c := g.client
	id, told := g.ids[graph]
	if !told {
		id = uint32(len(g.ids))
		text, err := boardFrame(id, graph)
		if err != nil {
			return err
		}
		if _, err := c.conn.Write(text); err != nil {
			return disconnected(err)
		}
		g.ids[graph] = id
	}
	n := min(len(q.requests), c.Batch)
	batch := append([]*request(nil), q.requests[:n]...)
	left := copy(q.requests, q.requests[n:])
	clear(q.requests[left:])
	q.requests, q.since = q.requests[:left], time.Now()
	g.number++
	c.mu.Lock()
	c.sent[g.number] = batch
	c.mu.Unlock()
	features := graph.Points() * pointBytes
	g.out = frame(g.out[:0], kindBatch, 12+n*(features+globalBytes))
	for _, word := range []uint32{g.number, id, uint32(n)} {
		g.out = binary.LittleEndian.AppendUint32(g.out, word)
	}
	for _, a := range batch {
		g.out = append(g.out, a.row[:features]...)
	}
	for _, a := range batch {
		g.out = append(g.out, a.row[features:]...)
	}
	g.inFlight++
	c.told[0].Add(int64(n))
	c.told[1].Add(1)
	if _, err := c.conn.Write(g.out); err != nil {
		return disconnected(err)
	}
	return nil
}
