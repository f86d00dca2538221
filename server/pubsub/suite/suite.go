// Package suite tests implementations of [pubsub.PubSub].
package suite

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"rosette/internal/waittest"
	"rosette/server/pubsub"
)

// Test runs all tests, each with a new PubSub from open.
func Test(t *testing.T, open func(t *testing.T) pubsub.PubSub) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, pubsub.PubSub)
	}{
		{"a subscriber receives the messages of its topics and no others", testTopics},
		{"messages of one topic arrive in their order", testOrder},
		{"a topic added twice is received once and removed by one call", testAddTwice},
		{"a subscriber with a full buffer loses its subscription and the others notice nothing", testLag},
		{"a message is kept from the one subscriber that has it", testExcept},
		{"a closed subscriber receives nothing and can be used without harm", testClose},
		{"what is published before a topic is added does not arrive", testNoHistory},
		{"many publish to many at once", testMany},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}

// receive returns the next message.
func receive(t *testing.T, s pubsub.Subscriber) pubsub.Message {
	t.Helper()
	select {
	case m, open := <-s.Messages():
		if !open {
			t.Fatal("the subscription ended")
		}
		return *m
	case <-time.After(waittest.Limit):
		t.Fatal("no message came")
	}
	return pubsub.Message{}
}

func testTopics(t *testing.T, p pubsub.PubSub) {
	s := p.Subscribe(10)
	defer s.Close()
	s.Add("a")
	s.Add("b")
	p.Publish(pubsub.Message{Topic: "c", Seq: 1})
	p.Publish(pubsub.Message{Topic: "a", Seq: 2, Data: []byte("two")})
	if m := receive(t, s); m.Topic != "a" || m.Seq != 2 || string(m.Data) != "two" {
		t.Errorf("received %+v", m)
	}
	s.Remove("a")
	p.Publish(pubsub.Message{Topic: "a", Seq: 3})
	p.Publish(pubsub.Message{Topic: "b", Seq: 4})
	if m := receive(t, s); m.Topic != "b" || m.Seq != 4 {
		t.Errorf("received %+v", m)
	}
}

func testOrder(t *testing.T, p pubsub.PubSub) {
	const last = 1000
	s := p.Subscribe(last)
	defer s.Close()
	s.Add("a")
	for seq := range last {
		p.Publish(pubsub.Message{Topic: "a", Seq: seq + 1})
	}
	for seq := range last {
		if m := receive(t, s); m.Seq != seq+1 {
			t.Fatalf("received %d after %d", m.Seq, seq)
		}
	}
}

func testAddTwice(t *testing.T, p pubsub.PubSub) {
	s := p.Subscribe(10)
	defer s.Close()
	s.Add("a")
	s.Add("a")
	s.Add("b")
	p.Publish(pubsub.Message{Topic: "a", Seq: 1})
	s.Remove("a")
	p.Publish(pubsub.Message{Topic: "a", Seq: 2})
	p.Publish(pubsub.Message{Topic: "b", Seq: 3})
	if first, second := receive(t, s), receive(t, s); first.Seq != 1 || second.Seq != 3 {
		t.Errorf("received %d and %d", first.Seq, second.Seq)
	}
}

func testExcept(t *testing.T, p pubsub.PubSub) {
	who, others := p.Subscribe(10), p.Subscribe(10)
	defer who.Close()
	defer others.Close()
	who.Add("a")
	others.Add("a")
	p.Publish(pubsub.Message{Topic: "a", Seq: 1, Except: who})
	p.Publish(pubsub.Message{Topic: "a", Seq: 2})
	if m := receive(t, who); m.Seq != 2 {
		t.Errorf("it received %d", m.Seq)
	}
	for seq := range 2 {
		if m := receive(t, others); m.Seq != seq+1 || m.Except != nil {
			t.Errorf("others received %+v", m)
		}
	}
}

func testLag(t *testing.T, p pubsub.PubSub) {
	slow, quick := p.Subscribe(2), p.Subscribe(10)
	defer slow.Close()
	defer quick.Close()
	slow.Add("a")
	quick.Add("a")
	for seq := range 10 {
		p.Publish(pubsub.Message{Topic: "a", Seq: seq + 1})
	}
	for seq := range 10 {
		if m := receive(t, quick); m.Seq != seq+1 {
			t.Fatalf("the other subscriber received %d after %d", m.Seq, seq)
		}
	}
	for range 2 {
		receive(t, slow)
	}
	select {
	case m, open := <-slow.Messages():
		if open {
			t.Errorf("received %+v after the loss", m)
		}
	case <-time.After(waittest.Limit):
		t.Fatal("the channel was not closed")
	}
	if !slow.Lagged() || quick.Lagged() {
		t.Errorf("lagged: %v and %v", slow.Lagged(), quick.Lagged())
	}
}

func testClose(t *testing.T, p pubsub.PubSub) {
	s := p.Subscribe(1)
	s.Add("a")
	s.Close()
	s.Close()
	s.Add("b")
	s.Remove("a")
	p.Publish(pubsub.Message{Topic: "a", Seq: 1})
	p.Publish(pubsub.Message{Topic: "b", Seq: 2})
	if m, open := <-s.Messages(); open {
		t.Errorf("received %+v", m)
	}
	if s.Lagged() {
		t.Error("a closed subscriber lags")
	}
}

func testNoHistory(t *testing.T, p pubsub.PubSub) {
	s := p.Subscribe(2)
	defer s.Close()
	p.Publish(pubsub.Message{Topic: "a", Seq: 1})
	s.Add("a")
	p.Publish(pubsub.Message{Topic: "a", Seq: 2})
	if m := receive(t, s); m.Seq != 2 {
		t.Errorf("received %d", m.Seq)
	}
}

// testMany adds, blocks and removes subscribers while messages are published.
func testMany(t *testing.T, p pubsub.PubSub) {
	const topics, readers, last = 4, 8, 500
	var all sync.WaitGroup
	for i := range topics * readers {
		s := p.Subscribe(last)
		s.Add(fmt.Sprint(i % topics))
		all.Go(func() {
			defer s.Close()
			for seq := 0; seq < last; {
				m, open := <-s.Messages()
				if !open || m.Seq != seq+1 {
					t.Errorf("reader %d received %d after %d, open: %v", i, m.Seq, seq, open)
					return
				}
				seq = m.Seq
			}
		})
		all.Go(func() {
			lagging := p.Subscribe(1)
			for topic := range topics {
				lagging.Add(fmt.Sprint(topic))
				lagging.Remove(fmt.Sprint(topic - 1))
			}
			lagging.Close()
		})
	}
	for i := range topics {
		all.Go(func() {
			for seq := range last {
				p.Publish(pubsub.Message{Topic: fmt.Sprint(i), Seq: seq + 1})
			}
		})
	}
	all.Wait()
}
