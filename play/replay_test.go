package play

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
	"rosette/game/board"
	"rosette/play/clock"
)

func TestAReplayedMatchEqualsTheOriginal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, err := Open(anySettings(t), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		live, now := NewMatch(), first.At
		live.Apply(first)
		journal := []Event{first}
		for range rapid.IntRange(0, 160).Draw(t, "commands") {
			now = now.Add(time.Duration(rapid.IntRange(-100, 4000).Draw(t, "ms")) * time.Millisecond)
			before := describe(live, now)
			cmd := anyCommand(t, live)
			events, err := live.Decide(cmd, now)
			if describe(live, now) != before {
				t.Fatal("to decide has changed the match")
			}
			if (err == nil || err == ErrTimeUp) != (len(events) > 0) && (err != nil || !live.Handled(cmd.By, cmd.ID)) {
				t.Fatalf("%d events and %v", len(events), err)
			}
			key := commandKey{live.OriginalColor(cmd.By), cmd.ID}
			for _, e := range events {
				live.Apply(e)
			}
			if cmd.ID != "" && err == nil && len(events) > 0 && live.handled[key] != live.Seq() {
				t.Fatalf("the last event of %+v is %d, want %d", cmd, live.handled[key], live.Seq())
			}
			journal = append(journal, events...)
		}
		again, err := Replay(reread(t, journal))
		if err != nil {
			t.Fatal(err)
		}
		if describe(again, now) != describe(live, now) || !reflect.DeepEqual(again.handled, live.handled) {
			t.Fatalf("replayed\n%s\nlive\n%s", describe(again, now), describe(live, now))
		}
	})
}

func TestAnEventUndoneAndRepeatedGivesTheSameState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySettings(t)
		s.Clock = clock.Control{}
		s.Black, s.White = ada, ada
		m := opened(t, s)
		for range rapid.IntRange(0, 120).Draw(t, "commands") {
			cmd := anyCommand(t, m)
			cmd.After, cmd.ID = 0, ""
			before, undone := summary(m), len(m.undoable)
			if do(m, cmd, 0); m.Over() {
				return
			}
			if len(m.undoable) <= undone || cmd.By == board.Empty {
				continue
			}
			if s.KomiBy == KomiSecret && m.undoable[len(m.undoable)-1].kind == Settled {
				continue // both bids are restored
			}
			after, asker := summary(m), m.OriginalColor(m.undoable[undone].seat)
			if got := do(m, Command{Kind: Undo, By: asker}, 0); got != "took-back" || summary(m) != before {
				t.Fatalf("%+v, undone: %s\n%s\nbefore\n%s", cmd, got, summary(m), before)
			}
			if got := do(m, cmd, 0); summary(m) != after {
				t.Fatalf("%+v, done again: %s\n%s\nthe first time\n%s", cmd, got, summary(m), after)
			}
		}
	})
}

// reread returns a journal after encoding and decoding it.
func reread(t failer, journal []Event) (read []Event) {
	t.Helper()
	text, err := json.Marshal(journal)
	if err == nil {
		err = json.Unmarshal(text, &read)
	}
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func FuzzCommands(f *testing.F) {
	f.Add(`[{"Kind":"play","By":1,"Point":"C3"},{"Kind":"undo","By":1},{"Kind":"pass","By":1,"After":3}]`)
	f.Add(`[{"Kind":"resign","By":2,"ID":"x"},{"Kind":"flag"},{"Kind":"play","By":255}]`)
	f.Fuzz(func(t *testing.T, text string) {
		var all []Command
		if json.Unmarshal([]byte(text), &all) != nil {
			return
		}
		first, err := Open(against(t, "rosette-2", "japanese", "5s+2x3s"), noon)
		if err != nil {
			t.Fatal(err)
		}
		m, journal := NewMatch(), []Event{first}
		m.Apply(first)
		for i, cmd := range all {
			events, err := m.Decide(cmd, noon.Add(time.Duration(i)*time.Second))
			if err == nil && len(events) == 0 && cmd.ID == "" {
				t.Fatalf("%+v: neither event nor refusal", cmd)
			}
			for _, e := range events {
				m.Apply(e)
			}
			journal = append(journal, events...)
		}
		if _, err := Replay(reread(t, journal)); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzJournals(f *testing.F) {
	f.Add(`[{"seq":1,"at":"2024-05-01T12:00:00Z","kind":"opened","settings":{"board":"square-3","rules":{"preset":"japanese"},` +
		`"clock":"none","black":{"kind":"bot","id":"1","name":"a"},"white":{"kind":"bot","id":"2","name":"b"}}},` +
		`{"seq":2,"at":"2024-05-01T12:00:01Z","kind":"played","color":1,"point":"B2"}]`)
	for _, journal := range [][]Event{phasesJournal(f), confirmationJournal(f)} {
		text, err := json.Marshal(journal)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		var journal []Event
		if json.Unmarshal([]byte(text), &journal) != nil {
			return
		}
		m, err := Replay(journal)
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatalf("%q is not one line", err)
		}
		if err == nil && m.Seq() != len(journal) {
			t.Fatalf("%d events, seq %d", len(journal), m.Seq())
		}
	})
}
