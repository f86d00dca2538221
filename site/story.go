package site

import (
	"context"
	"slices"
	"sync"
	"time"

	"rosette/play"
)

// maxMissed is how many events are told one by one to who comes back. Who
// missed more is told the position afresh, so that no news grows with what was
// played and taken back.
const maxMissed = 64

// A story is one match folded from its events, shared by all who watch it.
type story struct {
	id   string
	past Past

	mu     sync.Mutex
	match  *play.Match
	recent []happening // the last events, at most maxMissed
	bids   sealed
}

func newStory(past Past, id string) *story {
	return &story{id: id, past: past, match: play.NewMatch()}
}

// A news is the position now and how it came about: what happened after a
// number, or nothing of that if the number is 0.
type news struct {
	Kind   string      `json:"kind"`
	Seq    int         `json:"seq"`
	After  int         `json:"after"` // the number that the first event follows
	Seat   string      `json:"seat"`  // for whom this browser speaks by now: b, w, bw or nobody
	Events []happening `json:"events"`
	Moves  []move      `json:"moves"` // those that stand; null if the events only add to them
	State  state       `json:"state"`
	agreed play.Settings
}

// since reads what is new and tells what happened after that number. A number
// that the match has not reached counts as 0: the browser starts afresh.
func (t *story) since(ctx context.Context, after int, now time.Time) (news, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.read(ctx); err != nil {
		return news{}, err
	}
	n := news{
		Kind: "news", Seq: t.match.Seq(), Events: []happening{},
		State: stateOf(t.match, t.bids, now), agreed: t.match.Settings(),
	}
	missed := n.Seq - after
	if after <= 0 || missed < 0 || missed > len(t.recent) {
		n.Moves = movesOf(t.match.Game())
		return n, nil
	}
	n.After = after
	n.Events = append(n.Events, t.recent[len(t.recent)-missed:]...)
	if slices.ContainsFunc(n.Events, happening.revises) {
		n.Moves = movesOf(t.match.Game())
	}
	return n, nil
}

// refresh reads what is new.
func (t *story) refresh(ctx context.Context) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.read(ctx)
}

// read asks the journal for what has happened since.
func (t *story) read(ctx context.Context) error {
	events, err := t.past.Events(ctx, t.id, t.match.Seq())
	if err != nil {
		return err
	}
	if t.match.Seq()+len(events) == 0 {
		return play.ErrNoMatch
	}
	for _, e := range events {
		t.match.Apply(e)
		t.bids.note(e)
		t.recent = append(t.recent, happeningOf(e, t.match.Settings().KomiBy == play.KomiSecret))
	}
	t.recent = slices.Clone(t.recent[max(0, len(t.recent)-maxMissed):])
	return nil
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
