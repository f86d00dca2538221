package play

import (
	"strings"
	"testing"

	"rosette/game/board"
)

// story is the journal of a short match that has everything in it.
func story(t *testing.T) []Event {
	t.Helper()
	first, err := Open(against(t, "square-5", "tromp-taylor", "none"), noon)
	if err != nil {
		t.Fatal(err)
	}
	m, journal := NewMatch(), []Event{first}
	m.Apply(first)
	for _, line := range []string{"b c3", "w c4", "b undo", "b pass", "w pass"} {
		events, err := m.Decide(command(line), noon)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			m.Apply(e)
		}
		journal = append(journal, events...)
	}
	return journal
}

func TestAJournalOfAnotherProgramIsRefused(t *testing.T) {
	for want, spoil := range map[string]func([]Event) []Event{
		"event 3 where 2":     func(j []Event) []Event { return append(j[:1], j[2:]...) },
		"begins with":         func(j []Event) []Event { j[0].Kind = Played; return j },
		"without settings":    func(j []Event) []Event { j[0].Settings = nil; return j },
		"occupied":            func(j []Event) []Event { j[2].Point = "C3"; return j },
		"no-such-point":       func(j []Event) []Event { j[1].Point = "z99"; return j },
		"not-your-turn":       func(j []Event) []Event { j[1].Color = board.White; return j },
		"does not know":       func(j []Event) []Event { j[1].Kind = "castled"; return j },
		"ended\" W+7.5":       func(j []Event) []Event { j[len(j)-1].Result = "W+R"; return j },
		`these rules make "`:  func(j []Event) []Event { return j[:len(j)-1] },
		"event 4, \"took-bac": func(j []Event) []Event { j[3].Ply = 99; return j },
	} {
		copied := reread(t, story(t))
		if _, err := Replay(copied); err != nil {
			t.Fatal(err)
		}
		_, err := Replay(spoil(copied))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q in one line", err, want)
		}
	}
}

func TestAnOldResultStandsThoughPointsWouldBeCountedOtherwiseToday(t *testing.T) {
	journal := story(t)
	journal[len(journal)-1].Result = "B+1.5"
	m, err := Replay(journal)
	if err != nil || m.Result().String() != "B+1.5" {
		t.Errorf("%v, %v", m.Result(), err)
	}
	for _, bad := range []string{"", "a lot", "Void"} {
		journal[len(journal)-1].Result = bad
		if _, err := Replay(journal); err == nil {
			t.Errorf("result %q was taken", bad)
		}
	}
}
