package socket

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"regexp"
	"testing"
	"time"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
	"rosette/server/refusal"
)

func TestTheServerMeasuresTheRoundTripItself(t *testing.T) {
	got := time.Duration(0)
	for _, ms := range []int{100, 100, 500} {
		got = average(got, time.Duration(ms)*time.Millisecond)
	}
	if got != 200*time.Millisecond {
		t.Errorf("one slow answer makes %v of 100 ms", got)
	}
}

// unconnected returns a connection without a WebSocket, on a server with the numbered topics x/.
func unconnected(feed *pubsub.Local, v account.Visitor) *Conn {
	s := New(web.New(web.Options{Log: slog.New(slog.NewTextHandler(io.Discard, nil))}), Options{Feed: feed, Buffer: 1})
	s.AddTopic("x/", Topic{
		Numbered: true,
		Join: func(_ context.Context, _ *Conn, r wire.Request) (Snapshot, error) {
			if r.After > 1 {
				return Snapshot{}, ErrNoTopic
			}
			return Snapshot{Messages: [][]byte{[]byte(`{"kind":"frame"}`)}, Seq: 1}, nil
		},
		Act: func(_ context.Context, _ *Conn, r wire.Request) (Result, error) {
			if r.Point == "" {
				return Result{Seq: 1}, refusal.New(refusal.Conflict, "refusal.ko")
			}
			return Result{Seq: 2}, nil
		},
	})
	c := &Conn{server: s}
	c.begin(v)
	return c
}

func TestASocketWhoseBufferIsFullIsTooSlow(t *testing.T) {
	feed := &pubsub.Local{}
	c := unconnected(feed, account.Visitor{})
	c.feed.Add("x/1")
	for range 3 {
		feed.Publish(pubsub.Message{Topic: "x/1", Seq: 1})
	}
	m := <-c.feed.Messages()
	if err := c.take(t.Context(), m); err != nil || c.pendingSeqs["x/1"] != 1 {
		t.Errorf("what was buffered: %v, %v", err, c.pendingSeqs)
	}
	if _, ok := <-c.feed.Messages(); ok || !c.feed.Lagged() {
		t.Error("a full buffer loses no subscription")
	}
	if tooSlow.code != 4408 {
		t.Errorf("the code is %d", tooSlow.code)
	}
}

// FuzzMessage sends any message on a socket. The answers are messages that a client can read, with
// keys as reasons.
func FuzzMessage(f *testing.F) {
	for _, text := range []string{
		`{"kind":"join","topic":"x/1","after":-1}`, `{"kind":"leave","topic":"x/1"}`, `{"kind":"probe","id":"x"}`,
		`{"kind":"do","topic":"x/1","id":"1","command":"play","point":"E5","as":"b"}`,
		`{"kind":"do","topic":"x/1","id":"2","command":"mark","points":["E5","\u0000"],"dead":true}`,
		`{"kind":"do","topic":"x/1","id":"3","command":"bid","komi":1e308,"after":9223372036854775807}`, `[[[[`, `{"kind":{}}`,
	} {
		f.Add([]byte(text))
	}
	key := regexp.MustCompile(`^[a-z-]*$`)
	feed := &pubsub.Local{}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := unconnected(feed, account.Visitor{Actor: "guest/1"})
		defer c.feed.Close()
		o, err := c.answer(t.Context(), data)
		if err != nil || len(o.messages) == 0 {
			t.Fatalf("%q: %v, %d messages", data, err, len(o.messages))
		}
		for _, m := range o.messages {
			var read struct{ Kind, Refused, Reason string }
			if err := json.Unmarshal(m, &read); err != nil || read.Kind == "" || !key.MatchString(read.Refused+read.Reason) {
				t.Fatalf("%q: %s, %v", data, m, err)
			}
			if read.Refused == reasonNotNow || read.Reason == reasonNotNow {
				t.Fatalf("%q is taken for a fault of the server", data)
			}
		}
	})
}
