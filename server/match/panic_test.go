package match_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game/board"
	"rosette/play"
	matchpkg "rosette/server/match"
)

// A panickingLog panics when events are appended to a match.
type panickingLog struct {
	*memoryLog
	match string
	times int
}

func (l *panickingLog) Append(ctx context.Context, id string, after int, events []play.Event, s play.Schedule) error {
	if id == l.match && after > 0 {
		l.times++
		panic("no such page")
	}
	return l.memoryLog.Append(ctx, id, after, events, s)
}

func TestAPanicAtADeadlineLeavesThatMatchAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines bytes.Buffer
		log := &panickingLog{memoryLog: newLog(), match: "m"}
		s := startWith(t, log, matchpkg.Options{Log: slog.New(slog.NewTextHandler(&lines, nil))})
		s.log = log.memoryLog
		s.open("m", people(t, "10s"))
		s.open("other", people(t, "20s"))
		time.Sleep(time.Minute)
		if got := s.kinds("other"); got != "opened endedW+T" {
			t.Errorf("the other match: %s", got)
		}
		if log.times != 1 || strings.Count(lines.String(), "stack=") != 1 {
			t.Errorf("%d attempts, logged %s", log.times, &lines)
		}
		log.match = ""
		if _, err := s.play("m", board.Black, "c3"); err != play.ErrTimeUp || s.kinds("m") != "opened endedVoid" {
			t.Errorf("afterwards: %v, %s", err, s.kinds("m"))
		}
		s.stop()
	})
}

func TestARefusalOfWhoKnowsTheWholeMatchReadsNothing(t *testing.T) {
	log := newLog()
	s, other := start(t, log, matchpkg.Options{}), start(t, log, matchpkg.Options{})
	s.open("m", people(t, "none"))
	s.played("m", board.Black, "c3")
	for after, want := range map[int]int64{1: 0, 2: 0, 0: 1, 3: 1} {
		before := log.reads.Load()
		_, err := s.Do(t.Context(), "m", play.Command{Kind: play.Play, By: board.White, Point: "c3", After: after})
		if reads := log.reads.Load() - before; err == nil || reads != want {
			t.Errorf("after %d: %v with %d reads", after, err, reads)
		}
	}
	other.played("m", board.White, "c4")
	seq, err := s.Do(t.Context(), "m", play.Command{Kind: play.Play, By: board.Black, Point: "d4", After: 3})
	if err != nil || seq != 4 {
		t.Errorf("who has seen the move of another process is refused: %v at %d", err, seq)
	}
}
