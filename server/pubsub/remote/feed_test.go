package remote_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rosette/internal/waittest"
	"rosette/server/pubsub"
	"rosette/server/pubsub/natstest"
	"rosette/server/pubsub/remote"
	"rosette/server/pubsub/suite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// node returns the feed of a simulated process.
func node(t *testing.T, s *natstest.Server, heard func(pubsub.Message)) *remote.Feed {
	t.Helper()
	c, err := remote.Dial(remote.Options{URL: s.URL(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	f := remote.NewFeed(c, "a", heard)
	t.Cleanup(func() { f.Close(); c.Close() })
	return f
}

// receive returns the next message.
func receive(t *testing.T, s pubsub.Subscriber) pubsub.Message {
	t.Helper()
	select {
	case m := <-s.Messages():
		return *m
	case <-time.After(waittest.Limit):
		t.Fatal("no message came")
	}
	return pubsub.Message{}
}

func TestAFeedIsAPubSub(t *testing.T) {
	s := natstest.Start(t)
	suite.Test(t, func(t *testing.T) pubsub.PubSub { return node(t, s, nil) })
}

func TestWhatOneProcessPublishesOthersReceive(t *testing.T) {
	s := natstest.Start(t)
	here, there := node(t, s, nil), node(t, s, nil)
	const topic, last = "room/a b.*>%/é", 1000
	reader := there.Subscribe(last + 1)
	defer reader.Close()
	reader.Add(topic)
	here.Publish(pubsub.Message{Topic: "room/a", Seq: 1})
	here.Publish(pubsub.Message{Topic: topic, Seq: 1, Local: true})
	reader.Add(pubsub.LocalPrefix + "a")
	here.Publish(pubsub.Message{Topic: pubsub.LocalPrefix + "a", Seq: 1})
	for seq := range last {
		here.Publish(pubsub.Message{Topic: topic, Seq: seq + 1, After: seq, From: "user/a", Data: []byte("a move")})
	}
	for seq := range last {
		if m := receive(t, reader); m.Topic != topic || m.Seq != seq+1 || m.After != seq || m.From != "user/a" || string(m.Data) != "a move" {
			t.Fatalf("received %+v after %d", m, seq)
		}
	}
	here.Publish(pubsub.Message{Topic: topic, Seq: 2000, After: 1999, Data: []byte(strings.Repeat("long", 1<<19))})
	if m := receive(t, reader); m.Seq != 2000 || m.After != -1 || m.Data != nil {
		t.Errorf("of a message that is too long came %d after %d with %d bytes", m.Seq, m.After, len(m.Data))
	}
}

func TestOnlyWhoFollowsATopicReceivesIt(t *testing.T) {
	s := natstest.Start(t)
	var heard []string
	here, there := node(t, s, nil), node(t, s, func(m pubsub.Message) { heard = append(heard, m.Topic) })
	there.Watch("a")
	there.Watch("b")
	there.Unwatch("b")
	last := there.Subscribe(1)
	defer last.Close()
	last.Add("last")
	for _, topic := range []string{"a", "b", "c", "last"} {
		here.Publish(pubsub.Message{Topic: topic, Seq: 1})
	}
	receive(t, last)
	if got := strings.Join(heard, " "); got != "a last" {
		t.Errorf("heard %s", got)
	}
}

func TestATopicHasAGapWhenNATSWasAway(t *testing.T) {
	s := natstest.Start(t)
	here, there := node(t, s, nil), node(t, s, nil)
	reader, own := there.Subscribe(10), here.Subscribe(10)
	defer reader.Close()
	defer own.Close()
	reader.Add("a")
	own.Add("a")
	s.Stop()
	here.Publish(pubsub.Message{Topic: "a", Seq: 1})
	if m := receive(t, own); m.Seq != 1 {
		t.Errorf("in its own process came %+v", m)
	}
	s.Start()
	for _, r := range []pubsub.Subscriber{reader, own} {
		if m := receive(t, r); !m.Gap || m.Topic != "a" {
			t.Errorf("received %+v", m)
		}
	}
	here.Publish(pubsub.Message{Topic: "a", Seq: 2, After: 1})
	if m := receive(t, reader); m.Seq != 2 {
		t.Errorf("received %+v", m)
	}
}
