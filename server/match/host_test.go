package match_test

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/match"
	"rosette/server/pubsub"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// memoryLog is a log in memory that counts reads and can fail or wait.
type memoryLog struct {
	reads atomic.Int64
	fail  atomic.Pointer[error]                           // for Append and Alive
	wait  atomic.Pointer[func(id string) <-chan struct{}] // before an append

	mu        sync.Mutex
	events    map[string][]play.Event
	order     []string // matches by position
	schedules map[string]play.Schedule
	alive     time.Time
	outages   []play.Outage
	unknown   map[string]bool // matches with an unknown event
}

func newLog() *memoryLog {
	return &memoryLog{events: map[string][]play.Event{}, schedules: map[string]play.Schedule{}, unknown: map[string]bool{}}
}

func (l *memoryLog) Append(ctx context.Context, id string, after int, events []play.Event, s play.Schedule) error {
	if wait := l.wait.Load(); wait != nil {
		<-(*wait)(id)
	}
	if err := l.fail.Load(); err != nil {
		return *err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.events[id]) != after {
		return play.ErrStale
	}
	l.events[id] = append(l.events[id], events...)
	for range events {
		l.order = append(l.order, id)
	}
	if s == (play.Schedule{}) {
		delete(l.schedules, id)
	} else {
		l.schedules[id] = s
	}
	return nil
}

func (l *memoryLog) Events(ctx context.Context, id string, after int) ([]play.Event, error) {
	l.reads.Add(1)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.unknown[id]:
		return nil, play.ErrUnknownEvent
	case len(l.events[id]) == 0:
		return nil, play.ErrNoMatch
	}
	return slices.Clone(l.events[id][min(after, len(l.events[id])):]), nil
}

func (l *memoryLog) Schedules(context.Context) iter.Seq2[play.ScheduledMatch, error] {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := maps.Clone(l.schedules)
	return func(yield func(play.ScheduledMatch, error) bool) {
		for id, s := range all {
			if !yield(play.ScheduledMatch{ID: id, Schedule: s}, nil) {
				return
			}
		}
	}
}

func (l *memoryLog) Grown(_ context.Context, position int64) (seqs map[string]int, last int64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	seqs, last = map[string]int{}, int64(len(l.order))
	if position < 0 {
		return seqs, last, nil
	}
	for _, id := range l.order[position:] {
		seqs[id] = len(l.events[id])
	}
	return seqs, last, nil
}

func (l *memoryLog) Alive(_ context.Context, now time.Time, gap time.Duration) (time.Time, error) {
	if err := l.fail.Load(); err != nil {
		return time.Time{}, *err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	last := l.alive
	if gap > 0 && !last.IsZero() && now.Sub(last) > gap {
		l.outages = append(l.outages, play.Outage{From: last, To: now})
	}
	if now.After(last) {
		l.alive = now
	}
	return last, nil
}

func (l *memoryLog) Outages(context.Context) ([]play.Outage, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.outages), nil
}

// server is a running host with its log and subscribers.
type server struct {
	*match.Host
	t      testing.TB
	log    *memoryLog // nil for another kind of log
	topics *pubsub.Local
	stop   func()
}

// start runs a host until the test ends or calls stop.
func start(t testing.TB, log *memoryLog, o match.Options) server {
	t.Helper()
	s := startWith(t, log, o)
	s.log = log
	return s
}

// startWith runs a host on any log.
func startWith(t testing.TB, log match.Log, o match.Options) server {
	t.Helper()
	topics := new(pubsub.Local)
	h := match.New(log, topics.Publish, o)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return server{Host: h, t: t, topics: topics, stop: stop}
}

// people returns settings of two players.
func people(t testing.TB, control string) play.Settings {
	t.Helper()
	c, err := clock.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	return play.Settings{
		Board: "square-5", Rules: preset(t, "tromp-taylor"), Clock: c,
		Black: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("ab", 16), Name: "Ada"},
		White: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("cd", 16), Name: "Bob"},
	}
}

// againstBot returns settings in which a bot plays a colour.
func againstBot(t testing.TB, control string, c board.Color) play.Settings {
	t.Helper()
	s, bot := people(t, control), play.Seat{Kind: play.SeatBot, ID: "level-1", Name: "Rosette"}
	if c == board.Black {
		s.Black = bot
	} else {
		s.White = bot
	}
	return s
}

func (s server) open(id string, settings play.Settings) {
	s.t.Helper()
	if err := s.Open(context.Background(), id, settings); err != nil {
		s.t.Fatal(err)
	}
}

func (s server) play(id string, c board.Color, point string) (int, error) {
	return s.Do(context.Background(), id, play.Command{Kind: play.Play, By: c, Point: point})
}

func (s server) played(id string, c board.Color, point string) {
	s.t.Helper()
	if _, err := s.play(id, c, point); err != nil {
		s.t.Fatal(err)
	}
}

// events returns all events in a match, and checks that the match could have happened.
func (s server) events(id string) []play.Event {
	s.t.Helper()
	all, err := s.log.Events(context.Background(), id, 0)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := play.Replay(all); err != nil {
		s.t.Fatal(err)
	}
	return all
}

// kinds returns the kinds of a match's events, separated by spaces.
func (s server) kinds(id string) string {
	s.t.Helper()
	var text []string
	for _, e := range s.events(id) {
		text = append(text, string(e.Kind)+e.Result)
	}
	return strings.Join(text, " ")
}

// subscribe returns a subscriber of a match.
func (s server) subscribe(id string, buffer int) pubsub.Subscriber {
	sub := s.topics.Subscribe(buffer)
	sub.Add("match/" + id)
	s.t.Cleanup(sub.Close)
	return sub
}

func preset(t testing.TB, name string) game.Rules {
	t.Helper()
	r, err := game.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var errDisk = errors.New("disk full")
