package storm

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// A fakeServer is an in-memory Target. It checks every move by the rules.
type fakeServer struct {
	mu     sync.Mutex
	games  map[string]*fakeGame
	opened map[netip.Addr]int // sockets by local address
	// fault returns what happens to a command: "lost before" or "lost after" it is executed, a
	// reason for refusal, or "" for nothing.
	fault func(n int) string
	n     int // commands so far
}

type fakeGame struct {
	position *game.Game
	record   []play.Event
	watchers []*fakeSocket
}

func (f *fakeServer) Open(_ context.Context, _ netip.Addr, name, _ string) (Game, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	g, err := board.Named(name)
	if err != nil {
		return Game{}, err
	}
	id := fmt.Sprint("game", len(f.games))
	f.games[id] = &fakeGame{position: game.New(g, game.DefaultRules(g)), record: []play.Event{{Seq: 1, Kind: play.Opened}}}
	return Game{id, "secret"}, nil
}

func (f *fakeServer) Page(_ context.Context, _ netip.Addr, id string) (int, error) {
	return len(id), nil
}

func (f *fakeServer) Join(ctx context.Context, from netip.Addr, g Game, _ int) (Socket, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := &fakeSocket{server: f, game: f.games[g.ID], messages: make(chan Message, 1000), closed: make(chan struct{})}
	s.game.watchers = append(s.game.watchers, s)
	f.opened[from]++
	context.AfterFunc(ctx, func() { s.Close() })
	return s, nil
}

type fakeSocket struct {
	server   *fakeServer
	game     *fakeGame
	messages chan Message
	once     sync.Once
	closed   chan struct{}
}

func (s *fakeSocket) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}

func (s *fakeSocket) Receive() (Message, error) {
	select {
	case m := <-s.messages:
		return m, nil
	case <-s.closed:
		return Message{}, errors.New("closed")
	}
}

func (s *fakeSocket) Play(m Move) error {
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.n++
	fault := ""
	if s.server.fault != nil {
		fault = s.server.fault(s.server.n)
	}
	switch fault {
	case "lost before":
		s.Close()
		return nil
	case "lost after":
		defer s.Close()
	case "":
		defer s.reply(m, "")
	default:
		s.reply(m, fault)
		return nil
	}
	for _, e := range s.game.record {
		if e.ID == m.ID {
			return nil
		}
	}
	point, kind := board.Pass, play.Passed
	if !m.Pass {
		var err error
		if point, err = s.game.position.Graph().Point(m.Point); err != nil {
			return err
		}
		kind = play.Played
	}
	if err := s.game.position.Play(point, m.Color); err != nil {
		return err
	}
	s.game.record = append(s.game.record, play.Event{Seq: len(s.game.record) + 1, Kind: kind, ID: m.ID, Point: m.Point, Color: m.Color})
	for _, w := range s.game.watchers {
		select {
		case w.messages <- Message{Size: 100}:
		default: // it is closed and has no reader
		}
	}
	return nil
}

func (s *fakeSocket) reply(m Move, refused string) {
	s.messages <- Message{Size: 50, Reply: true, ID: m.ID, Seq: len(s.game.record), Refused: refused}
}

// options returns options for a fake server.
func options(f *fakeServer) Options {
	f.games, f.opened = map[string]*fakeGame{}, map[netip.Addr]int{}
	return Options{
		Target: func(string) Target { return f }, URL: "http://127.0.0.1:1", Board: board.Rosette(2), Control: "none",
		Duration: 200 * time.Millisecond, PerAddress: 4, Seed: 1, Report: func(string, ...any) {},
	}
}

func TestALoadIsMeasured(t *testing.T) {
	synctest.Test(t, testLoad)
}

func testLoad(t *testing.T) {
	f := &fakeServer{}
	o := options(f)
	o.Rate = 100
	row, err := o.Measure(t.Context(), 5, 10)
	if err != nil {
		t.Fatal(err)
	}
	if row.Moves < 5 || row.Moves > 150 || row.Max < row.P50 || row.Seconds < 0.2 || len(row.Failures) > 0 {
		t.Errorf("%+v", row)
	}
	if row.BytesPerMove < 50 || row.BytesPerMove > 150 {
		t.Errorf("a spectator gets %v bytes for a move, want about 100", row.BytesPerMove)
	}
	for from, n := range f.opened {
		if !from.IsLoopback() || n > 4 && n > len(f.games) {
			t.Errorf("%d sockets from %v", n, from)
		}
	}
	if len(f.opened) != 4 {
		t.Errorf("15 sockets come from %d addresses, want 4", len(f.opened))
	}
}

func TestAMoveWithoutAnswerIsSentAgain(t *testing.T) {
	synctest.Test(t, testMovesAreSentAgain)
}

func testMovesAreSentAgain(t *testing.T) {
	faults := map[int]string{7: "lost before", 20: "lost after", 21: "not-now", 50: "lost after"}
	f := &fakeServer{fault: func(n int) string { return faults[n] }}
	o := options(f)
	l, end := o.newLoad(t.Context(), o.URL)
	defer end()
	if err := l.open(2); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	if err := l.play(ctx, time.Millisecond, true); err != nil {
		t.Fatal(err)
	}
	if got := l.failures.all(); got["line lost"] != 3 || got["not-now"] != 1 || l.resent.Load() != 4 {
		t.Errorf("failures %v, %d moves sent again", got, l.resent.Load())
	}
	if n := len(l.played()); n != len(f.games) || l.acks.Load() < 60 {
		t.Errorf("%d games played, %d opened, %d moves", n, len(f.games), l.acks.Load())
	}
	for _, g := range l.played() {
		if faults := Verify(g, f.games[g.ID].record); faults.Any() {
			t.Errorf("%s: %+v", g.ID, faults)
		}
	}
}

func TestAPlayerWhoDoesNotRecoverEndsWithTheLine(t *testing.T) {
	f := &fakeServer{fault: func(n int) string { return map[int]string{5: "lost before"}[n] }}
	o := options(f)
	l, end := o.newLoad(t.Context(), o.URL)
	defer end()
	if err := l.open(1); err != nil {
		t.Fatal(err)
	}
	if err := l.play(t.Context(), 0, false); !errors.Is(err, errLineLost) {
		t.Fatalf("the error is %v", err)
	}
	if m := l.players[0].last(); m.ID != "m5" || m.Seq != 0 {
		t.Errorf("the last move is %+v", m)
	}
	if err := l.players[0].finish(); err != nil || l.players[0].last().Seq != 6 {
		t.Errorf("finish: %v, %+v", err, l.players[0].last())
	}
}

func TestReadsOfTheLogAreCountedForAMove(t *testing.T) {
	for log, want := range map[string]float64{
		"level=INFO msg=x reads=30 follows=12 appends=20": 2.1,
		"reads=30": 1.5,
		"":         0,
	} {
		row := Row{Server: log}
		if row.countReads(20); row.ReadsPerMove != want {
			t.Errorf("%q: %v reads a move, want %v", log, row.ReadsPerMove, want)
		}
	}
}
