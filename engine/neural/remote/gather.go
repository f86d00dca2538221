package remote

import (
	"encoding/binary"
	"time"

	"rosette/game/board"
)

// lastWords is how long a server that hung up is listened to.
const lastWords = time.Second

// A gatherer makes batches of what goroutines ask, one board each.
type gatherer struct {
	client *Client
	ids    map[*board.Graph]uint32 // of the boards that the server was told
	queues map[*board.Graph]*queue
	flying int    // batches under way
	number uint32 // of the last
	out    []byte
}

// A queue is what waits on one board.
type queue struct {
	asks  []*ask
	since time.Time // when the first of them came
}

// run gathers until the server is lost.
func (g *gatherer) run() {
	c := g.client
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		select {
		case a := <-c.asks:
			g.take(a)
		case <-c.answered:
			g.flying--
		case <-timer.C:
		case <-c.lost:
			return
		}
		if err := g.pump(); err != nil {
			select { // a server that hangs up may have said why
			case <-c.lost:
			case <-time.After(lastWords):
				c.fail(err)
			}
			return
		}
		if due, ok := g.due(); ok {
			timer.Reset(time.Until(due))
		}
	}
}

// take puts a position into its queue, and all that have come besides.
func (g *gatherer) take(a *ask) {
	for {
		q := g.queues[a.graph]
		if q == nil {
			q = new(queue)
			g.queues[a.graph] = q
		}
		if len(q.asks) == 0 {
			q.since = time.Now()
		}
		q.asks = append(q.asks, a)
		select {
		case a = <-g.client.asks:
		default:
			return
		}
	}
}

// due returns when the next batch is to go, however small. There is none while
// enough are under way: then an answer is what is waited for.
func (g *gatherer) due() (at time.Time, ok bool) {
	if g.flying >= mostFlying {
		return at, false
	}
	for _, q := range g.queues {
		if since := q.since.Add(g.client.Wait); len(q.asks) > 0 && (!ok || since.Before(at)) {
			at, ok = since, true
		}
	}
	return at, ok
}

// pump sends what is due or full while there is room, the board that waited
// longest first: none is forgotten for another with more games.
func (g *gatherer) pump() error {
	for g.flying < mostFlying {
		var graph *board.Graph
		var longest time.Duration
		for on, q := range g.queues {
			waited := time.Since(q.since)
			due := len(q.asks) >= g.client.Batch || len(q.asks) > 0 && waited >= g.client.Wait
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
func (g *gatherer) send(graph *board.Graph, q *queue) error {
	c := g.client
	id, told := g.ids[graph]
	if !told {
		id = uint32(len(g.ids))
		text, err := groundFrame(id, graph)
		if err != nil {
			return err
		}
		if _, err := c.conn.Write(text); err != nil {
			return hungUp(err)
		}
		g.ids[graph] = id
	}
	n := min(len(q.asks), c.Batch)
	batch := append([]*ask(nil), q.asks[:n]...)
	left := copy(q.asks, q.asks[n:])
	clear(q.asks[left:])
	q.asks, q.since = q.asks[:left], time.Now()
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
	g.flying++
	c.told[0].Add(int64(n))
	c.told[1].Add(1)
	if _, err := c.conn.Write(g.out); err != nil {
		return hungUp(err)
	}
	return nil
}
