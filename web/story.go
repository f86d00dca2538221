package web

import (
	"context"
	"sync"
	"time"

	"rosette/play"
)

// A story is one match folded from its events, shared by all who watch it.
type story struct {
	id   string
	past Past

	mu     sync.Mutex
	match  *play.Match
	events []play.Event
}

func newStory(past Past, id string) *story {
	return &story{id: id, past: past, match: play.NewMatch()}
}

// A news is what happened after a number, and the position now.
type news struct {
	Kind   string      `json:"kind"`
	Seq    int         `json:"seq"`
	After  int         `json:"after"` // the number that the first event follows
	Events []happening `json:"events"`
	State  state       `json:"state"`
}

// since reads what is new and tells what happened after that number. A number
// that the match has not reached counts as 0: the browser starts afresh.
func (t *story) since(ctx context.Context, after int, now time.Time) (news, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.read(ctx); err != nil {
		return news{}, err
	}
	if after < 0 || after > len(t.events) {
		after = 0
	}
	n := news{Kind: "news", Seq: t.match.Seq(), After: after, Events: []happening{}, State: stateOf(t.match, now)}
	for _, e := range t.events[after:] {
		n.Events = append(n.Events, happeningOf(e))
	}
	return n, nil
}

// read asks the journal for what has happened since.
func (t *story) read(ctx context.Context) error {
	events, err := t.past.Events(ctx, t.id, len(t.events))
	if err != nil {
		return err
	}
	if len(t.events)+len(events) == 0 {
		return play.ErrNoMatch
	}
	for _, e := range events {
		t.match.Apply(e)
		t.events = append(t.events, e)
	}
	return nil
}

// settings returns what was agreed; the story must have been read.
func (t *story) settings() play.Settings {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.match.Settings()
}

// A shelf holds the stories that sockets are reading.
type shelf struct {
	mu   sync.Mutex
	open map[string]*borrowed
}

type borrowed struct {
	*story
	readers int
}

// borrow returns the story of the match; call back when done with it.
func (s *shelf) borrow(past Past, id string) (t *story, back func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.open[id]
	if b == nil {
		b = &borrowed{story: newStory(past, id)}
		if s.open == nil {
			s.open = map[string]*borrowed{}
		}
		s.open[id] = b
	}
	b.readers++
	return b.story, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if b.readers--; b.readers == 0 {
			delete(s.open, id)
		}
	}
}
