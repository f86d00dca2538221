package remote

import (
	"encoding/binary"
	"time"

	"rosette/game/board"
)

// refusalTimeout bounds the wait, after a failed write, for the server's refusal.
const refusalTimeout = time.Second

// A batcher collects requests into batches, each for one board, and sends them.
type batcher struct {
	client   *Client
	ids      map[*board.Graph]uint32 // by announced board
	queues   map[*board.Graph]*queue
	inFlight int    // unanswered batches
	number   uint32 // last batch number
	out      []byte
}

// A queue holds the unsent requests for one board.
type queue struct {
	requests []*request
	since    time.Time // arrival of the first request
}

// run sends batches until the connection ends.
func (g *batcher) run() {
	c := g.client
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		select {
		case r := <-c.requests:
			g.enqueue(r)
		case <-c.answered:
			g.inFlight--
		case <-timer.C:
		case <-c.done:
			return
		}
		if err := g.sendDue(); err != nil {
			select {
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

// enqueue adds a request to its queue, and all others that have arrived.
func (g *batcher) enqueue(r *request) {
	for {
		q := g.queues[r.graph]
		if q == nil {
			q = new(queue)
			g.queues[r.graph] = q
		}
		if len(q.requests) == 0 {
			q.since = time.Now()
		}
		q.requests = append(q.requests, r)
		select {
		case r = <-g.client.requests:
		default:
			return
		}
	}
}

// nextDue returns the time when the next batch is due, even if it is not full. It returns false
// while the limit on unanswered batches is reached: an answer must come first.
func (g *batcher) nextDue() (at time.Time, ok bool) {
	if g.inFlight >= maxInFlight {
		return at, false
	}
	for _, q := range g.queues {
		if due := q.since.Add(g.client.Wait); len(q.requests) > 0 && (!ok || due.Before(at)) {
			at, ok = due, true
		}
	}
	return at, ok
}

// sendDue sends batches that are due or full, up to the limit. The board that has waited longest
// comes first, so that a board with many games does not starve others.
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

// send sends the first requests in a queue as one batch.
func (g *batcher) send(graph *board.Graph, q *queue) error {
	id, err := g.announce(graph)
	if err != nil {
		return err
	}
	c, n := g.client, min(len(q.requests), g.client.Batch)
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
	for _, r := range batch {
		g.out = append(g.out, r.row[:features]...)
	}
	for _, r := range batch {
		g.out = append(g.out, r.row[features:]...)
	}
	g.inFlight++
	c.positions.Add(int64(n))
	c.batches.Add(1)
	if _, err := c.conn.Write(g.out); err != nil {
		return disconnected(err)
	}
	return nil
}

// announce returns a board's number. It sends the board to the server before the first batch on it.
func (g *batcher) announce(graph *board.Graph) (uint32, error) {
	if id, ok := g.ids[graph]; ok {
		return id, nil
	}
	id := uint32(len(g.ids))
	text, err := boardFrame(id, graph)
	if err != nil {
		return 0, err
	}
	if _, err := g.client.conn.Write(text); err != nil {
		return 0, disconnected(err)
	}
	g.ids[graph] = id
	return id, nil
}
