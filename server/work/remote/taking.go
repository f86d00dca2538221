package remote

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rosette/server/work"
)

// offersWithin is the time limit for offers if a worker does not know the nodes yet, or if some do
// not respond.
const offersWithin = 50 * time.Millisecond

// takeOne takes the most urgent job from all nodes, and reports whether there was one.
func (w *Worker) takeOne(lowest work.Class) bool {
	q := question{w.o.ID, lowest}
	offers, err := w.offers(q)
	if err != nil {
		return false // NATS is away
	}
	slices.SortFunc(offers, func(a, b offer) int { return a.Before(b.Offer) })
	for _, o := range offers {
		j, err := ask[job](w.o.Conn, node+o.Node+take, q, silences*w.o.Beat)
		if err == nil && j.Loan != 0 && j.Class >= 0 && j.Class <= lowest {
			w.begin(key{o.Node, j.Loan}, j)
			return true
		}
	}
	return false
}

// offers requests the next job of every node, and returns the offers.
func (w *Worker) offers(q question) (all []offer, err error) {
	inbox := w.o.Conn.NewRespInbox()
	replies, err := w.o.Conn.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = replies.Unsubscribe() }() // fails only if the connection is closed
	if err := w.o.Conn.PublishRequest(toAsk, inbox, pack(q)); err != nil {
		return nil, err
	}
	w.mu.Lock()
	open := map[string]bool{}
	for id := range w.nodes {
		open[id] = true
	}
	w.mu.Unlock()
	known := len(open) > 0
	for until := time.Now().Add(offersWithin); !known || len(open) > 0; {
		m, err := replies.NextMsg(time.Until(until))
		if err != nil {
			break // no more answers in time
		}
		var o offer
		if err := unpack(m.Data, &o); err != nil {
			w.o.Log.Warn("an offer cannot be read", "error", err)
			continue
		}
		delete(open, o.Node)
		if o.Has {
			all = append(all, o)
		}
	}
	return all, nil
}

// begin starts a job.
func (w *Worker) begin(k key, j job) {
	ctx, cancel := context.WithCancel(context.Background())
	r := &current{class: j.Class, cancel: cancel, hurry: make(chan struct{}), heard: time.Now()}
	w.mu.Lock()
	w.running[k] = r
	if j.Class == work.SelfPlay {
		w.playing++
	} else {
		w.urgent++
	}
	w.mu.Unlock()
	w.jobs.Go(func() { w.run(ctx, k, j, r) })
}

// ended removes a finished job and looks for the next.
func (w *Worker) ended(k key, r *current) {
	r.cancel()
	w.mu.Lock()
	delete(w.running, k)
	if r.class == work.SelfPlay {
		w.playing--
	} else {
		w.urgent--
	}
	w.changed.Broadcast()
	w.mu.Unlock()
	w.awake()
}

// pause makes a game of self-play wait while other jobs need its slot.
func (w *Worker) pause(ctx context.Context) {
	defer context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed.Broadcast()
	})()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.urgent+w.playing <= w.o.Slots {
		return
	}
	w.playing--
	for w.urgent+w.playing >= w.o.Slots && ctx.Err() == nil {
		w.changed.Wait()
	}
	w.playing++
}

// errNoFile means that a node does not have a file, or sent an unexpected part.
var errNoFile = errors.New("the node does not have it")

// fetch reads a file from a node.
func (w *Worker) fetch(ctx context.Context, id, hash string) (data []byte, err error) {
	parts := 1
	for i := 0; i < parts; i++ {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p, err := ask[part](w.o.Conn, node+id+file, wanted{hash, i}, 2*silences*w.o.Beat)
		if err == nil && (p.Parts < 1 || p.Parts > maxParts || i > 0 && p.Parts != parts || len(p.Bytes) > partSize) {
			err = errNoFile
		}
		if err != nil {
			return nil, fmt.Errorf("network %.12s: %w", hash, err)
		}
		parts, data = p.Parts, append(data, p.Bytes...)
	}
	return data, nil
}
