package table_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"rosette/bus"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/table"
	"rosette/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A house is a hall with its real journal and bus.
type house struct {
	*table.Hall
	journal table.Journal
	bus     *bus.Local
}

func open(t testing.TB, j table.Journal, o table.Options) house {
	t.Helper()
	b := new(bus.Local)
	h := house{table.NewHall(j, b, time.Now, o), j, b}
	t.Cleanup(h.Close)
	return h
}

// people are settings for two persons, and programs for two of them.
func people(t testing.TB, control string) play.Settings {
	t.Helper()
	c, err := clock.ParseControl(control)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.Preset("tromp-taylor")
	if err != nil {
		t.Fatal(err)
	}
	person := play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("ab", 16), Name: "Ada"}
	return play.Settings{Board: "square-5", Rules: rules, Clock: c, Black: person, White: person}
}

// against seats a program with that colour.
func against(t testing.TB, control string, c board.Color) play.Settings {
	t.Helper()
	s, program := people(t, control), play.Seat{Kind: play.SeatBot, ID: "full", Name: "Rosette"}
	if c == board.Black {
		s.Black = program
	} else {
		s.White = program
	}
	return s
}

func (h house) begin(t testing.TB, id string, s play.Settings) {
	t.Helper()
	if err := h.Open(t.Context(), id, s); err != nil {
		t.Fatal(err)
	}
}

func (h house) played(t testing.TB, id string, c board.Color, point string) {
	t.Helper()
	if _, err := h.Do(t.Context(), id, play.Command{Kind: play.Play, By: c, Point: point}); err != nil {
		t.Fatal(err)
	}
}

// events are all of a match; it must be one that could have happened.
func (h house) events(t testing.TB, id string) []play.Event {
	t.Helper()
	all, err := h.journal.Events(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := play.Replay(all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestWhatIsAcceptedIsInTheJournalAndAnnounced(t *testing.T) {
	h := open(t, store.MemoryJournal(), table.Options{})
	hints, stop := h.bus.Watch("m")
	defer stop()
	h.begin(t, "m", people(t, "none"))
	if seq := <-hints; seq != 1 {
		t.Errorf("hint %d of the opening", seq)
	}
	seq, err := h.Do(t.Context(), "m", play.Command{Kind: play.Play, By: board.Black, Point: "c3", ID: "x"})
	if err != nil || seq != 2 || <-hints != 2 {
		t.Fatalf("seq %d, %v", seq, err)
	}
	if e := h.events(t, "m")[1]; e.Point != "C3" || e.ID != "x" || e.Seq != 2 {
		t.Errorf("%+v", e)
	}
	seq, err = h.Do(t.Context(), "m", play.Command{Kind: play.Play, By: board.Black, Point: "c3", ID: "x"})
	if err != nil || seq != 2 || len(h.events(t, "m")) != 2 {
		t.Errorf("sent twice: seq %d, %v", seq, err)
	}
	if _, err = h.Do(t.Context(), "m", play.Command{Kind: play.Play, By: board.White, Point: "c3"}); err != game.ErrOccupied {
		t.Errorf("an illegal play: %v", err)
	}
	if _, err = h.Do(t.Context(), "m", play.Command{Kind: play.Pass, By: board.White, After: 99}); err != play.ErrStale {
		t.Errorf("a command that answers the future: %v", err)
	}
}

func TestAMatchIsOpenedOnceAndUnknownOnesAreNotPlayed(t *testing.T) {
	h := open(t, store.MemoryJournal(), table.Options{})
	h.begin(t, "m", people(t, "none"))
	if err := h.Open(t.Context(), "m", people(t, "none")); err != play.ErrTaken {
		t.Errorf("opened twice: %v", err)
	}
	if err := h.Open(t.Context(), "n", play.Settings{Board: "chess"}); err == nil {
		t.Error("bad settings were taken")
	}
	if err := h.Wake(t.Context(), "n"); err != play.ErrNoMatch {
		t.Errorf("unknown: %v", err)
	}
	h.Close()
	h.Close()
	if _, err := h.Do(t.Context(), "m", play.Command{Kind: play.Pass, By: board.Black}); err != play.ErrClosed {
		t.Errorf("after closing: %v", err)
	}
	if err := h.Open(t.Context(), "o", people(t, "none")); err != play.ErrClosed {
		t.Errorf("opened after closing: %v", err)
	}
}

func TestAFlagFallsThoughNobodyAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, store.MemoryJournal(), table.Options{Idle: time.Second})
		h.begin(t, "m", people(t, "10s+5s"))
		began := time.Now()
		time.Sleep(4 * time.Second)
		h.played(t, "m", board.Black, "c3")
		time.Sleep(time.Hour)
		all := h.events(t, "m")
		if last := all[len(all)-1]; last.Result != "B+T" || last.At.Sub(began) != 16*time.Second { // 14 s and the grace for a move under way
			t.Errorf("%+v, %v after the beginning", last, last.At.Sub(began))
		}
		h.Close()
	})
}

func TestATableWithOldNewsLooksForSomeBeforeItRefuses(t *testing.T) {
	j := store.MemoryJournal()
	a, b := open(t, j, table.Options{}), open(t, j, table.Options{})
	a.begin(t, "m", people(t, "none"))
	if err := b.Wake(t.Context(), "m"); err != nil {
		t.Fatal(err)
	}
	a.played(t, "m", board.Black, "c3")
	b.played(t, "m", board.White, "c4") // b thinks that it is Black's turn
	a.played(t, "m", board.Black, "d3")
	if _, err := b.Do(t.Context(), "m", play.Command{Kind: play.Play, By: board.White, Point: "d3"}); err != game.ErrOccupied {
		t.Errorf("a play on what only the other table knew: %v", err)
	}
	if _, err := a.Do(t.Context(), "m", play.Command{Kind: play.Pass, By: board.White, After: 4}); err != nil {
		t.Errorf("a command that answers the last event: %v", err)
	}
}

func TestOfManyWhoPlayAtManyTablesOneWinsEachTurn(t *testing.T) {
	j := store.MemoryJournal()
	halls := []house{open(t, j, table.Options{}), open(t, j, table.Options{})}
	halls[0].begin(t, "m", people(t, "none"))
	points := strings.Fields("a1 a2 a3 a4 a5 c1 c2 c3 c4 c5 e1 e2")
	var accepted atomic.Int32
	var crowd sync.WaitGroup
	for i, point := range points {
		for side, h := range halls {
			crowd.Go(func() {
				c := board.Colors[(i+side)%2]
				_, err := h.Do(t.Context(), "m", play.Command{Kind: play.Play, By: c, Point: point})
				var no play.Refusal
				var illegal game.Refusal
				switch {
				case err == nil:
					accepted.Add(1)
				case !errors.As(err, &no) && !errors.As(err, &illegal):
					t.Error(err)
				}
			})
		}
	}
	crowd.Wait()
	if n := len(halls[0].events(t, "m")) - 1; n != int(accepted.Load()) || n == 0 {
		t.Errorf("%d plays in the journal, %d accepted", n, accepted.Load())
	}
}

// full is a journal whose disk is full at times.
type full struct {
	store.Journal
	now atomic.Bool
}

var errFull = errors.New("disk full")

func (f *full) Append(ctx context.Context, match string, after int, events []play.Event) error {
	if f.now.Load() {
		return errFull
	}
	return f.Journal.Append(ctx, match, after, events)
}

func TestWhatTheJournalDoesNotTakeHasNotHappened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := &full{Journal: store.MemoryJournal()}
		var log bytes.Buffer
		h := open(t, j, table.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
		h.begin(t, "m", people(t, "10s"))
		j.now.Store(true)
		c3 := play.Command{Kind: play.Play, By: board.Black, Point: "c3", ID: "1"}
		if _, err := h.Do(t.Context(), "m", c3); !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), "table m: ") {
			t.Errorf("%v", err)
		}
		j.now.Store(false)
		if seq, err := h.Do(t.Context(), "m", c3); err != nil || seq != 2 {
			t.Errorf("with room again: seq %d, %v", seq, err)
		}
		j.now.Store(true)
		time.Sleep(15 * time.Second)
		j.now.Store(false)
		time.Sleep(2 * time.Second)
		if all := h.events(t, "m"); all[len(all)-1].Result != "B+T" {
			t.Errorf("the flag did not fall late: %+v", all[len(all)-1])
		}
		h.Close()
		if !strings.Contains(log.String(), `match=m error="table m: disk full"`) {
			t.Errorf("the log says %q", log.String())
		}
	})
}

func TestASenderWhoHasLeftIsNotServed(t *testing.T) {
	h := open(t, store.MemoryJournal(), table.Options{})
	h.begin(t, "m", people(t, "none"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Do(ctx, "m", play.Command{Kind: play.Pass, By: board.Black}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	if n := len(h.events(t, "m")); n != 1 {
		t.Errorf("%d events", n)
	}
}

func TestNothingAcceptedIsLostWhenTheHallCloses(t *testing.T) {
	h := open(t, store.MemoryJournal(), table.Options{Most: 8})
	var crowd sync.WaitGroup
	last := make([]int, 8)
	for i := range last {
		id := fmt.Sprint(i)
		h.begin(t, id, people(t, "none"))
		last[i] = 1
		crowd.Go(func() {
			for n := 0; ; n++ {
				cmd := play.Command{Kind: play.Play, By: board.Black, Point: "c3"}
				if n%2 == 1 {
					cmd.Kind, cmd.By = play.Resign, board.White
				}
				seq, err := h.Do(context.Background(), id, cmd)
				if err == play.ErrClosed {
					return
				}
				if err == nil {
					last[i] = seq
				}
			}
		})
	}
	time.Sleep(20 * time.Millisecond)
	h.Close()
	crowd.Wait()
	for i, seq := range last {
		if n := len(h.events(t, fmt.Sprint(i))); n != seq {
			t.Errorf("match %d: %d events, %d accepted", i, n, seq)
		}
	}
}
