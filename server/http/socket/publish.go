package socket

import (
	"context"

	"rosette/server/http/wire"
	"rosette/server/pubsub"
)

// take handles a published message. An error ends the socket.
func (c *Conn) take(ctx context.Context, m *pubsub.Message) error {
	switch m.Topic {
	case c.ended:
		return c.checkSession(ctx)
	case c.blocksChanged:
		c.reloadBlocks()
		return nil
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if m.Gap {
		return c.refresh(ctx, c.joined.topic(m.Topic))
	}
	if omitted, err := c.omits(ctx, m.From); omitted || err != nil {
		return err
	}
	return c.pass(ctx, m)
}

// pass sends a published message, unless the client already has it. The caller holds writing, here
// and in the functions below.
func (c *Conn) pass(ctx context.Context, m *pubsub.Message) error {
	topic := c.joined.topic(m.Topic)
	t := c.server.find(topic)
	if t == nil {
		return nil
	}
	seq, joined := c.seqs[topic]
	frame := t.Numbered && m.Topic == topic && m.Seq > 0
	switch {
	case !joined && frame:
		c.miss(topic, m.Seq)
	case !joined && !t.Numbered:
		c.miss(topic, 1)
	case frame && joined && m.Seq > seq:
		return c.catchUp(ctx, topic, seq, m)
	case !frame && joined && t.Send == nil:
		return c.writeFrame(m.Data)
	case !frame && joined:
		if data := t.Send(c, m); data != nil {
			return c.writeFrame(data)
		}
	}
	return nil
}

// catchUp sends a frame to a client that has the topic up to seq. If the frame does not follow seq,
// catchUp sends what the client lacks.
func (c *Conn) catchUp(ctx context.Context, topic string, seq int, frame *pubsub.Message) error {
	if frame.Data == nil || frame.After != seq {
		return c.resume(ctx, topic)
	}
	c.seqs[topic] = frame.Seq
	return c.writeFrame(frame.Data)
}

// miss records that a topic being joined has grown to seq. Topics that were left would stay in the
// map, so that miss empties a large map; the next message then reveals the gap.
func (c *Conn) miss(topic string, seq int) {
	if len(c.pendingSeqs) > 2*c.server.Limits.Topics {
		clear(c.pendingSeqs)
	}
	c.pendingSeqs[topic] = seq
}

// refresh sends all that a client may have missed on a topic. It skips a topic that is being joined,
// which is read after the gap.
func (c *Conn) refresh(ctx context.Context, topic string) error {
	if _, joined := c.seqs[topic]; !joined {
		return nil
	}
	if err := c.resume(ctx, topic); err != nil {
		return err
	}
	return c.sendJoined(ctx, topic)
}

// resume sends the state of a topic that the client lacks. If the topic refuses the client, the
// client leaves it.
func (c *Conn) resume(ctx context.Context, topic string) error {
	t, seq := c.server.find(topic), c.seqs[topic]
	read := t.Resume
	if read == nil {
		read = t.Join
	}
	if read == nil {
		return nil // the page shows its state
	}
	state, err := read(ctx, c, wire.Request{Topic: topic, After: seq})
	if err != nil {
		reason := c.server.reason(topic, err)
		if reason == reasonNotNow && !t.Numbered {
			return notNow
		}
		delete(c.seqs, topic)
		c.unfollow(topic)
		return c.writeJSON(wire.TopicLeft{Kind: "left", Topic: topic, Reason: reason})
	}
	if t.Numbered && state.Seq == seq {
		return nil // nothing was missed
	}
	c.seqs[topic] = state.Seq
	return c.writeFrames(state.Messages)
}

// sendJoined sends the messages that [Topic.Joined] returns, if the client still has the topic.
func (c *Conn) sendJoined(ctx context.Context, topic string) error {
	t := c.server.find(topic)
	if _, joined := c.seqs[topic]; !joined || t.Joined == nil {
		return nil
	}
	messages, err := t.Joined(ctx, c, topic)
	if err != nil {
		c.server.Log.Error("api: cannot read a topic", "topic", topic, "err", err)
		return notNow
	}
	return c.writeFrames(messages)
}
