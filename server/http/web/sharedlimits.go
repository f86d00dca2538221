package web

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"rosette/server/account"
	"rosette/server/pubsub"
)

const (
	sharedTopic = "limits"               // on which processes tell each other what was taken
	shareEvery  = 250 * time.Millisecond // how long what is taken is collected
	shareBuffer = 256                    // messages of others that may wait
	mostShared  = 1000                   // addresses and persons in a message
	shareGrain  = 20                     // parts of an allowance of which one is told at once: more exact is not worth a message
)

// A Feed carries what processes tell each other.
type Feed interface {
	Subscribe(buffer int) pubsub.Subscriber
	Publish(m pubsub.Message)
}

// An exchange tells other processes what was taken of the allowances of limiters, and takes
// it here when they tell. A message that is lost lets somebody have so much more.
type exchange struct {
	key  string // names this process
	wake chan struct{}

	mu       sync.Mutex
	limiters map[string]*Limiter
	runs     bool
	taken    map[string]map[string]int // what is to be told, by limiter and address or person
	entries  int                       // of taken
}

func newExchange() *exchange {
	return &exchange{key: account.NewKey(), wake: make(chan struct{}, 1), limiters: map[string]*Limiter{}, taken: map[string]map[string]int{}}
}

// NewLimiter returns a limiter of what is worth abusing. What somebody takes from it counts in
// all processes that have one of the same name, while [Server.ShareLimits] runs.
func (s *Server) NewLimiter(name string, most int, span time.Duration) *Limiter {
	l := NewLimiter(most, span, s.Now)
	l.grain = max(1, most/shareGrain)
	l.tell = func(who string, n int) { s.exchange.note(name, who, n) }
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	s.exchange.limiters[name] = l
	return l
}

// note notes what is to be told. It does not wait.
func (x *exchange) note(limiter, who string, n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.runs {
		return
	}
	if x.taken[limiter] == nil {
		x.taken[limiter] = map[string]int{}
	}
	if x.taken[limiter][who] == 0 {
		x.entries++
	}
	x.taken[limiter][who] += n
	select {
	case x.wake <- struct{}{}:
	default: // it is told soon
	}
}

// ShareLimits exchanges with other processes what is taken from limiters, until ctx ends.
func (s *Server) ShareLimits(ctx context.Context, feed Feed) error {
	x := s.exchange
	x.run(true)
	defer x.run(false)
	others := feed.Subscribe(shareBuffer)
	defer func() { others.Close() }()
	others.Add(sharedTopic)
	tell := time.NewTimer(0)
	defer tell.Stop()
	for due := true; ; {
		select {
		case <-ctx.Done():
			return nil
		case <-x.wake:
			if !due {
				due = true
				tell.Reset(shareEvery)
			}
		case <-tell.C:
			due = false
			s.publishTaken(feed)
		case m, ok := <-others.Messages():
			if !ok { // too many came at once: what they said is not counted here
				others = feed.Subscribe(shareBuffer)
				others.Add(sharedTopic)
			} else if err := x.take(*m); err != nil {
				s.Log.Warn("what another process has counted cannot be read", "process", m.From, "err", err)
			}
		}
	}
}

// run notes whether anybody tells what is noted.
func (x *exchange) run(runs bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.runs = runs
}

// publishTaken tells other processes what was taken.
func (s *Server) publishTaken(feed Feed) {
	for _, taken := range s.exchange.collected() {
		data, err := json.Marshal(taken)
		if err != nil {
			panic(err) // words and numbers: cannot happen
		}
		feed.Publish(pubsub.Message{Topic: sharedTopic, From: s.exchange.key, Data: data})
	}
}

// collected returns what is to be told, each element for a message.
func (x *exchange) collected() (all []map[string]map[string]int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.entries <= mostShared {
		if x.entries > 0 {
			all = append(all, x.taken)
		}
	} else {
		room := 0
		for limiter, persons := range x.taken {
			for who, n := range persons {
				if room == 0 {
					all, room = append(all, map[string]map[string]int{}), mostShared
				}
				last := all[len(all)-1]
				if last[limiter] == nil {
					last[limiter] = map[string]int{}
				}
				last[limiter][who] = n
				room--
			}
		}
	}
	x.taken, x.entries = map[string]map[string]int{}, 0
	return all
}

// take takes from the limiters here what was taken in another process.
func (x *exchange) take(m pubsub.Message) error {
	if m.From == x.key || m.Gap {
		return nil
	}
	var taken map[string]map[string]int
	if err := json.Unmarshal(m.Data, &taken); err != nil {
		return err
	}
	for limiter, persons := range taken {
		x.mu.Lock()
		l := x.limiters[limiter]
		x.mu.Unlock()
		if l == nil {
			continue // another version has it
		}
		for who, n := range persons {
			l.takenElsewhere(who, n)
		}
	}
	return nil
}
