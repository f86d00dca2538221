//go:build unix

package postgres_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/store"
	"rosette/store/postgrestest"
	"rosette/store/storetest"
)

// BenchmarkAnnulTheFirstGame measures how long the lists take to follow a verdict about the
// first game of a pool, and to be made anew with it, and how long an append waits at most
// meanwhile.
func BenchmarkAnnulTheFirstGame(b *testing.B) {
	stores := map[string]func(testing.TB) store.Store{
		"SQLite": func(t testing.TB) store.Store {
			s, err := store.OpenSQLite(filepath.Join(t.TempDir(), "rosette.db"), quiet())
			check(t, err)
			t.Cleanup(func() { check(t, s.Close()) })
			return s
		},
		"PostgreSQL": func(t testing.TB) store.Store { return open(t, postgrestest.Database(t)) },
	}
	for _, name := range []string{"SQLite", "PostgreSQL"} {
		for _, n := range []int{2000, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					annulTheFirst(b, stores[name](b), n)
				}
			})
		}
	}
}

func annulTheFirst(b *testing.B, s store.Store, games int) {
	keepRated(b, s, games)
	p := &store.Projector{Store: s, Log: quiet()}
	check(b, p.CatchUp(b.Context()))
	for i, step := range []string{"annul", "rebuild"} {
		do := p.Rebuild
		if i == 0 {
			check(b, store.Judge(b.Context(), s, "user/moderator", store.Verdict{Game: "0"}, time.Now()))
			do = p.CatchUp
		}
		var worst time.Duration
		ctx, stop := context.WithCancel(b.Context())
		var appending sync.WaitGroup
		appending.Go(func() { worst = longestAppend(b, ctx, s, step) })
		began := time.Now()
		if err := do(b.Context()); err != nil {
			b.Logf("%s: %v", step, err)
		}
		b.ReportMetric(time.Since(began).Seconds(), "s-"+step)
		stop()
		appending.Wait()
		b.ReportMetric(float64(worst.Milliseconds()), "ms-append-"+step)
	}
}

// keepRated appends games of a pool of a thousand players.
func keepRated(b *testing.B, s store.Store, games int) {
	rules, err := game.Preset("mindsports-chinese")
	check(b, err)
	seat := func(id string) play.Seat { return play.Seat{Kind: play.SeatUser, ID: id, Name: id} }
	var all errgroup.Group
	all.SetLimit(64)
	for i := range games {
		at := time.Date(2024, 5, 1, 12, i, 0, 0, time.UTC)
		opened, err := play.Open(play.Settings{
			Board: "rosette-5", Rules: rules, Rated: true, Clock: clock.Control{Kind: clock.Absolute, Main: time.Hour},
			Black: seat(fmt.Sprint("b", i*7919%500)), White: seat(fmt.Sprint("w", i*7907%499)),
		}, at)
		check(b, err)
		m := play.NewMatch()
		m.Apply(opened)
		over, err := m.Decide(play.Command{Kind: play.Resign, By: board.Colors[i%2]}, at)
		check(b, err)
		keep := func() error {
			return store.Matches{Log: s}.Append(b.Context(), fmt.Sprint(i), 0, append([]play.Event{opened}, over...), play.Schedule{})
		}
		if i == 0 {
			check(b, keep())
		} else {
			all.Go(keep)
		}
	}
	check(b, all.Wait())
}

// longestAppend appends records until ctx ends, and returns how long it has waited for one
// at most.
func longestAppend(b *testing.B, ctx context.Context, s store.Log, name string) (worst time.Duration) {
	for i := 0; ctx.Err() == nil; i++ {
		began := time.Now()
		if err := s.Append(b.Context(), fmt.Sprintf("other/%s-%d", name, i), 0, storetest.Records(0, 1, "a"), play.Schedule{}); err != nil {
			b.Log(err)
		}
		worst = max(worst, time.Since(began))
		time.Sleep(10 * time.Millisecond)
	}
	return worst
}
