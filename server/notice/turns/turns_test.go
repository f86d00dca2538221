package turns_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/server/match"
	"rosette/server/notice"
	"rosette/server/notice/push"
	"rosette/server/notice/turns"
	"rosette/server/pubsub"
	"rosette/server/store"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// Players: Ana has an account and used to be a guest.
var (
	ana = play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("a", 32), Name: "Ana"}
	ben = play.Seat{Kind: play.SeatUser, ID: "ben", Name: "Ben"}
)

// A world has games, an adjustable clock, and the sent messages.
type world struct {
	*testing.T
	*store.SQLite
	*match.Host
	kept notice.Store

	mu      sync.Mutex
	now     time.Time
	sent    []string
	fails   error
	present bool
	ended   map[string]bool // ended sessions
	others  map[notice.Kind]turns.SendFunc
	broken  string // a match that temporarily cannot be read
}

var errBroken = errors.New("the disk is slow")

func newWorld(t *testing.T) *world {
	w := &world{T: t, SQLite: storetest.Open(t), now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), ended: map[string]bool{}}
	w.kept = tables.Notices(w.SQLite)
	w.Host = match.New(store.Matches{Log: w.SQLite}, func(pubsub.Message) {}, match.Options{Log: slog.New(slog.DiscardHandler)})
	return w
}

// service returns a new service, as after a server start.
func (w *world) service() *turns.Service {
	return turns.New(turns.Options{
		Store: w.kept, Games: w, People: w, Sender: w, Now: w.time, Others: w.others,
		Present: func(turns.Seat) bool { return w.present },
	})
}

func (w *world) time() time.Time      { w.mu.Lock(); defer w.mu.Unlock(); return w.now }
func (w *world) pass(d time.Duration) { w.mu.Lock(); defer w.mu.Unlock(); w.now = w.now.Add(d) }

func (w *world) Changed(ctx context.Context, after int64, limit int) (ids []string, err error) {
	records, err := w.Since(ctx, after, limit)
	for _, r := range records {
		ids = append(ids, r.Match())
	}
	return ids, err
}

func (w *world) End(ctx context.Context) (int64, error) {
	records, err := w.Since(ctx, 0, 1<<20)
	return int64(len(records)), err
}

func (w *world) Read(ctx context.Context, id string, look func(*play.Match)) error {
	if id == w.broken {
		return errBroken
	}
	return w.Host.Read(ctx, id, look)
}

func (w *world) GuestsOf(_ context.Context, actor string) ([]string, error) {
	if actor == "user/ana" {
		return []string{ana.Actor()}, nil
	}
	return nil, nil
}

func (w *world) SignedIn(_ context.Context, session string) (bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return !w.ended[session], nil
}

func (w *world) NameIn(_ context.Context, _ string, seat play.Seat) (string, error) {
	return seat.Name, nil
}

func (w *world) Send(_ context.Context, d notice.Device, m notice.Message, e push.Envelope) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fails != nil {
		return w.fails
	}
	w.sent = append(w.sent, fmt.Sprint(d.ID, " ", strings.ReplaceAll(m.Body, "\n", ". "), " ", m.Tag == "match/"+e.Topic))
	return nil
}

// device adds a device for an actor.
func (w *world) device(id, actor string) {
	w.Helper()
	d := notice.Device{ID: id, Actor: actor, Session: "of " + id, At: w.now, Details: notice.Details{Language: "en"}}
	if err := w.kept.Put(w.Context(), d); err != nil {
		w.Fatal(err)
	}
}

// open opens a game between Ana and Ben.
func (w *world) open(id string) {
	w.Helper()
	g := board.Rosette(3)
	if err := w.Open(w.Context(), id, play.Settings{Board: g.Name(), Rules: game.DefaultRules(g), Black: ana, White: ben}); err != nil {
		w.Fatal(err)
	}
}

// plays makes alternating moves, starting with colour c.
func (w *world) plays(id string, c board.Color, points ...string) {
	w.Helper()
	for _, point := range points {
		if _, err := w.Do(w.Context(), id, play.Command{Kind: play.Play, By: c, Point: point}); err != nil {
			w.Fatal(err)
		}
		c = c.Opponent()
	}
}

// told runs a service for a moment and returns the sent messages.
func (w *world) told(s *turns.Service) []string {
	w.Helper()
	for range 2 { // new notices are due a little later
		if err := errors.Join(s.Follow(w.Context()), s.SendDue(w.Context())); err != nil {
			w.Fatal(err)
		}
		s.WaitForSends()
		w.pass(turns.UsualWait)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	sent := w.sent
	w.sent = nil
	return sent
}

// want checks the sent messages.
func (w *world) want(s *turns.Service, when string, want ...string) {
	w.Helper()
	if got := w.told(s); !slices.Equal(got, want) {
		w.Errorf("%s: %q, want %q", when, got, want)
	}
}

const moveOfBen = "Ben is waiting for your move.. Beginner board true"

func TestAPersonIsToldOfEachTurnOnce(t *testing.T) {
	w := newWorld(t)
	w.open("before")
	w.device("phone", "user/ana")
	w.device("desk", "user/ana")
	first := w.service()
	w.want(first, "of what was before")
	w.open("game")
	w.want(first, "as the game begins", "desk "+moveOfBen, "phone "+moveOfBen)
	w.want(first, "again")
	w.want(w.service(), "after a restart")
	w.plays("game", board.Black, "A4")
	w.want(first, "on Ben's turn")
	w.plays("game", board.White, "A5", "B3", "B4")
	w.pass(time.Hour)
	w.want(w.service(), "a move later, after a restart", "desk "+moveOfBen, "phone "+moveOfBen)
	if _, err := w.Do(t.Context(), "game", play.Command{Kind: play.Resign, By: board.White}); err != nil {
		t.Fatal(err)
	}
	w.want(first, "when the game is over")
}

func TestWhoLooksAtTheGameIsNotTold(t *testing.T) {
	w := newWorld(t)
	w.device("phone", "user/ana")
	s := w.service()
	w.want(s, "at first")
	w.present = true
	w.open("game")
	w.want(s, "who is there")
	w.present = false
	w.want(s, "who leaves knows it")
	w.plays("game", board.Black, "A4", "A5")
	w.want(s, "the next turn", "phone "+moveOfBen)
	w.plays("game", board.Black, "B3", "B4")
	if err := s.Follow(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.plays("game", board.Black, "C3") // before the notice is due
	w.want(s, "a turn that is over")
}

func TestOneOfTwoServersTells(t *testing.T) {
	w := newWorld(t)
	w.device("phone", "user/ana")
	one, two := w.service(), w.service()
	w.want(one, "at first")
	w.open("game")
	var both sync.WaitGroup
	for range 2 {
		for _, s := range []*turns.Service{one, two} {
			both.Go(func() {
				if err := errors.Join(s.Follow(t.Context()), s.SendDue(t.Context())); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		w.pass(turns.UsualWait)
	}
	two.WaitForSends()
	w.want(one, "by both", "phone "+moveOfBen)
}

func TestWhatFailsIsTriedAFewTimes(t *testing.T) {
	w := newWorld(t)
	w.device("phone", "user/ana")
	s := w.service()
	w.want(s, "at first")
	w.open("game")
	w.fails = errors.New("the push service is down")
	w.want(s, "while it is down")
	w.want(s, "at once again")
	w.fails = nil
	w.pass(time.Minute)
	w.want(s, "a minute later", "phone "+moveOfBen)
	w.plays("game", board.Black, "A4", "A5")
	w.fails = errors.New("the push service is down")
	for range 10 {
		w.want(s, "while it is down for long")
		w.pass(3 * time.Hour)
	}
	w.fails = nil
	w.want(s, "nobody is told of what was long ago")
}

func TestANoticeThatFailsKeepsNoOther(t *testing.T) {
	w := newWorld(t)
	w.device("phone", "user/ana")
	fails := func(_ context.Context, n notice.Notice) (*notice.Notice, error) {
		next := n
		next.Occasion, next.Due = "again", w.time().Add(24*time.Hour)
		return &next, errors.New("the mail server is down")
	}
	w.others = map[notice.Kind]turns.SendFunc{notice.Digest: fails}
	s := w.service()
	w.want(s, "at first")
	if err := w.kept.Add(t.Context(), notice.Notice{Kind: notice.Digest, Subject: "a", Actor: "user/ben", Occasion: "1", Due: w.now}); err != nil {
		t.Fatal(err)
	}
	w.open("game")
	w.broken = "game"
	for range 6 {
		for _, err := range []error{s.Follow(t.Context()), s.SendDue(t.Context())} {
			if err != nil && !errors.Is(err, errBroken) {
				t.Fatal(err)
			}
		}
		s.WaitForSends()
		w.pass(5 * time.Hour)
	}
	due, err := w.kept.Due(t.Context(), w.now.Add(24*time.Hour), 10)
	if err != nil || len(due) != 1 || due[0].Occasion != "again" || due[0].Tries != 0 {
		t.Errorf("%+v, %v", due, err)
	}
	w.broken = ""
	w.open("other")
	w.want(s, "another game", "phone "+moveOfBen, "phone "+moveOfBen)
}

func TestADeviceThatIsGoneIsForgotten(t *testing.T) {
	for name, end := range map[string]func(w *world){
		"the push service says so": func(w *world) { w.fails = push.ErrGone },
		"its session has ended":    func(w *world) { w.ended["of phone"] = true },
	} {
		w := newWorld(t)
		w.device("phone", "user/ana")
		s := w.service()
		w.want(s, "at first")
		w.open("game")
		end(w)
		w.want(s, name)
		if left, err := w.kept.Devices(t.Context(), "user/ana"); err != nil || len(left) > 0 {
			t.Errorf("%s: %+v, %v", name, left, err)
		}
	}
}

func TestTheDeviceOfASessionThatEndsIsForgottenAtOnce(t *testing.T) {
	w := newWorld(t)
	w.device("phone", "user/ana")
	w.device("desk", "user/ana")
	s := w.service()
	ctx, cancel := context.WithCancel(t.Context())
	running := make(chan error, 1)
	go func() { running <- s.Run(ctx) }()
	w.mu.Lock()
	w.ended["of phone"] = true
	w.mu.Unlock()
	s.SessionsEnded("user/ana")
	for end := time.Now().Add(waittest.Limit); ; time.Sleep(5 * time.Millisecond) {
		left, err := w.kept.Devices(t.Context(), "user/ana")
		if err != nil || time.Now().After(end) {
			t.Fatalf("%+v, %v", left, err)
		}
		if len(left) == 1 && left[0].ID == "desk" {
			break
		}
	}
	cancel()
	if err := <-running; err != nil {
		t.Error(err)
	}
}

func TestOneOfTwoServersSendsALetter(t *testing.T) {
	w := newWorld(t)
	var mu sync.Mutex
	letters := 0
	slow := make(chan bool)
	w.others = map[notice.Kind]turns.SendFunc{notice.Digest: func(context.Context, notice.Notice) (*notice.Notice, error) {
		mu.Lock()
		letters++
		mu.Unlock()
		<-slow
		return nil, nil
	}}
	const all = 40 // more than are sent at once
	for i := range all {
		if err := w.kept.Add(t.Context(), notice.Notice{Kind: notice.Digest, Subject: fmt.Sprint(i), Actor: "user/ben", Occasion: "1", Due: w.now}); err != nil {
			t.Fatal(err)
		}
	}
	var both sync.WaitGroup
	servers := []*turns.Service{w.service(), w.service()}
	for _, s := range servers {
		both.Go(func() {
			if err := s.SendDue(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	for range all { // together they take longer than another server waits before it retries
		w.pass(time.Second)
		slow <- true
	}
	both.Wait()
	for _, s := range servers {
		s.WaitForSends()
	}
	if due, err := w.kept.Due(t.Context(), w.time().Add(time.Hour), all); letters != all || err != nil || len(due) > 0 {
		t.Errorf("%d letters, %+v, %v", letters, due, err)
	}
}
