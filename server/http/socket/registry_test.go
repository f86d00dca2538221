package socket_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"rosette/internal/waittest"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
	"rosette/server/refusal"
)

// echo returns a topic that publishes its clients' messages and counts clients that leave.
func echo(publish func(pubsub.Message), left *atomic.Int64) socket.Topic {
	return socket.Topic{
		Join: func(_ context.Context, _ *socket.Conn, r wire.Request) (socket.Snapshot, error) {
			if r.Topic != "echo/1" {
				return socket.Snapshot{}, socket.ErrNoTopic
			}
			return socket.Snapshot{Messages: [][]byte{note("first")}}, nil
		},
		Resume: func(context.Context, *socket.Conn, wire.Request) (socket.Snapshot, error) {
			return socket.Snapshot{Messages: [][]byte{note("again")}}, nil
		},
		Leave: func(*socket.Conn, string) { left.Add(1) },
		Act: func(_ context.Context, _ *socket.Conn, r wire.Request) (out socket.Result, err error) {
			switch r.Text {
			case "":
				return out, refusal.New(refusal.Conflict, "refusal.wrong-phase")
			case "panic":
				panic("no such thing")
			}
			publish(pubsub.Message{Topic: "echoes", Data: note(r.Text)})
			return socket.Result{Seq: 7}, nil
		},
		Send: func(_ *socket.Conn, m *pubsub.Message) []byte {
			if bytes.Contains(m.Data, []byte("secret")) {
				return nil
			}
			return m.Data
		},
		Sources: func(*socket.Conn, string) []string { return []string{"echoes"} },
	}
}

func note(id string) []byte { return []byte(`{"kind":"note","id":"` + id + `"}`) }

func TestATopicOfAnotherPackageIsJoinedLeftAndUsedOnTheSocket(t *testing.T) {
	s := build(t, web.Limits{})
	var left atomic.Int64
	publish := s.API.Feed.Publish
	s.Socket.AddTopic("echo/", echo(publish, &left))
	s.Start("")
	l := opened(t, s.Browser())
	want := func(kind, id string) message {
		t.Helper()
		m := l.hear(kind)
		if m.ID != id {
			t.Fatalf("a %s has the id %q, want %q", kind, m.ID, id)
		}
		return m
	}
	for _, topic := range []string{"echo/2", "echo", "person/guest", "turns/guest", "nothing/1", ""} {
		l.send(wire.Request{Kind: socket.KindJoin, Topic: topic})
		if m := l.hear("left"); m.Reason != "no-match" {
			t.Errorf("joining %q is answered by %+v", topic, m)
		}
	}
	before := left.Load() // from the topic that does not exist
	l.send(wire.Request{Kind: socket.KindJoin, Topic: "echo/1"})
	l.hear("joined")
	want("note", "first")
	l.send(wire.Request{Kind: socket.KindSay, Topic: "echo/1", ID: "s", Text: "secret"})
	l.hear("reply")
	l.send(wire.Request{Kind: socket.KindDo, Topic: "echo/1", ID: "a", Text: "hello"})
	for range 2 { // in either order: the message comes by the feed
		if m := l.read(); m.Kind == "reply" && (m.ID != "a" || m.Seq != 7) || m.Kind == "note" && m.ID != "hello" {
			t.Errorf("%+v", m)
		}
	}
	l.send(wire.Request{Kind: socket.KindDo, Topic: "echo/1", ID: "b"})
	if m := want("reply", "b"); m.Refused != "wrong-phase" {
		t.Errorf("an empty request is answered by %+v", m)
	}
	publish(pubsub.Message{Topic: "echoes", Gap: true})
	want("note", "again")
	l.send(wire.Request{Kind: socket.KindLeave, Topic: "echo/1"})
	l.hear("left")
	publish(pubsub.Message{Topic: "echoes", Data: note("late")})
	l.send(wire.Request{Kind: socket.KindProbe, ID: "end"})
	if m := l.read(); m.Kind != "reply" || left.Load() != before+1 {
		t.Errorf("after the topic comes %+v; it was left %d times", m, left.Load()-before)
	}
	l.send(wire.Request{Kind: socket.KindJoin, Topic: "echo/1"})
	want("note", "first")
	l.ws.CloseNow()
	waittest.Until(t, "the topic is left with the socket", func() bool { return left.Load() == before+2 })
}

func TestAPanicEndsTheSocketAndNotTheServer(t *testing.T) {
	s := build(t, web.Limits{})
	s.Socket.AddTopic("echo/", echo(s.API.Feed.Publish, new(atomic.Int64)))
	s.Start("")
	l, other := opened(t, s.Browser()), opened(t, s.Browser())
	other.send(wire.Request{Kind: socket.KindJoin, Topic: "echo/1"})
	other.hear("note")
	l.send(wire.Request{Kind: socket.KindDo, Topic: "echo/1", ID: "x", Text: "panic"})
	if c := l.closed(); c.Code != 4503 || c.Reason != "api.not-now" {
		t.Errorf("closed with %d %s", c.Code, c.Reason)
	}
	if text := s.Log.String(); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, "registry_test.go") {
		t.Errorf("the stack is not in the log: %s", text)
	}
	opened(t, s.Browser()).send(wire.Request{Kind: socket.KindDo, Topic: "echo/1", ID: "y", Text: "hello"})
	if m := other.hear("note"); m.ID != "hello" {
		t.Errorf("another client hears %+v", m)
	}
}

// A counter is a numbered topic: a number that clients increase.
type counter struct {
	publish func(pubsub.Message)

	mu    sync.Mutex
	n     int
	fault error // of reads, if set
}

// frame returns the numbers after one of them.
func (k *counter) frame(after int) socket.Snapshot {
	text := fmt.Sprintf(`{"kind":"frame","topic":"count","seq":%d,"after":%d}`, k.n, after)
	return socket.Snapshot{Messages: [][]byte{[]byte(text)}, Seq: k.n, Seat: "b"}
}

func (k *counter) topic() socket.Topic {
	return socket.Topic{
		Numbered: true,
		Join: func(_ context.Context, _ *socket.Conn, r wire.Request) (socket.Snapshot, error) {
			k.mu.Lock()
			defer k.mu.Unlock()
			return k.frame(r.After), k.fault
		},
		Joined: func(_ context.Context, c *socket.Conn, topic string) ([][]byte, error) {
			c.AddSources(topic, "notes/a", "notes/a", "notes/b")
			return [][]byte{note("joined")}, nil
		},
		Act: func(_ context.Context, c *socket.Conn, r wire.Request) (socket.Result, error) {
			k.mu.Lock()
			defer k.mu.Unlock()
			k.n++
			change := pubsub.Message{
				Topic: "count", Seq: k.n, After: k.n - 1, Data: k.frame(k.n - 1).Messages[0], Except: c.Subscriber(),
			}
			if r.Text != "lost" {
				k.publish(change)
			}
			return socket.Result{Seq: k.n, Change: change}, nil
		},
	}
}

// fail makes reads fail.
func (k *counter) fail(err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.fault = err
}

// counting returns two sockets that have joined a counter.
func counting(t *testing.T) (k *counter, l, other *line) {
	t.Helper()
	s := build(t, web.Limits{})
	k = &counter{publish: s.API.Feed.Publish}
	s.Socket.AddTopic("count", k.topic())
	s.Start("")
	l, other = opened(t, s.Browser()), opened(t, s.Browser())
	for _, one := range []*line{l, other} {
		one.send(wire.Request{Kind: socket.KindJoin, Topic: "count"})
		if m := one.hear("joined"); m.Seat != "b" || m.Seq != 0 {
			t.Errorf("joined with %+v", m)
		}
		one.hear("note")
	}
	return k, l, other
}

func TestAFrameComesBeforeItsReplyAndOnceToEveryClient(t *testing.T) {
	_, l, other := counting(t)
	for n := 1; n <= 20; n++ {
		l.send(wire.Request{Kind: socket.KindDo, Topic: "count", ID: "x"})
		for _, kind := range []string{"frame", "reply"} {
			if m := l.read(); m.Kind != kind || m.Seq != n {
				t.Fatalf("request %d: %+v, want a %s", n, m, kind)
			}
		}
		if m := other.read(); m.Kind != "frame" || m.Seq != n || m.After != n-1 {
			t.Fatalf("another client hears %+v", m)
		}
	}
}

func TestALostFrameIsSentWithTheNextOne(t *testing.T) {
	_, l, other := counting(t)
	for _, text := range []string{"", "lost", ""} {
		l.send(wire.Request{Kind: socket.KindDo, Topic: "count", ID: "x", Text: text})
		l.hear("reply")
	}
	for _, want := range []message{{Seq: 1, After: 0}, {Seq: 3, After: 1}} {
		if m := other.read(); m.Kind != "frame" || m.Seq != want.Seq || m.After != want.After {
			t.Errorf("%+v, want %+v", m, want)
		}
	}
}

// A gap concerns frames and all other messages of a topic.
func TestAfterAGapATopicIsReadAgain(t *testing.T) {
	k, l, other := counting(t)
	k.publish(pubsub.Message{Topic: "count", Gap: true})
	if m := other.read(); m.ID != "joined" {
		t.Errorf("without a missed frame comes %+v", m)
	}
	l.send(wire.Request{Kind: socket.KindDo, Topic: "count", ID: "x", Text: "lost"})
	l.hear("reply")
	k.publish(pubsub.Message{Topic: "notes/b", Gap: true})
	if m := other.read(); m.Kind != "frame" || m.Seq != 1 {
		t.Errorf("the missed frame: %+v", m)
	}
	other.hear("note")
	k.publish(pubsub.Message{Topic: "notes/a", Data: note("a")})
	if m := other.read(); m.ID != "a" {
		t.Errorf("a source sends %+v", m)
	}
}

func TestAClientLeavesATopicThatRefusesToResume(t *testing.T) {
	for reason, fault := range map[string]error{
		"private": refusal.New(refusal.Forbidden, "privacy.private"), "not-now": errors.New("disk"),
	} {
		k, l, other := counting(t)
		k.fail(fault)
		k.publish(pubsub.Message{Topic: "count", Gap: true})
		if m := other.read(); m.Kind != "left" || m.Reason != reason {
			t.Errorf("%v: %+v", fault, m)
		}
		l.hear("left")
		k.publish(pubsub.Message{Topic: "notes/a", Data: note("a")})
		other.send(wire.Request{Kind: socket.KindProbe, ID: "end"})
		if m := other.read(); m.ID != "end" {
			t.Errorf("after leaving comes %+v", m)
		}
	}
}

func TestASocketJoinsABoundedNumberOfTopics(t *testing.T) {
	s := build(t, web.Limits{Topics: 2})
	empty := func(context.Context, *socket.Conn, wire.Request) (out socket.Snapshot, err error) { return out, nil }
	s.Socket.AddTopic("any/", socket.Topic{Join: empty})
	s.Start("")
	l := opened(t, s.Browser())
	for _, topic := range []string{"any/1", "any/2", "any/1"} {
		l.send(wire.Request{Kind: socket.KindJoin, Topic: topic})
		l.hear("joined")
	}
	l.send(wire.Request{Kind: socket.KindJoin, Topic: "any/3"})
	if m := l.hear("left"); m.Reason != "too-many" {
		t.Errorf("the third: %+v", m)
	}
}

func TestATopicIsAddedOnce(t *testing.T) {
	s := build(t, web.Limits{})
	for _, name := range []string{"match/", "turns", "a/b"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("the topic %s is added", name)
				}
			}()
			s.Socket.AddTopic(name, socket.Topic{})
		}()
	}
}
