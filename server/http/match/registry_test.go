package match

import (
	"bytes"
	"context"
	"sync/atomic"
	"testing"

	"rosette/internal/waittest"
	"rosette/play"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
)

// echo returns a topic that publishes its clients' messages and counts clients that leave.
func echo(publish func(pubsub.Message), left *atomic.Int64) Topic {
	return Topic{
		Join: func(_ context.Context, _ *Client, topic string) ([][]byte, error) {
			if topic != "echo/1" {
				return nil, play.ErrNoMatch
			}
			return [][]byte{note("first")}, nil
		},
		Resume: func(context.Context, *Client, string) ([][]byte, error) { return [][]byte{note("again")}, nil },
		Leave:  func(*Client, string) { left.Add(1) },
		Act: func(_ context.Context, _ *Client, r wire.Request) (int, error) {
			if r.Text == "" {
				return 0, play.ErrNotNow
			}
			publish(pubsub.Message{Topic: "echoes", Data: note(r.Text)})
			return 7, nil
		},
		Send: func(_ *Client, m *pubsub.Message) []byte {
			if bytes.Contains(m.Data, []byte("secret")) {
				return nil
			}
			return m.Data
		},
		Sources: func(*Client, string) []string { return []string{"echoes"} },
	}
}

func note(id string) []byte { return []byte(`{"kind":"note","id":"` + id + `"}`) }

func TestATopicOfAnotherPackageIsJoinedLeftAndUsedOnTheSocket(t *testing.T) {
	s := build(t)
	var left atomic.Int64
	s.server.AddTopic("echo/", echo(s.host.feed.Publish, &left))
	l, answer := s.browser().dial()
	if l == nil {
		t.Fatal(answer.Status)
	}
	want := func(kind, id string) message {
		t.Helper()
		m := l.hear(kind)
		if m.ID != id {
			t.Fatalf("a %s has the id %q, want %q", kind, m.ID, id)
		}
		return m
	}
	for _, topic := range []string{"echo/2", "echo", "person/guest", "turns/guest", "nothing/1", ""} {
		l.send(wire.Request{Kind: kindJoin, Topic: topic})
		if m := l.hear("left"); m.Reason != string(play.ErrNoMatch) {
			t.Errorf("joining %q is answered by %+v", topic, m)
		}
	}
	before := left.Load() // from the topic that does not exist
	l.send(wire.Request{Kind: kindJoin, Topic: "echo/1"})
	l.hear("joined")
	want("note", "first")
	l.send(wire.Request{Kind: kindSay, Topic: "echo/1", Text: "secret"})
	l.hear("reply")
	l.send(wire.Request{Kind: kindDo, Topic: "echo/1", ID: "a", Text: "hello"})
	for range 2 { // in either order: the message comes by the feed
		if m := l.read(); m.Kind == "reply" && (m.ID != "a" || m.Seq != 7) || m.Kind == "note" && m.ID != "hello" {
			t.Errorf("%+v", m)
		}
	}
	l.send(wire.Request{Kind: kindDo, Topic: "echo/1", ID: "b"})
	if m := want("reply", "b"); m.Refused != string(play.ErrNotNow) {
		t.Errorf("an empty request is answered by %+v", m)
	}
	s.host.feed.Publish(pubsub.Message{Topic: "echoes", Gap: true})
	want("note", "again")
	l.send(wire.Request{Kind: kindLeave, Topic: "echo/1"})
	l.hear("left")
	s.host.feed.Publish(pubsub.Message{Topic: "echoes", Data: note("late")})
	l.send(wire.Request{Kind: kindProbe, ID: "end"})
	if m := l.read(); m.Kind != "reply" || left.Load() != before+1 {
		t.Errorf("after the topic comes %+v; it was left %d times", m, left.Load()-before)
	}
	l.send(wire.Request{Kind: kindJoin, Topic: "echo/1"})
	want("note", "first")
	l.conn.CloseNow()
	waittest.Until(t, "the topic is left with the socket", func() bool { return left.Load() == before+2 })
}

func TestATopicIsAddedOnce(t *testing.T) {
	s := build(t)
	for _, name := range []string{"match/", "turns", "a/b"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("the topic %s is added", name)
				}
			}()
			s.server.AddTopic(name, Topic{})
		}()
	}
}
