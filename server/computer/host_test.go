package computer

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/work"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var (
	bot    = play.Seat{Kind: play.SeatBot, ID: "level-1", Name: "Rosette"}
	person = play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("ab", 16), Name: "Ada"}
)

// An eventLog is shared by servers.
type eventLog struct {
	mu     sync.Mutex
	events map[string][]play.Event
}

// A server is a minimal host with a computer.
type server struct {
	log      *eventLog
	mu       sync.Mutex
	matches  map[string]*play.Match
	computer *Computer
	errors   *strings.Builder // logged by the computer
}

// serve returns a server. Missing options are a queue with one worker, and mover for every level.
func serve(t *testing.T, log *eventLog, mover Mover, o Options) *server {
	t.Helper()
	s := &server{log: log, matches: map[string]*play.Match{}, errors: &strings.Builder{}}
	o.Host, o.Log = s, slog.New(slog.NewTextHandler(s.errors, nil))
	if o.Queue == nil {
		o.Queue = work.New(work.Options{Workers: 1})
	}
	if o.Player == nil {
		o.Player = func(string, time.Duration) Mover { return mover }
	}
	s.computer = New(o)
	t.Cleanup(s.computer.Close)
	return s
}

func newLog() *eventLog { return &eventLog{events: map[string][]play.Event{}} }

// match brings a match up to date. The server must be locked.
func (s *server) match(id string) (*play.Match, error) {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	if s.matches[id] == nil {
		s.matches[id] = play.NewMatch()
	}
	m := s.matches[id]
	if len(s.log.events[id]) == 0 {
		return nil, play.ErrNoMatch
	}
	return m, m.Load(s.log.events[id][m.Seq():])
}

func (s *server) Read(_ context.Context, id string, read func(m *play.Match)) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	m, err := s.match(id)
	if err == nil {
		read(m)
	}
	return err
}

func (s *server) Do(_ context.Context, id string, cmd play.Command) (seq int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for {
		m, err := s.match(id)
		if err != nil {
			return 0, err
		}
		events, err := m.Decide(cmd, time.Now())
		if len(events) == 0 || s.append(id, m, events) {
			return m.Seq(), err
		}
	}
}

// append returns false if another server was faster.
func (s *server) append(id string, m *play.Match, events []play.Event) bool {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	if len(s.log.events[id]) != m.Seq() {
		return false
	}
	s.log.events[id] = append(s.log.events[id], events...)
	for _, e := range events {
		m.Apply(e)
	}
	s.computer.Changed(id)
	if len(due(m, func(c board.Color) bool { return m.Seat(c).Bot() })) > 0 {
		s.computer.Awaited(id)
	}
	return true
}

// open opens a match, by default on square-5 under Chinese rules.
func (s *server) open(t *testing.T, id string, settings play.Settings) {
	t.Helper()
	if settings.Rules == (game.Rules{}) {
		settings.Rules = preset(t, "mindsports-chinese")
	}
	if settings.Board == "" {
		settings.Board = "square-5"
	}
	opened, err := play.Open(settings, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m := play.NewMatch()
	s.matches[id] = m
	if !s.append(id, m, []play.Event{opened}) {
		t.Fatalf("match %s is there already", id)
	}
}

func preset(t *testing.T, name string) game.Rules {
	t.Helper()
	rules, err := game.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func control(t *testing.T, text string) clock.Control {
	t.Helper()
	c, err := clock.ParseControl(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// do sends a command to match m, by default as Black.
func (s *server) do(t *testing.T, cmd play.Command) {
	t.Helper()
	if cmd.By == board.Empty {
		cmd.By = board.Black
	}
	if _, err := s.Do(t.Context(), "m", cmd); err != nil {
		t.Fatalf("%s %s: %v", cmd.Kind, cmd.Point, err)
	}
}

// now returns match m from the log, decided again.
func (s *server) now(t *testing.T) *play.Match {
	t.Helper()
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	m, err := play.Replay(s.log.events["m"])
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// tasks returns the number of matches in which the computer must act.
func (s *server) tasks() int {
	s.computer.mu.Lock()
	defer s.computer.mu.Unlock()
	return len(s.computer.tasks)
}

// A simple mover plays the first legal point, in an order drawn from its seed, that is not an eye
// of a single point, and passes if there is none. It considers every stone alive, because it
// captures dead ones, and its price is its seed.
type simple struct{ seed uint64 }

func (m simple) Choose(_ context.Context, g *game.Game, c board.Color, _ clock.Remaining) (Choice, error) {
	order := rand.New(rand.NewPCG(m.seed, uint64(g.Ply()))).Perm(g.Graph().Points())
	for _, i := range order {
		if p := board.Point(i); g.Legal(p, c) == nil && g.Board().Neighbours(p, c) < len(g.Graph().Near(p)) {
			return Choice{Point: p}, nil
		}
	}
	return Choice{Point: board.Pass}, nil
}

func (m simple) Judge(context.Context, *game.Game) (DeadStones, error) { return DeadStones{}, nil }

func (m simple) Price(context.Context, *game.Game) (float64, error) { return float64(m.seed), nil }

// A slow mover thinks for a time that depends on the level, a second by default, and records its
// calls.
type slow struct {
	takes time.Duration

	mu        sync.Mutex
	asked     int
	left      []clock.Remaining
	cancelled int
	judged    int
	priced    int
	choices   []Choice // answers in order instead of simple moves
	hasBest   bool     // it answers when cancelled
	failures  int      // failures before it answers
}

var errBroken = errors.New("the network is gone")

func (m *slow) Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Remaining) (Choice, error) {
	m.mu.Lock()
	m.asked, m.left = m.asked+1, append(m.left, left)
	m.mu.Unlock()
	takes := m.takes
	if takes == 0 {
		takes = time.Second
	}
	select {
	case <-time.After(takes):
	case <-ctx.Done():
		m.mu.Lock()
		m.cancelled++
		m.mu.Unlock()
		if !m.hasBest {
			return Choice{}, ctx.Err()
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failures > 0 {
		m.failures--
		return Choice{}, errBroken
	}
	if len(m.choices) > 0 {
		next := m.choices[0]
		m.choices = m.choices[1:]
		return next, nil
	}
	return simple{1}.Choose(ctx, g, c, left)
}

func (m *slow) Judge(_ context.Context, g *game.Game) (DeadStones, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.judged++
	return DeadStones{Dead: stone(g, 0), Unsure: stone(g, 1)}, nil
}

// stone returns the point, or nothing if it is empty.
func stone(g *game.Game, p board.Point) []board.Point {
	if g.Board().At(p) == board.Empty {
		return nil
	}
	return []board.Point{p}
}

func (m *slow) Price(context.Context, *game.Game) (float64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.priced++
	return 10.4, nil
}

// inBubble runs a test in virtual time and closes the server at the end.
func inBubble(t *testing.T, mover Mover, o Options, test func(t *testing.T, s *server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, newLog(), mover, o)
		test(t, s)
		s.computer.Close()
	})
}
