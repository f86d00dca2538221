package socket

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/coder/websocket"

	"rosette/server/http/wire"
)

// An output holds messages from the reading goroutine, and the state that they change.
type output struct {
	messages [][]byte
	joined   string // topic just joined, whose frames follow
	seq      int    // of joined
	left     string // topic just left, without further messages
	acted    string // topic of a request whose result is sent: its frames up to result.Change go first
	result   Result
}

// write sends all output until the socket ends.
func (c *Conn) write(ctx context.Context, cancel context.CancelCauseFunc) error {
	s := c.server
	pulse, checked := time.NewTicker(s.Beat), s.Now()
	defer pulse.Stop()
	c.ping(ctx, cancel)
	err := c.writeAlone(wire.Hello{Kind: "hello", Now: s.Now().UnixMilli(), Beat: s.Beat.Milliseconds()})
	for err == nil {
		select {
		case <-ctx.Done():
			return whyEnded(ctx)
		case o := <-c.queue:
			err = c.deliver(ctx, o)
			c.queued.Add(-1)
		case m, ok := <-c.feed.Messages():
			if !ok {
				return tooSlow
			}
			err = c.take(ctx, m)
		case <-pulse.C:
			c.ping(ctx, cancel)
			s.beat(c.Visitor.Actor)
			if err = c.recheckSession(ctx, &checked); err == nil {
				err = c.writeAlone(wire.Beat{Kind: "beat", Now: s.Now().UnixMilli()})
			}
		}
	}
	return err
}

// whyEnded returns the error from the goroutine that ended the socket. Without one, the server
// is stopping.
func whyEnded(ctx context.Context) error {
	if err := context.Cause(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return stopping
}

// dispatch sends the result of a request at once if no earlier output is waiting. It passes other
// output to the writing goroutine.
func (c *Conn) dispatch(ctx context.Context, o output) error {
	if o.acted != "" && c.queued.Load() == 0 {
		return c.deliver(ctx, o)
	}
	c.queued.Add(1)
	select {
	case c.queue <- o:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// deliver sends output of the reading goroutine, in one packet if possible.
func (c *Conn) deliver(ctx context.Context, o output) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	line := c.line
	if line == nil {
		return c.deliverEach(ctx, o)
	}
	line.Hold()
	err := c.deliverEach(ctx, o)
	c.slow.Reset(c.server.WriteWait)
	released := line.Release()
	if !c.slow.Stop() && released != nil {
		return tooSlow
	}
	return errors.Join(err, released)
}

// deliverEach sends the messages of an output. The caller holds writing, here and in the functions
// below except writeAlone.
func (c *Conn) deliverEach(ctx context.Context, o output) error {
	if seq, joined := c.seqs[o.acted]; joined && seq < o.result.Change.Seq {
		if err := c.catchUp(ctx, o.acted, seq, &o.result.Change); err != nil {
			return err
		}
	}
	if err := c.writeFrames(o.messages); err != nil {
		return err
	}
	delete(c.seqs, o.left)
	if o.joined == "" {
		return nil
	}
	c.seqs[o.joined] = o.seq
	pending := c.pendingSeqs[o.joined]
	delete(c.pendingSeqs, o.joined)
	if pending <= o.seq {
		return c.sendJoined(ctx, o.joined)
	}
	return c.refresh(ctx, o.joined) // frames were published between the snapshot and now
}

// writeAlone locks writing and writes one message as JSON.
func (c *Conn) writeAlone(message any) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	return c.writeJSON(message)
}

// writeJSON writes one message as JSON.
func (c *Conn) writeJSON(message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("write a message: %w", err)
	}
	return c.writeFrame(data)
}

func (c *Conn) writeFrames(messages [][]byte) error {
	for _, data := range messages {
		if err := c.writeFrame(data); err != nil {
			return err
		}
	}
	return nil
}

// writeFrame writes one message as a WebSocket frame. A client that blocks it too long is dropped.
// All messages share one timer, because a context for each costs as much as the message.
func (c *Conn) writeFrame(data []byte) error {
	c.slow.Reset(c.server.WriteWait)
	err := c.ws.Write(context.Background(), websocket.MessageText, data)
	if !c.slow.Stop() && err != nil {
		return tooSlow
	}
	return err
}
