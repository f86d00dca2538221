package match_test

import (
	"fmt"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/match"
)

// cost returns the memory cost of a match loaded from a snapshot.
func cost(t *testing.T, events []play.Event) int {
	t.Helper()
	p := view.NewProjection("0")
	if err := p.Load(events); err != nil {
		t.Fatal(err)
	}
	before := p.Cost()
	if frame := p.Encoded(0); p.Cost() < before+len(frame) {
		t.Errorf("%d with a frame of %d, %d without", p.Cost(), len(frame), before)
	}
	return p.Cost()
}

// readsOf returns how often the log is read when the matches are read again, last to first.
func readsOf(t *testing.T, s server, matches int) (reads int64) {
	t.Helper()
	before := s.log.reads.Load()
	for i := matches - 1; i >= 0; i-- {
		if _, _, _, err := s.Snapshot(t.Context(), fmt.Sprint(i), 0); err != nil {
			t.Fatal(err)
		}
	}
	return s.log.reads.Load() - before
}

func TestTheCacheIsBoundedByWhatItsMatchesCostNotByTheirNumber(t *testing.T) {
	settings := people(t, "none")
	settings.Board = "square-19"
	now := time.Now()
	opened, err := play.Open(settings, now)
	if err != nil {
		t.Fatal(err)
	}
	short, long := []play.Event{opened}, []play.Event{opened}
	m := play.NewMatch()
	m.Apply(opened)
	for i, point := range pointNames(t, "square-19")[:300] {
		events, err := m.Decide(play.Command{Kind: play.Play, By: board.Colors[i%2], Point: point}, now)
		if err != nil {
			t.Fatal(err)
		}
		m.Apply(events[0])
		long = append(long, events...)
	}
	const matches = 10
	few := 2*cost(t, long) + 1000
	if ratio := cost(t, long) / cost(t, short); ratio < 10 || ratio > 20 {
		t.Errorf("a match of 300 plies costs %d times one without a ply", ratio)
	}
	for _, c := range []struct {
		name   string
		events []play.Event
		reads  int64
	}{{"long", long, matches - 2}, {"short", short, 0}} {
		log := newLog()
		for i := range matches {
			log.events[fmt.Sprint(i)] = c.events
		}
		s := start(t, log, match.Options{Cache: few})
		for i := range matches {
			if _, _, _, err := s.Snapshot(t.Context(), fmt.Sprint(i), 0); err != nil {
				t.Fatal(err)
			}
		}
		if reads := readsOf(t, s, matches); reads != c.reads {
			t.Errorf("%s matches: %d of %d are read again, want %d", c.name, reads, matches, c.reads)
		}
	}
}
