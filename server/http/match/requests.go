package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/coder/websocket"

	"rosette/game"
	"rosette/play"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/pubsub"
	"rosette/server/refusal"
)

const (
	maxMessage = 16 << 10 // bytes in a client message
	maxID      = 64       // characters in a request id
)

// Keys for a Reply or TopicLeft besides those in play and game.
const (
	refusedMalformed = "malformed"
	refusedNotNow    = "not-now"
	refusedTooMany   = "too-many"
	refusedPrivate   = "private"
)

// listen reads requests and carries them out in order, until the client stops or sends too much.
func (k *socket) listen(ctx context.Context) error {
	k.conn.SetReadLimit(-1) // receive limits the size, to report the reason
	for {
		data, err := k.receive()
		if err != nil {
			return err
		}
		if !k.mayAsk(k.limitKey, k.address) {
			return closeFlood
		}
		o, err := k.answer(ctx, data)
		if err != nil {
			return err
		}
		if err := k.dispatch(ctx, o); err != nil {
			return err
		}
	}
}

// dispatch sends a command's reply at once if no earlier output is waiting. It passes other output
// to the writing goroutine.
func (k *socket) dispatch(ctx context.Context, o output) error {
	if o.done != "" && k.queued.Load() == 0 {
		return k.deliver(ctx, o)
	}
	k.queued.Add(1)
	select {
	case k.out <- o:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// keptBuffer is the buffer size that a socket retains between messages.
const keptBuffer = 1 << 10

// receive reads one message, to slightly above the size limit. The next call overwrites it.
func (k *socket) receive() ([]byte, error) {
	if k.received.Cap() > keptBuffer {
		k.received = bytes.Buffer{}
	}
	k.received.Reset()
	kind, r, err := k.conn.Reader(context.Background()) // ends when the socket is closed
	if err != nil {
		return nil, err
	}
	if kind != websocket.MessageText {
		return nil, notText
	}
	n, err := io.CopyN(&k.received, r, maxMessage+1)
	switch {
	case n > maxMessage:
		return nil, tooLong
	case err == nil || errors.Is(err, io.EOF):
		return k.received.Bytes(), nil
	}
	return nil, err
}

// answer carries out a request.
func (k *socket) answer(ctx context.Context, data []byte) (output, error) {
	r, ok := readRequest(data)
	switch {
	case !ok:
		return messages(wire.Reply{Kind: "reply", ID: r.ID, Topic: r.Topic, Refused: refusedMalformed})
	case r.Kind == kindJoin:
		return k.join(ctx, r)
	case r.Kind == kindLeave:
		return k.leave(r.Topic, "")
	case r.Kind == kindProbe:
		return messages(wire.Reply{Kind: "reply", ID: r.ID, Topic: r.Topic, Seq: r.After})
	}
	h := k.topicOf(r.Topic)
	if h == nil {
		return messages(wire.Reply{Kind: "reply", ID: r.ID, Topic: r.Topic, Refused: string(play.ErrNoMatch)})
	}
	return h.act(ctx, k, r)
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

// matchOf returns the match id in a topic.
func matchOf(topic string) (id string, ok bool) {
	id, ok = strings.CutPrefix(topic, "match/")
	return id, ok && web.GameID.MatchString(id)
}

// join subscribes to a topic and sends its state. Messages published meanwhile wait until the
// snapshot is sent.
func (k *socket) join(ctx context.Context, r wire.Request) (output, error) {
	h := k.topicOf(r.Topic)
	if t, ok := h.(Topic); h == nil || ok && t.Join == nil {
		return messages(wire.TopicLeft{Kind: "left", Topic: r.Topic, Reason: string(play.ErrNoMatch)})
	}
	sources := h.sources(k, r.Topic)
	if !k.joined.add(r.Topic, k.Limits.Topics, sources) {
		return messages(wire.TopicLeft{Kind: "left", Topic: r.Topic, Reason: refusedTooMany})
	}
	k.feed.Add(r.Topic)
	for _, source := range sources {
		k.feed.Add(source)
	}
	return h.join(ctx, k, r)
}

// do sends a request's command to its match. The change is sent with the reply, so that it wakes no
// other goroutine of the socket.
func (k *socket) do(ctx context.Context, r wire.Request) (change pubsub.Message, seq int, err error) {
	id, ok := matchOf(r.Topic)
	if !ok {
		return change, 0, play.ErrNoMatch
	}
	wanted := match.CommandRequest{
		Command: r.Command, ID: r.ID, After: r.After, As: r.As,
		Point: r.Point, Points: r.Points, Dead: r.Dead, Komi: r.Komi, Side: r.Side,
	}
	return k.Match.Do(ctx, k.visitor, id, wanted, match.Sender{Lag: time.Duration(k.lag.Load()), Feed: k.feed})
}

// reason returns the key for a refusal, or a general key for an unexpected error.
func (s *Server) reason(topic string, err error) string {
	if err == nil {
		return ""
	}
	var refused play.Refusal
	var rules game.Refusal
	switch {
	case errors.As(err, &refused):
		return string(refused)
	case errors.As(err, &rules):
		return string(rules)
	case errors.Is(err, match.ErrPrivate):
		return refusedPrivate
	}
	if e := refusal.Of(err); e != nil {
		if key, ok := strings.CutPrefix(e.Code, "refusal."); ok {
			return key
		}
	}
	if !errors.Is(err, context.Canceled) { // the client has gone
		s.Log.Error("api: command", "topic", topic, "err", err)
	}
	return refusedNotNow
}
