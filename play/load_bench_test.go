package play

import (
	"fmt"
	"testing"
	"time"

	"rosette/game/board"
)

// longJournal returns a match on 19×19 with 150 moves and 2,400 undone moves, about 5,000 events.
func longJournal(t testing.TB) []Event {
	s := against(t, "square-19", "japanese", "900h")
	first, err := Open(s, noon)
	if err != nil {
		t.Fatal(err)
	}
	m, journal := NewMatch(), []Event{first}
	m.Apply(first)
	at := func(n int, cmd Command) {
		cmd.ID = fmt.Sprint(n)
		events, err := m.Decide(cmd, noon.Add(time.Duration(n)*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			m.Apply(e)
		}
		journal = append(journal, events...)
	}
	graph := m.Game().Graph()
	for n := range 150 {
		at(n, Command{Kind: Play, By: m.ToMove(), Point: graph.PointName(board.Point(2 * n))})
	}
	for n := range 2400 {
		at(150+2*n, Command{Kind: Play, By: board.Black, Point: graph.PointName(1)})
		at(151+2*n, Command{Kind: Undo, By: board.Black})
	}
	return journal
}

func BenchmarkLoadALongMatch(b *testing.B) {
	journal := longJournal(b)
	b.ReportMetric(float64(len(journal)), "events")
	for b.Loop() {
		m := NewMatch()
		if err := m.Load(journal); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPlayALongMatch decides and applies the events.
func BenchmarkPlayALongMatch(b *testing.B) {
	for b.Loop() {
		longJournal(b)
	}
}

func BenchmarkUpcastALongMatch(b *testing.B) {
	var bodies [][]byte
	for _, e := range longJournal(b) {
		body, err := e.Body()
		if err != nil {
			b.Fatal(err)
		}
		bodies = append(bodies, body)
	}
	for b.Loop() {
		for _, body := range bodies {
			if _, err := Upcast(EventVersion, body); err != nil {
				b.Fatal(err)
			}
		}
	}
}
