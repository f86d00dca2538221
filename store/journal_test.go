package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// journal is the interface of all stores.
type journal interface {
	Append(ctx context.Context, match string, after int, events []play.Event) error
	Events(ctx context.Context, match string, after int) ([]play.Event, error)
	Matches(ctx context.Context) iter.Seq2[string, error]
	Close() error
}

func TestMemory(t *testing.T) {
	testJournal(t, func(t *testing.T) journal { return new(Memory) })
}

func TestSQLite(t *testing.T) {
	testJournal(t, func(t *testing.T) journal { return sqlite(t, filepath.Join(t.TempDir(), "a journal #1?.db")) })
}

func sqlite(t testing.TB, path string) *SQLite {
	t.Helper()
	s, err := OpenSQLite(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// opening is the first event of a match with all fields in use.
func opening(t testing.TB) play.Event {
	t.Helper()
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	e, err := play.Open(play.Settings{
		Board: "rosette-5", Rules: rules,
		Black: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("0f", 16), Name: "Ada é"},
		White: play.Seat{Kind: play.SeatBot, ID: "full", Name: "Rosette"},
	}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// passes returns n events after number after; id distinguishes them from those of other
// writers.
func passes(after, n int, id string) (events []play.Event) {
	for i := range n {
		at := time.Date(2024, 5, 1, 12, 0, 0, after+i, time.UTC)
		events = append(events, play.Event{Seq: after + 1 + i, At: at, Kind: play.Passed, Color: board.Black, ID: id})
	}
	return events
}

func events(t testing.TB, j journal, match string, after int) []play.Event {
	t.Helper()
	all, err := j.Events(t.Context(), match, after)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// testJournal runs the tests that every store has to pass on stores that open
// returns.
func testJournal(t *testing.T, open func(*testing.T) journal) {
	for name, test := range map[string]func(*testing.T, journal){
		"EventsAreReadAsTheyWereAppended":       testReadAsWritten,
		"AnAppendAfterAnOldEventIsStale":        testStale,
		"EventsOutOfOrderAreRefused":            testOrder,
		"OfManyWritersOneWinsEachNumber":        testManyWriters,
		"ACanceledAppendWritesNothing":          testLeft,
		"EveryMatchIsListedOnce":                testMatches,
		"AClosedStoreReturnsErrClosed":          testClosed,
		"AReaderMayStopWhileWritersGoOn":        testBreak,
		"AnUnknownMatchIsNoEmptyMatch":          testNoMatch,
		"CheckFindsMatchesThatCannotBeReplayed": testCheck,
		"AMatchOfManyEventsIsReadFromAnyNumber": testLong,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

func testReadAsWritten(t *testing.T, j journal) {
	written := append([]play.Event{opening(t)}, passes(1, 2, "ada")...)
	if err := j.Append(t.Context(), "m", 0, written[:1]); err != nil {
		t.Fatal(err)
	}
	if err := j.Append(t.Context(), "m", 1, written[1:]); err != nil {
		t.Fatal(err)
	}
	if got := events(t, j, "m", 0); !reflect.DeepEqual(got, written) {
		t.Errorf("got\n%+v\nwant\n%+v", got, written)
	}
	if _, err := play.Replay(events(t, j, "m", 0)[:1]); err != nil {
		t.Error(err)
	}
}

func testStale(t *testing.T, j journal) {
	if err := j.Append(t.Context(), "m", 0, passes(0, 3, "a")); err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{0, 1, 2, 4} {
		if err := j.Append(t.Context(), "m", after, passes(after, 2, "b")); !errors.Is(err, play.ErrStale) {
			t.Errorf("after %d of 3: %v", after, err)
		}
	}
	if got := events(t, j, "m", 0); len(got) != 3 {
		t.Errorf("%d events, want 3", len(got))
	}
}

func testOrder(t *testing.T, j journal) {
	gap := passes(0, 3, "a")
	for after, bad := range map[int][]play.Event{0: {gap[0], gap[2]}, 1: gap, 2: {}} {
		if err := j.Append(t.Context(), "m", after, bad); err == nil || errors.Is(err, play.ErrStale) {
			t.Errorf("%d events after %d: %v", len(bad), after, err)
		}
	}
	if err := j.Append(t.Context(), "", 0, gap); err == nil {
		t.Error("a match without a name was taken")
	}
}

func testManyWriters(t *testing.T, j journal) {
	const writers, each = 16, 20
	var group sync.WaitGroup
	var won [writers*each + 1]atomic.Int32
	for w := range writers {
		who := fmt.Sprint(w)
		group.Go(func() {
			for seq := 0; seq < writers*each; {
				switch err := j.Append(t.Context(), "m", seq, passes(seq, 1, who)); {
				case err == nil:
					won[seq+1].Add(1)
					seq++
				case errors.Is(err, play.ErrStale):
					later, err := j.Events(t.Context(), "m", seq)
					if err != nil || len(later) == 0 {
						t.Errorf("stale after %d, and the later events are %v, %v", seq, later, err)
						return
					}
					seq += len(later)
				default:
					t.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	for i, e := range events(t, j, "m", 0) {
		if e.Seq != i+1 || won[i+1].Load() != 1 {
			t.Errorf("event %d at %d was won by %d", e.Seq, i+1, won[i+1].Load())
		}
	}
}

func testLeft(t *testing.T, j journal) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := j.Append(ctx, "m", 0, passes(0, 1, "a")); !errors.Is(err, context.Canceled) {
		t.Errorf("append: %v", err)
	}
	if _, err := j.Events(ctx, "m", 0); !errors.Is(err, context.Canceled) {
		t.Errorf("events: %v", err)
	}
	if _, err := j.Events(t.Context(), "m", 0); !errors.Is(err, play.ErrNoMatch) {
		t.Errorf("something was written: %v", err)
	}
}

func testMatches(t *testing.T, j journal) {
	for _, match := range []string{"b", "a", "c"} {
		if err := j.Append(t.Context(), match, 0, passes(0, 2, "x")); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	for name, err := range j.Matches(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if !slices.Equal(names, []string{"a", "b", "c"}) {
		t.Errorf("matches %v", names)
	}
}

func testClosed(t *testing.T, j journal) {
	for range 2 {
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Append(t.Context(), "m", 0, passes(0, 1, "a")); !errors.Is(err, ErrClosed) {
		t.Errorf("append: %v", err)
	}
	if _, err := j.Events(t.Context(), "m", 0); !errors.Is(err, ErrClosed) {
		t.Errorf("events: %v", err)
	}
	for _, err := range j.Matches(t.Context()) {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("matches: %v", err)
		}
	}
}

func testBreak(t *testing.T, j journal) {
	for i := range 20 {
		if err := j.Append(t.Context(), fmt.Sprint(i), 0, passes(0, 1, "a")); err != nil {
			t.Fatal(err)
		}
		for name, err := range j.Matches(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if err := j.Append(t.Context(), name+"+", i, passes(i, 1, "b")); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
}

func testNoMatch(t *testing.T, j journal) {
	for _, after := range []int{-1, 0, 5} {
		if _, err := j.Events(t.Context(), "m", after); !errors.Is(err, play.ErrNoMatch) {
			t.Errorf("after %d: %v", after, err)
		}
	}
	if err := j.Append(t.Context(), "m", 0, passes(0, 1, "a")); err != nil {
		t.Fatal(err)
	}
	if got := events(t, j, "m", 5); len(got) != 0 {
		t.Errorf("after the last: %v", got)
	}
}

func testLong(t *testing.T, j journal) {
	const n = 1000
	if err := j.Append(t.Context(), "m", 0, passes(0, n, "a")); err != nil {
		t.Fatal(err)
	}
	for _, after := range []int{-3, 0, 1, 500, n - 1, n} {
		got := events(t, j, "m", after)
		if len(got) != n-max(after, 0) {
			t.Fatalf("%d events after %d of %d", len(got), after, n)
		}
		if len(got) > 0 && got[0].Seq != max(after, 0)+1 {
			t.Errorf("the first after %d is %d", after, got[0].Seq)
		}
	}
}
