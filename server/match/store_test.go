package match_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/match"
	"rosette/server/pubsub"
	"rosette/server/store"
	"rosette/server/store/storetest"
)

// Both stores can be a host's log.
var _ match.Log = store.Matches{}

// serve runs a host on a log until the test ends.
func serve(t testing.TB, log match.Log, o match.Options) *match.Host {
	t.Helper()
	h := match.New(log, func(pubsub.Message) {}, o)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return h
}

func openSQLite(t testing.TB) store.Matches {
	t.Helper()
	s, err := store.OpenSQLite(filepath.Join(t.TempDir(), "rosette.db"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return store.Matches{Log: s}
}

// memory returns the bytes in use.
func memory() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

func TestTimedMatchesCostRowsAndNoGoroutines(t *testing.T) {
	const matches = 10_000
	settings := people(t, "24h")
	settings.Board = "rosette-7"
	first := pointNames(t, settings.Board)[0]
	opened, err := play.Open(settings, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	goroutines, before := runtime.NumGoroutine(), memory()
	log := store.Matches{Log: storetest.Open(t)}
	deadline := play.Schedule{Deadline: opened.At.Add(24 * time.Hour)}
	for i := range matches {
		if err := log.Append(t.Context(), fmt.Sprintf("%026d", i), 0, []play.Event{opened}, deadline); err != nil {
			t.Fatal(err)
		}
	}
	h := serve(t, log, match.Options{})
	for i := range 6000 { // more than stay in memory
		if _, err := h.Do(t.Context(), fmt.Sprintf("%026d", i), play.Command{Kind: play.Play, By: board.Black, Point: first}); err != nil {
			t.Fatal(err)
		}
	}
	used := int64(memory()) - int64(before)
	t.Logf("%d matches: %d MB", matches, used>>20)
	if used > 400<<20 {
		t.Errorf("%d MB", used>>20)
	}
	if more := runtime.NumGoroutine() - goroutines; more > 10 {
		t.Errorf("%d goroutines", more)
	}
}

// pointNames returns the names of a board's points.
func pointNames(t testing.TB, boardName string) []string {
	t.Helper()
	g, err := board.Named(boardName)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for p := range board.Point(g.Points()) {
		names = append(names, g.PointName(p))
	}
	return names
}

// longMatch returns the events of a match with 150 plays. The last play is taken back and repeated
// until the match has length events.
func longMatch(t testing.TB, length int) []play.Event {
	t.Helper()
	settings := people(t, "none")
	settings.Board = "square-19"
	settings.White = settings.Black // one player on one device can undo without agreement
	opened, err := play.Open(settings, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	m := play.NewMatch()
	all := []play.Event{opened}
	names := pointNames(t, settings.Board)
	m.Apply(opened)
	do := func(cmd play.Command) {
		events, err := m.Decide(cmd, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range events {
			m.Apply(e)
		}
		all = append(all, events...)
	}
	for i := range 150 {
		do(play.Command{Kind: play.Play, By: board.Colors[i%2], Point: names[2*i]})
	}
	for len(all) < length {
		do(play.Command{Kind: play.Undo, By: board.White})
		do(play.Command{Kind: play.Play, By: board.White, Point: names[298]})
	}
	return all
}

// The goal is 50 ms for 5,000 events, see the benchmark. The test counts allocations, which do not
// depend on the machine's load. Before loading was linear, each event taken back cost a replay of
// all earlier events.
func TestALongMatchOpensInATimeLinearInItsEvents(t *testing.T) {
	log := openSQLite(t)
	var took [2]float64
	for i, length := range []int{999, 4999} {
		id, events := fmt.Sprint(length), longMatch(t, length)
		if err := log.Append(t.Context(), id, 0, events, play.Schedule{}); err != nil {
			t.Fatal(err)
		}
		took[i] = testing.AllocsPerRun(3, func() {
			h := match.New(log, func(pubsub.Message) {}, match.Options{})
			if _, seq, _, err := h.Snapshot(t.Context(), id, 0); err != nil || seq != len(events) {
				t.Fatalf("event %d, %v", seq, err)
			}
		})
	}
	t.Logf("999 events: %.0f allocations, 4,999 events: %.0f", took[0], took[1])
	if took[1] > 7*took[0] {
		t.Errorf("999 events opened with %.0f allocations, 4,999 with %.0f", took[0], took[1])
	}
}

func BenchmarkOpenAMatchOfFiveThousandEvents(b *testing.B) {
	log := openSQLite(b)
	if err := log.Append(b.Context(), "long", 0, longMatch(b, 4999), play.Schedule{}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		h := match.New(log, func(pubsub.Message) {}, match.Options{})
		if _, _, _, err := h.Snapshot(b.Context(), "long", 0); err != nil {
			b.Fatal(err)
		}
	}
}

// Concurrent plays, reads and evictions, in two processes on one log.
func TestEvictionUnderLoadKeepsEveryMatchRight(t *testing.T) {
	log := store.Matches{Log: storetest.Open(t)}
	hosts := []*match.Host{serve(t, log, match.Options{Cache: 300_000}), serve(t, log, match.Options{Cache: 1})}
	const matches, plays = 12, 20
	points := []string{"a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4", "b5", "c1", "c2", "c3", "c4", "c5", "d1", "d2", "d3", "d4", "d5"}
	var all sync.WaitGroup
	for i := range matches {
		id := fmt.Sprint(i)
		if err := hosts[0].Open(t.Context(), id, people(t, "10m")); err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			after := 1
			for n := range plays {
				seq, err := hosts[(i+n)%2].Do(context.Background(), id, play.Command{Kind: play.Play, By: board.Colors[n%2], Point: points[n], After: after, ID: fmt.Sprint(n)})
				if err != nil {
					t.Errorf("match %s, play %d: %v", id, n, err)
					return
				}
				after = seq
			}
		})
		for reader := range 2 {
			all.Go(func() {
				for last := 0; last <= plays; {
					_, seq, _, err := hosts[reader].Snapshot(context.Background(), id, last)
					if err != nil {
						t.Errorf("match %s: %v", id, err)
						return
					}
					if seq < last {
						t.Errorf("match %s: event %d after %d", id, seq, last)
					}
					last = max(last, seq)
					if events, err := log.Events(context.Background(), id, last); err == nil && len(events) > 0 {
						// Readers in a process that does not play see the rest only when it reads
						// the log.
						_, _ = hosts[reader].Do(context.Background(), id, play.Command{Kind: play.Flag})
					}
				}
			})
		}
	}
	all.Wait()
	for i := range matches {
		events, err := log.Events(t.Context(), fmt.Sprint(i), 0)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := play.Replay(events); err != nil || m.Game().Ply() != plays {
			t.Errorf("match %d: %v", i, err)
		}
	}
}

// Concurrent plays in many matches, each on disk and published.
func BenchmarkDo(b *testing.B) {
	for _, kind := range []struct {
		name string
		open func(b *testing.B) match.Log
	}{
		{"memory", func(b *testing.B) match.Log { return store.Matches{Log: storetest.Open(b)} }},
		{"sqlite", func(b *testing.B) match.Log { return openSQLite(b) }},
	} {
		b.Run(kind.name, func(b *testing.B) {
			h := serve(b, kind.open(b), match.Options{})
			settings := people(b, "10m+5s")
			settings.Board = "rosette-7"
			g, err := board.Named(settings.Board)
			if err != nil {
				b.Fatal(err)
			}
			var matches atomic.Int64
			b.SetParallelism(64)
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				id := ""
				for n := 0; pb.Next(); n = (n + 1) % 100 {
					if n == 0 {
						id = fmt.Sprint(matches.Add(1))
						if err := h.Open(context.Background(), id, settings); err != nil {
							b.Error(err)
						}
					}
					if _, err := h.Do(context.Background(), id, play.Command{Kind: play.Play, By: board.Colors[n%2], Point: g.PointName(board.Point(2 * n))}); err != nil {
						b.Error(err)
					}
				}
			})
		})
	}
}
