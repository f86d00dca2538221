package seat_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"rosette/bus"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/seat"
	"rosette/play/table"
	"rosette/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// plain plays the first point of an order drawn from its seed that is legal and
// no eye of its own of one point, and passes when there is none.
type plain struct{ seed uint64 }

func (m plain) Choose(_ context.Context, g *game.Game, c board.Color, _ clock.Remaining) (seat.Choice, error) {
	order := rand.New(rand.NewPCG(m.seed, uint64(g.Ply()))).Perm(g.Graph().Points())
	for _, i := range order {
		if p := board.Point(i); g.Legal(p, c) == nil && g.Board().Neighbours(p, c) < len(g.Graph().Near(p)) {
			return seat.Choice{Point: p}, nil
		}
	}
	return seat.Choice{Point: board.Pass}, nil
}

// Judge takes every stone for alive, as plain plays the dead ones off.
func (m plain) Judge(context.Context, *game.Game) (seat.Verdict, error) { return seat.Verdict{}, nil }

// Price asks for as much komi as its seed.
func (m plain) Price(context.Context, *game.Game) (float64, error) { return float64(m.seed), nil }

// journal is what the tests need of a store.
type journal interface {
	table.Journal
	seat.Past
}

// A house is a hall in which programs really sit. Results is what their seats
// came to.
type house struct {
	*table.Hall
	journal journal
	results chan error
}

func open(t testing.TB, j journal, b *bus.Local, mover func(board.Color) seat.Mover) house {
	t.Helper()
	h := house{journal: j, results: make(chan error, 1000)}
	place := seat.House{Past: j, Feed: b, Now: time.Now}
	h.Hall = table.NewHall(j, b, time.Now, table.Options{
		Sit: func(ctx context.Context, id string, c board.Color, _ play.Seat) {
			h.results <- seat.Sit(ctx, place, id, c, mover(c))
		},
	})
	place.Table = h.Hall
	t.Cleanup(h.Close)
	return h
}

var (
	program = play.Seat{Kind: play.SeatBot, ID: "full", Name: "Rosette"}
	person  = play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("ab", 16), Name: "Ada"}
)

func (h house) begin(t testing.TB, boardName, control string, black, white play.Seat) {
	t.Helper()
	c, err := clock.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	s := play.Settings{Board: boardName, Rules: rules, Clock: c, Black: black, White: white}
	if err := h.Open(t.Context(), "m", s); err != nil {
		t.Fatal(err)
	}
}

func (h house) do(t testing.TB, kind play.Kind, point string) {
	t.Helper()
	if _, err := h.Do(t.Context(), "m", play.Command{Kind: kind, By: board.Black, Point: point}); err != nil {
		t.Fatal(err)
	}
}

// match replays what the journal has.
func (h house) match(t testing.TB) *play.Match {
	t.Helper()
	events, err := h.journal.Events(t.Context(), "m", 0)
	if err != nil {
		t.Fatal(err)
	}
	m, err := play.Replay(events)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestTwoProgramsPlayAWholeGame(t *testing.T) {
	for _, boardName := range []string{"rosette-3", "square-7"} {
		t.Run(boardName, func(t *testing.T) {
			sqlite, err := store.OpenSQLite(filepath.Join(t.TempDir(), "journal.db"), slog.New(slog.NewTextHandler(io.Discard, nil)))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := sqlite.Close(); err != nil {
					t.Error(err)
				}
			})
			j := store.Journal{Store: sqlite}
			queue := seat.NewQueue(1, time.Now)
			h := open(t, j, new(bus.Local), func(c board.Color) seat.Mover { return queue.Mover(plain{uint64(c)}) })
			h.begin(t, boardName, "10m+3x30s", program, program)
			for range 2 {
				select {
				case err := <-h.results:
					if err != nil {
						t.Fatal(err)
					}
				case <-time.After(5 * time.Minute):
					t.Fatal("the game does not end")
				}
			}
			m := h.match(t)
			if !m.Over() || m.Game().Passes() != 2 || m.Result() != m.Game().Score().Result() || m.Game().Ply() < 30 {
				t.Errorf("over %v with %v after %d moves", m.Over(), m.Result(), m.Game().Ply())
			}
			t.Logf("%v after %d moves", m.Result(), m.Game().Ply())
		})
	}
}

func TestTwoHousesThatSeatTheSameProgramsPlayOneGame(t *testing.T) {
	j, b := store.MemoryJournal(), new(bus.Local)
	mover := func(c board.Color) seat.Mover { return plain{uint64(c)} }
	h, other := open(t, j, b, mover), open(t, j, b, mover)
	h.begin(t, "rosette-2", "none", program, program)
	if err := other.Wake(t.Context(), "m"); err != nil {
		t.Fatal(err)
	}
	for _, results := range []chan error{h.results, h.results, other.results, other.results} {
		select {
		case err := <-results:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(5 * time.Minute):
			t.Fatal("the game does not end")
		}
	}
	if m := h.match(t); !m.Over() {
		t.Error("the match is not over")
	}
}

// ponderer thinks for a second each time, and keeps what it was asked and what
// it gave up.
type ponderer struct {
	mu      sync.Mutex
	asked   []int // plies
	left    []clock.Remaining
	gaveUp  int
	choices []seat.Choice
}

func (p *ponderer) Judge(ctx context.Context, g *game.Game) (seat.Verdict, error) {
	return plain{}.Judge(ctx, g)
}

func (p *ponderer) Price(ctx context.Context, g *game.Game) (float64, error) {
	return plain{}.Price(ctx, g)
}

func (p *ponderer) Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Remaining) (seat.Choice, error) {
	p.mu.Lock()
	p.asked, p.left = append(p.asked, g.Ply()), append(p.left, left)
	p.mu.Unlock()
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
		p.mu.Lock()
		defer p.mu.Unlock()
		p.gaveUp++
		return seat.Choice{}, ctx.Err()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.choices) > 0 {
		return p.choices[0], nil
	}
	return plain{1}.Choose(ctx, g, c, left)
}

func (p *ponderer) mover(board.Color) seat.Mover { return p }

func TestAThoughtEndsWhenItsPositionIsTakenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := new(ponderer)
		h := open(t, store.MemoryJournal(), new(bus.Local), p.mover)
		h.begin(t, "square-5", "60s", person, program)
		h.do(t, play.Play, "c3")
		time.Sleep(500 * time.Millisecond)
		h.do(t, play.Undo, "")
		synctest.Wait()
		if p.gaveUp != 1 {
			t.Errorf("%d thoughts were given up", p.gaveUp)
		}
		time.Sleep(5 * time.Second)
		if m := h.match(t); m.Game().Ply() != 0 {
			t.Fatalf("the program moved out of turn: ply %d", m.Game().Ply())
		}
		h.do(t, play.Play, "c3")
		time.Sleep(1500 * time.Millisecond)
		if m := h.match(t); m.Game().Ply() != 2 || m.ToMove() != board.Black {
			t.Errorf("ply %d, %v to move", m.Game().Ply(), m.ToMove())
		}
		if got := p.left[1].Main; got != 59500*time.Millisecond {
			t.Errorf("the program believes that it has %v", got)
		}
		h.do(t, play.Resign, "")
		if err := <-h.results; err != nil {
			t.Errorf("at the end: %v", err)
		}
		h.Close()
	})
}

func TestAProgramMayResign(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &ponderer{choices: []seat.Choice{{Resign: true}}}
		h := open(t, store.MemoryJournal(), new(bus.Local), p.mover)
		h.begin(t, "square-5", "none", person, program)
		h.do(t, play.Play, "c3")
		if err := <-h.results; err != nil {
			t.Error(err)
		}
		if r := h.match(t).Result().String(); r != "B+R" {
			t.Error(r)
		}
		h.Close()
	})
}

func TestAProgramThatPlaysAgainstTheRulesStandsUpAndSaysWhy(t *testing.T) {
	for want, choice := range map[string]seat.Choice{
		"play C3: occupied":           {Point: 12},
		"chose point 25 of a board w": {Point: 25},
		"chose point -7 of a board w": {Point: -7},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := &ponderer{choices: []seat.Choice{choice}}
			h := open(t, store.MemoryJournal(), new(bus.Local), p.mover)
			h.begin(t, "square-5", "none", person, program)
			h.do(t, play.Play, "c3")
			err := <-h.results
			if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "seat: match m: white: ") {
				t.Errorf("%v, want %q", err, want)
			}
			h.Close()
		})
	}
}

func TestAProgramLosesOnTimeLikeAnybody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := new(ponderer)
		h := open(t, store.MemoryJournal(), new(bus.Local), p.mover)
		h.begin(t, "square-5", "0s+1x1s", person, program)
		time.Sleep(900 * time.Millisecond)
		h.do(t, play.Play, "c3")
		if err := <-h.results; err != nil {
			t.Error(err)
		}
		if r := h.match(t).Result().String(); r != "B+T" {
			t.Error(r)
		}
		h.Close()
	})
}

// deaf is a feed whose hints are all lost.
type deaf struct{}

func (deaf) Watch(string) (<-chan int, func()) { return nil, func() {} }

func TestASeatThatHearsNoHintStillPlays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := store.MemoryJournal()
		h := open(t, j, new(bus.Local), func(board.Color) seat.Mover { return new(ponderer) })
		h.begin(t, "square-5", "none", person, person)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			house := seat.House{Table: h.Hall, Past: j, Feed: deaf{}, Now: time.Now}
			done <- seat.Sit(ctx, house, "m", board.White, plain{1})
		}()
		synctest.Wait()
		h.do(t, play.Play, "c3")
		time.Sleep(time.Minute)
		if m := h.match(t); m.Game().Ply() != 2 {
			t.Errorf("ply %d", m.Game().Ply())
		}
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("sent away: %v", err)
		}
		h.Close()
	})
}
