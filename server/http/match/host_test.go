package match

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/pubsub"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A memoryHost is a Host that keeps matches in memory only. Tests may damage it.
type memoryHost struct {
	feed *pubsub.Local

	mu        sync.Mutex
	matches   map[string]*memoryMatch
	fault     error // result of all calls, if set
	snapshots int
	silent    bool // changes are not published
	now       func() time.Time
}

type memoryMatch struct {
	match  *play.Match
	view   *view.Projection
	events []play.Event
}

// errPanic makes the host panic instead of returning it.
var errPanic = errors.New("panic")

func newMemoryHost() *memoryHost {
	return &memoryHost{feed: &pubsub.Local{}, now: time.Now, matches: map[string]*memoryMatch{}}
}

func (h *memoryHost) Open(_ context.Context, id string, s play.Settings) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fault != nil {
		return h.fault
	}
	opened, err := play.Open(s, h.now())
	if err != nil {
		return err
	}
	p := view.NewProjection(id)
	p.Apply([]play.Event{opened})
	h.matches[id] = &memoryMatch{p.Match(), p, []play.Event{opened}}
	return nil
}

func (h *memoryHost) find(id string) (*memoryMatch, error) {
	if h.fault == errPanic {
		panic(h.fault)
	}
	if h.fault != nil {
		return nil, h.fault
	}
	if h.matches[id] == nil {
		return nil, play.ErrNoMatch
	}
	return h.matches[id], nil
}

func (h *memoryHost) Do(ctx context.Context, id string, cmd play.Command) (int, error) {
	told, err := h.Act(ctx, id, nil, func(*play.Match) (play.Command, error) { return cmd, nil })
	return told.Seq, err
}

func (h *memoryHost) Act(_ context.Context, id string, except pubsub.Subscriber, choose func(*play.Match) (play.Command, error)) (told pubsub.Message, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	m, err := h.find(id)
	if err != nil {
		return told, err
	}
	told.Seq = m.match.Seq()
	cmd, err := choose(m.match)
	if err != nil {
		return told, err
	}
	events, err := m.match.Decide(cmd, h.now())
	if len(events) == 0 {
		return told, err
	}
	m.view.Apply(events)
	m.events = append(m.events, events...)
	before := told.Seq
	if told.Seq = m.match.Seq(); !h.silent {
		told.Topic = view.Topic(id)
		told.After = before
		told.Data = m.view.Encoded(before)
		told.Except = except
		h.feed.Publish(told)
	}
	return told, err
}

func (h *memoryHost) Snapshot(_ context.Context, id string, after int) ([]byte, int, play.Settings, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.snapshots++
	m, err := h.find(id)
	if err != nil {
		return nil, 0, play.Settings{}, err
	}
	s := m.match.Settings()
	if m.match.Swapped() {
		s.Black, s.White = s.White, s.Black
	}
	return m.view.Encoded(after), m.match.Seq(), s, nil
}

func (h *memoryHost) Read(_ context.Context, id string, look func(*play.Match)) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	m, err := h.find(id)
	if err == nil {
		look(m.match)
	}
	return err
}

// fail makes all later calls fail.
func (h *memoryHost) fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fault = err
}

// asked returns the number of snapshots requested.
func (h *memoryHost) asked() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.snapshots
}

// memorySessions keeps sessions of guests in memory.
type memorySessions struct {
	mu     sync.Mutex
	actors map[string]string // by key hash
	fault  error
}

func (s *memorySessions) Identify(_ context.Context, key string) (account.Identity, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return account.Identity{Session: account.Session{KeyHash: account.KeyHash(key), Actor: s.actors[account.KeyHash(key)]}}, s.fault
}

func (s *memorySessions) Holds(_ context.Context, i account.Identity) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, holds := s.actors[i.Session.KeyHash]
	return holds, s.fault
}

func (s *memorySessions) IdentifyToken(context.Context, string) (account.Identity, error) {
	return account.Identity{}, s.fault
}

func (s *memorySessions) Begin(_ context.Context, actor string, _ account.Device) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := account.NewKey()
	s.actors[account.KeyHash(key)] = actor
	return key, s.fault
}
