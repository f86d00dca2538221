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
	sharedTopic = "limits"               // topic on which processes exchange counts
	shareEvery  = 250 * time.Millisecond // interval between messages
	shareBuffer = 256                    // buffered messages from other processes
	mostShared  = 1000                   // entries in a message, each for an address or person
	// shareGrain is the fraction of an allowance reported at once: more precision is not worth a
	// message.
	shareGrain = 20
)

// A Feed carries messages between processes.
type Feed interface {
	Subscribe(buffer int) pubsub.Subscriber
	Publish(m pubsub.Message)
}

// An exchange reports actions counted by limiters to other processes, and counts their reports
// here. If a message is lost, its actions are not counted.
type exchange struct {
	key  string // identifies this process
	wake chan struct{}

	mu       sync.Mutex
	limiters map[string]*Limiter
	runs     bool
	taken    map[string]map[string]int // actions to be reported, by limiter and by address or person
	entries  int                       // number of entries in taken
}

func newExchange() *exchange {
	return &exchange{
		key: account.NewKey(), wake: make(chan struct{}, 1), limiters: map[string]*Limiter{},
		taken: map[string]map[string]int{},
	}
}

// NewLimiter returns a limiter for actions worth abusing. An action counts in all processes that
// have a limiter with this name, while [Server.ShareLimits] runs.
func (s *Server) NewLimiter(name string, most int, span time.Duration) *Limiter {
	l := NewLimiter(most, span, s.Now)
	l.grain = max(1, most/shareGrain)
	l.tell = func(who string, n int) { s.exchange.note(name, who, n) }
	s.exchange.mu.Lock()
	defer s.exchange.mu.Unlock()
	s.exchange.limiters[name] = l
	return l
}

// note adds actions to be reported. It does not block.
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
	default: // a report is already due
	}
}

// ShareLimits exchanges counts with other processes until ctx ends.
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
			if !ok { // too many came at once; the lost ones are not counted here
				others = feed.Subscribe(shareBuffer)
				others.Add(sharedTopic)
			} else if err := x.take(*m); err != nil {
				s.Log.Warn("cannot read the counts from another process", "process", m.From, "err", err)
			}
		}
	}
}

// run records whether ShareLimits runs.
func (x *exchange) run(runs bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.runs = runs
}

// publishTaken reports the collected actions to other processes.
func (s *Server) publishTaken(feed Feed) {
	for _, taken := range s.exchange.collected() {
		data, err := json.Marshal(taken)
		if err != nil {
			panic(err) // strings and numbers: cannot happen
		}
		feed.Publish(pubsub.Message{Topic: sharedTopic, From: s.exchange.key, Data: data})
	}
}

// collected returns the actions to be reported, one element for each message.
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

// take counts actions reported by another process.
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
			continue // another version's limiter
		}
		for who, n := range persons {
			l.takenElsewhere(who, n)
		}
	}
	return nil
}
