package socket

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"github.com/coder/websocket"

	"rosette/server/http/wire"
	"rosette/server/refusal"
)

const (
	MaxMessage = 16 << 10 // bytes in a client message
	maxID      = 64       // characters in a request id
)

// Kinds of requests.
const (
	KindJoin  = "join"
	KindLeave = "leave"
	KindDo    = "do"
	KindProbe = "probe"
	KindSay   = "say"
)

// requestKinds lists all kinds, with true for those that need an id.
var requestKinds = map[string]bool{KindJoin: false, KindLeave: false, KindDo: true, KindProbe: true, KindSay: true}

// Keys for a Reply or TopicLeft in addition to the keys that topics return.
const (
	reasonMalformed = "malformed"
	reasonNotNow    = "not-now"
	reasonTooMany   = "too-many"
)

// listen reads requests and carries them out in order, until the client stops or sends too much.
func (c *Conn) listen(ctx context.Context) error {
	c.ws.SetReadLimit(-1) // receive limits the size, to report the reason
	for {
		data, err := c.receive()
		if err != nil {
			return err
		}
		if !c.server.TakeMessage(c.Key(), c.address) {
			return closeFlood
		}
		o, err := c.answer(ctx, data)
		if err != nil {
			return err
		}
		if err := c.dispatch(ctx, o); err != nil {
			return err
		}
	}
}

// keptBuffer is the buffer size that a socket retains between messages.
const keptBuffer = 1 << 10

// receive reads one message, to slightly above the size limit. The next call overwrites it.
func (c *Conn) receive() ([]byte, error) {
	if c.received.Cap() > keptBuffer {
		c.received = bytes.Buffer{}
	}
	c.received.Reset()
	kind, r, err := c.ws.Reader(context.Background()) // ends when the socket is closed
	if err != nil {
		return nil, err
	}
	if kind != websocket.MessageText {
		return nil, notText
	}
	n, err := io.CopyN(&c.received, r, MaxMessage+1)
	switch {
	case n > MaxMessage:
		return nil, tooLong
	case err == nil || errors.Is(err, io.EOF):
		return c.received.Bytes(), nil
	}
	return nil, err
}

// readRequest decodes a message. If it is malformed, readRequest returns the fields that are short
// enough to be repeated.
func readRequest(data []byte) (wire.Request, bool) {
	r, plain := plainRequest(data)
	var err error
	if !plain {
		r = wire.Request{}
		err = json.Unmarshal(data, &r) // decodes the other fields even if one has the wrong type
	}
	if len(r.ID) > maxID || len(r.Topic) > maxID {
		return wire.Request{}, false
	}
	if err != nil {
		return r, false
	}
	needsID, ok := requestKinds[r.Kind]
	return r, ok && (r.ID != "" || !needsID)
}

// messages encodes messages for sending.
func messages(all ...any) (output, error) {
	var o output
	for _, m := range all {
		data, err := json.Marshal(m)
		if err != nil {
			return o, err
		}
		o.messages = append(o.messages, data)
	}
	return o, nil
}

// answer carries out a request.
func (c *Conn) answer(ctx context.Context, data []byte) (output, error) {
	r, ok := readRequest(data)
	switch {
	case !ok:
		return reply(r, 0, reasonMalformed), nil
	case r.Kind == KindJoin:
		return c.join(ctx, r)
	case r.Kind == KindLeave:
		return c.leave(r.Topic, "")
	case r.Kind == KindProbe:
		return reply(r, r.After, ""), nil
	}
	t := c.server.find(r.Topic)
	if t == nil || t.Act == nil {
		return reply(r, 0, c.server.reason(r.Topic, ErrNoTopic)), nil
	}
	result, err := t.Act(ctx, c, r)
	o := reply(r, result.Seq, c.server.reason(r.Topic, err))
	o.acted, o.result = r.Topic, result
	return o, nil
}

// reply returns the reply to a request.
func reply(r wire.Request, seq int, reason string) output {
	m := wire.Reply{Kind: "reply", ID: r.ID, Topic: r.Topic, Seq: seq, Refused: reason}
	return output{messages: [][]byte{encodeReply(&m)}}
}

// join subscribes to a topic and sends its state. Messages published meanwhile wait until the
// snapshot is sent.
func (c *Conn) join(ctx context.Context, r wire.Request) (output, error) {
	t := c.server.find(r.Topic)
	if t == nil || t.Join == nil {
		return left(r.Topic, c.server.reason(r.Topic, ErrNoTopic))
	}
	var sources []string
	if t.Sources != nil {
		sources = t.Sources(c, r.Topic)
	}
	if !c.joined.add(r.Topic, c.server.Limits.Topics, sources) {
		return left(r.Topic, reasonTooMany)
	}
	state, err := t.Join(ctx, c, r)
	if err != nil {
		return c.leave(r.Topic, c.server.reason(r.Topic, err))
	}
	c.server.beat(c.Visitor.Actor)
	o, err := messages(wire.TopicJoined{Kind: "joined", Topic: r.Topic, Seq: state.Seq, Seat: state.Seat})
	o.messages = append(o.messages, state.Messages...)
	o.joined, o.seq = r.Topic, state.Seq
	return o, err
}

// left returns the message about a topic that the client has not joined or has left.
func left(topic, reason string) (output, error) {
	return messages(wire.TopicLeft{Kind: "left", Topic: topic, Reason: reason})
}

// leave undoes a join. A client cannot leave control topics, such as the one for ended sessions.
func (c *Conn) leave(topic, reason string) (output, error) {
	o, err := left(topic, reason)
	if c.unfollow(topic) {
		o.left = topic
	}
	return o, err
}

// unfollow unsubscribes from a topic, and reports whether the client had joined it.
func (c *Conn) unfollow(topic string) bool {
	if !c.joined.remove(topic) {
		return false
	}
	c.callLeave(topic)
	return true
}

// leaveAll leaves all topics of the socket.
func (c *Conn) leaveAll() {
	for _, topic := range c.joined.list() {
		c.callLeave(topic)
	}
}

func (c *Conn) callLeave(topic string) {
	if t := c.server.find(topic); t.Leave != nil {
		t.Leave(c, topic)
	}
}

// reasonAreas are the catalogue areas with reasons.
var reasonAreas = []string{"refusal.", "privacy."}

// reason returns the key for a refusal, or a general key for an unexpected error.
func (s *Server) reason(topic string, err error) string {
	if err == nil {
		return ""
	}
	if e := refusal.Of(err); e != nil {
		for _, area := range reasonAreas {
			if key, ok := strings.CutPrefix(e.Code, area); ok {
				return key
			}
		}
	}
	if !errors.Is(err, context.Canceled) { // the client has gone
		s.Log.Error("api: a command failed", "topic", topic, "err", err)
	}
	return reasonNotNow
}
