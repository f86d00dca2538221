//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/store"
	"rosette/server/store/postgres"
	"rosette/server/store/postgrestest"
	"rosette/server/store/storetest"
)

// A database is a store that may also be used as a DB.
type database interface {
	store.Store
	store.DB
}

// databases open an empty database each, and a source that reads it.
var databases = []struct {
	name string
	open func(testing.TB) (database, store.Source)
}{
	{"SQLite", func(t testing.TB) (database, store.Source) {
		path := filepath.Join(t.TempDir(), "rosette.db")
		s, err := store.OpenSQLite(path, quiet())
		check(t, err)
		t.Cleanup(func() { check(t, s.Close()) })
		return s, store.File(path)
	}},
	{"PostgreSQL", func(t testing.TB) (database, store.Source) {
		url := postgrestest.Database(t)
		return open(t, url), postgres.Source(url)
	}},
}

// A oneWrite is a store that accepts one write.
type oneWrite struct {
	store.Store
	written bool
}

var errWritten = errors.New("it has been written to")

func (o *oneWrite) Write(ctx context.Context, work func(store.Tx) (refused, failed error)) error {
	if o.written {
		return errWritten
	}
	o.written = true
	return o.Store.Write(ctx, work)
}

// While outdated ratings are being recomputed, doctor ignores them and checks the others.
func TestCheckPassesOverRatingsThatAreOutdated(t *testing.T) {
	for _, d := range databases {
		t.Run(d.name, func(t *testing.T) {
			s, source := d.open(t)
			keepRated(t, s, 150)
			check(t, store.NewProjector(s, quiet()).CatchUp(t.Context()))
			check(t, store.Judge(t.Context(), s, "user/moderator", store.Verdict{Game: "0"}, time.Now()))
			if err := store.NewProjector(&oneWrite{Store: s}, quiet()).CatchUp(t.Context()); !errors.Is(err, errWritten) {
				t.Errorf("the ratings of 150 games are made in one transaction: %v", err)
			}
			if r, err := store.Check(t.Context(), source); err != nil || r.Err() != nil {
				t.Errorf("%+v, %v", r, err)
			}
			wrong := "UPDATE ratings SET points = points + 1 WHERE position = (SELECT %s(position) FROM ratings)"
			for _, row := range []struct{ which, finds string }{{"MAX", ""}, {"MIN", "the ratings do not match the games; run rosette database rebuild"}} {
				_, err := store.Do(t.Context(), s, fmt.Sprintf(wrong, row.which))
				check(t, err)
				r, err := store.Check(t.Context(), source)
				if found := strings.Join(r.Database, "; "); err != nil || found != row.finds {
					t.Errorf("%s: %q, %v", row.which, found, err)
				}
			}
			check(t, store.NewProjector(s, quiet()).Rebuild(t.Context()))
			if r, err := store.Check(t.Context(), source); err != nil || r.Err() != nil {
				t.Errorf("rebuilt: %+v, %v", r, err)
			}
		})
	}
}

// BenchmarkAnnulTheFirstGame measures the time in which the lists follow a verdict about the first
// game of a pool, the time of a rebuild with it, and the longest wait of an append meanwhile.
func BenchmarkAnnulTheFirstGame(b *testing.B) {
	for _, d := range databases {
		for _, n := range []int{2000, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", d.name, n), func(b *testing.B) {
				for b.Loop() {
					s, _ := d.open(b)
					annulTheFirst(b, s, n)
				}
			})
		}
	}
}

func annulTheFirst(b *testing.B, s store.Store, games int) {
	keepRated(b, s, games)
	p := store.NewProjector(s, quiet())
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

// keepRated appends games in a pool with a thousand players.
func keepRated(b testing.TB, s store.Store, games int) {
	rules, err := game.Preset("mindsports-chinese")
	check(b, err)
	seat := func(id string) play.Seat { return play.Seat{Kind: play.SeatUser, ID: id, Name: id} }
	var all sync.WaitGroup
	most := make(chan struct{}, 64)
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
		keep := func() {
			if err := (store.Matches{Log: s}).Append(b.Context(), fmt.Sprint(i), 0, append([]play.Event{opened}, over...), play.Schedule{}); err != nil {
				b.Error(err)
			}
		}
		if i == 0 {
			keep()
			continue
		}
		most <- struct{}{}
		all.Go(func() { keep(); <-most })
	}
	all.Wait()
}

// longestAppend appends records until ctx ends and returns the longest wait.
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
