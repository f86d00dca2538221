package play

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"
	"rosette/game/board"
)

// settings draws a match of any pairing on a small board.
func settings(t *rapid.T) Settings {
	s := against(t,
		rapid.SampledFrom([]string{"rosette-1", "rosette-2", "square-1", "square-2", "square-3x2"}).Draw(t, "board"),
		rapid.SampledFrom([]string{
			"mindsports-chinese", "mindsports-japanese", "tromp-taylor", "comment-jouer", "japanese",
			`{"ko":"SIMPLE","suicide":true}`,
		}).Draw(t, "rules"),
		rapid.SampledFrom([]string{"none", "30s", "20s+2s^25s", "10s+3x5s", "10s+3/12s"}).Draw(t, "clock"))
	if rapid.Bool().Draw(t, "two people") {
		s.White = Seat{Name: "Bob", Key: key}
	}
	return s
}

// anything draws a command, likely or absurd.
func anything(t *rapid.T, m *Match) Command {
	g := m.Game().Graph()
	point := rapid.OneOf(
		rapid.Custom(func(t *rapid.T) string {
			return g.PointName(board.Point(rapid.IntRange(0, g.Points()-1).Draw(t, "p")))
		}),
		rapid.SampledFrom([]string{"", "pass", "z9", "\xff"}))
	by := rapid.OneOf(rapid.Just(m.ToMove()), rapid.SampledFrom([]board.Color{board.Empty, board.Black, board.White, 7}))
	return Command{
		Kind: rapid.SampledFrom([]Kind{
			Play, Play, Play, Play, Play, Play, Play, Play, Play, Pass, Pass, Undo, Undo, Flag, Resign, "", Ended,
		}).Draw(t, "kind"),
		By:    by.Draw(t, "by"),
		Point: point.Draw(t, "point"),
		After: rapid.SampledFrom([]int{0, 0, m.Seq(), m.Seq() - 1, -1, 1 << 40}).Draw(t, "after"),
		ID:    rapid.SampledFrom([]string{"", "", "", "a", "b", fmt.Sprint(m.Seq()), "\x00"}).Draw(t, "id"),
	}
}

func TestAMatchReplayedIsTheMatchThatWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, err := Open(settings(t), time.Now())
		if err != nil {
			t.Fatal(err)
		}
		live, now := NewMatch(), first.At
		live.Apply(first)
		journal := []Event{first}
		for range rapid.IntRange(0, 80).Draw(t, "commands") {
			now = now.Add(time.Duration(rapid.IntRange(-100, 4000).Draw(t, "ms")) * time.Millisecond)
			before := told(live, now)
			events, err := live.Decide(anything(t, live), now)
			if told(live, now) != before {
				t.Fatal("to decide has changed the match")
			}
			if err != nil && len(events) > 0 {
				t.Fatalf("events and %v", err)
			}
			for _, e := range events {
				live.Apply(e)
			}
			journal = append(journal, events...)
		}
		again, err := Replay(reread(t, journal))
		if err != nil {
			t.Fatal(err)
		}
		if told(again, now) != told(live, now) || !reflect.DeepEqual(again.counted, live.counted) {
			t.Fatalf("replayed\n%s\nlive\n%s", told(again, now), told(live, now))
		}
	})
}

// reread is a journal that was written and read.
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
		`"clock":"none","black":{"program":true,"name":"a"},"white":{"program":true,"name":"b"}}},` +
		`{"seq":2,"at":"2024-05-01T12:00:01Z","kind":"played","color":1,"point":"B2"}]`)
	f.Fuzz(func(t *testing.T, text string) {
		var journal []Event
		if json.Unmarshal([]byte(text), &journal) != nil {
			return
		}
		if m, err := Replay(journal); err == nil && m.Seq() != len(journal) {
			t.Fatalf("%d events, seq %d", len(journal), m.Seq())
		}
	})
}
