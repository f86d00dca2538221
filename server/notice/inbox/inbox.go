// Package inbox counts what waits for a person: games in which it is the person's turn, challenges,
// and unread messages. Pages, the socket and programs show the same counts.
package inbox

import (
	"context"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"rosette/server/account"
	"rosette/server/pubsub"
)

// Counts has the numbers for a person.
type Counts struct {
	Turns      int // games against other people, see [match.WaitingMatch]
	Challenges int // open offers to the person
	Messages   int // unread lines in conversations and unread outcomes of reports
}

// All returns the sum of the counts.
func (c Counts) All() int { return c.Turns + c.Challenges + c.Messages }

// A CountFunc counts things that wait for a visitor.
type CountFunc func(ctx context.Context, v account.Visitor) (int, error)

// Options configure a Service. All fields are required.
type Options struct {
	Turns, Challenges, Messages CountFunc

	// Topics returns the topics with a message whenever an actor's counts may have changed.
	Topics func(actor account.Actor) []string
	Feed   interface {
		Subscribe(buffer int) pubsub.Subscriber
	}
	Now func() time.Time
}

const (
	mostCounted = 4096            // people whose counts are cached
	countsLife  = 5 * time.Second // a message from another process may be lost
	buffer      = 4096            // messages between two calls of Counts
)

// A Service counts what waits for people. It caches the counts until a message reports a change, so
// that a page costs no query. It is safe for concurrent use.
type Service struct {
	Options

	mu     sync.Mutex
	cached *lru.Cache[account.Actor, *entry]
	people map[string]account.Actor // by topic
	feed   pubsub.Subscriber
}

// An entry has a person's counts.
type entry struct {
	counts  Counts
	at      time.Time // zero if the counts must be read
	changes int       // messages received
	topics  []string
}

// New returns a service.
func New(o Options) *Service {
	s := &Service{Options: o}
	s.reset()
	return s
}

// reset empties the cache. The caller holds the lock, except in New.
func (s *Service) reset() {
	s.people = map[string]account.Actor{}
	s.feed = s.Feed.Subscribe(buffer)
	cached, err := lru.NewWithEvict(mostCounted, func(_ account.Actor, e *entry) {
		for _, topic := range e.topics {
			delete(s.people, topic)
			s.feed.Remove(topic)
		}
	})
	if err != nil {
		panic(err) // the size is positive
	}
	s.cached = cached
}

// Counts returns what waits for a visitor. It returns zero counts for an anonymous visitor.
func (s *Service) Counts(ctx context.Context, v account.Visitor) (c Counts, err error) {
	if v.Actor == "" {
		return c, nil
	}
	c, changes, ok := s.find(v)
	if ok {
		return c, nil
	}
	for _, part := range []struct {
		count CountFunc
		to    *int
	}{{s.Turns, &c.Turns}, {s.Challenges, &c.Challenges}, {s.Messages, &c.Messages}} {
		if *part.to, err = part.count(ctx, v); err != nil {
			return Counts{}, err
		}
	}
	s.store(v.Actor, c, changes)
	return c, nil
}

// find returns a visitor's cached counts, or the number of messages received so far. It subscribes
// to the visitor's topics, so that no later change is missed.
func (s *Service) find(v account.Visitor) (c Counts, changes int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.receive()
	var topics []string
	for _, actor := range v.Own() {
		topics = append(topics, s.Topics(actor)...)
	}
	e, known := s.cached.Get(v.Actor)
	if !known || !slices.Equal(e.topics, topics) {
		s.cached.Remove(v.Actor)
		e = &entry{topics: topics}
		s.cached.Add(v.Actor, e)
		for _, topic := range topics {
			s.people[topic] = v.Actor
			s.feed.Add(topic)
		}
	}
	return e.counts, e.changes, !e.at.IsZero() && s.Now().Sub(e.at) < countsLife
}

// store caches a person's counts, unless they have changed since they were read.
func (s *Service) store(actor account.Actor, c Counts, changes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.receive()
	if e, ok := s.cached.Peek(actor); ok && e.changes == changes {
		e.counts, e.at = c, s.Now()
	}
}

// receive handles the messages since its last call. The caller holds the lock.
func (s *Service) receive() {
	for {
		select {
		case m, open := <-s.feed.Messages():
			if !open { // too many messages
				s.reset()
				return
			}
			if e, ok := s.cached.Peek(s.people[m.Topic]); ok {
				e.at = time.Time{}
				e.changes++
			}
		default:
			return
		}
	}
}
