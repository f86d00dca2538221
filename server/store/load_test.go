package store_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/store"
)

// longMatch returns a match of n events on 19×19: moves and undone moves.
func longMatch(t testing.TB, n int) []play.Event {
	t.Helper()
	rules, err := game.Preset("tromp-taylor")
	check(t, err)
	person := play.Seat{Kind: play.SeatGuest, ID: "0123456789abcdef0123456789abcdef", Name: "Ada"}
	now := time.Date(2024, 5, 1, 12, 0, 0, 123456789, time.UTC)
	opened, err := play.Open(play.Settings{Board: "square-19", Rules: rules, Black: person, White: person}, now)
	check(t, err)
	m, events := play.NewMatch(), []play.Event{opened}
	m.Apply(opened)
	var points []board.Point
	for p := range board.Point(361) {
		points = append(points, p)
	}
	names := m.Game().Graph().Names(points)
	for i := 0; len(events) < n; i++ {
		cmd := play.Command{Kind: play.Play, By: m.ToMove(), Point: names[2*(i%180)], ID: fmt.Sprintf("%016x", i)}
		if len(events) > 150 && i%3 == 2 {
			cmd.Kind = play.Undo
			cmd.By = m.ToMove().Opponent()
			cmd.Point = ""
		}
		now = now.Add(time.Second)
		made, err := m.Decide(cmd, now)
		if err != nil {
			continue
		}
		for _, e := range made {
			m.Apply(e)
			events = append(events, e)
		}
	}
	return events[:n]
}

func BenchmarkReadAndLoadAMatchOf5000Events(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "rosette.db"))
	m := store.Matches{Log: s}
	check(b, m.Append(b.Context(), "m", 0, longMatch(b, 5000), play.Schedule{}))
	var reading, loading time.Duration
	for b.Loop() {
		start := time.Now()
		events, err := m.Events(b.Context(), "m", 0)
		check(b, err)
		read := time.Now()
		check(b, play.NewMatch().Load(events))
		reading += read.Sub(start)
		loading += time.Since(read)
	}
	b.ReportMetric(reading.Seconds()*1000/float64(b.N), "ms-read/op")
	b.ReportMetric(loading.Seconds()*1000/float64(b.N), "ms-load/op")
}

func BenchmarkReadRecordsOfAMatchOf5000Events(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "rosette.db"))
	check(b, store.Matches{Log: s}.Append(b.Context(), "m", 0, longMatch(b, 5000), play.Schedule{}))
	for b.Loop() {
		records := read(b, s, "match/m")
		if len(records) != 5000 {
			b.Fatal(len(records))
		}
	}
}
