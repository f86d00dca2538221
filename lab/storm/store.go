package storm

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"os"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/store"
	"rosette/server/store/location"
	"rosette/server/store/postgres"
)

// place creates storage for a server's games: a database on Database's server, or a temporary
// folder. Remove removes it.
func (o *Options) place(ctx context.Context) (place string, remove func() error, err error) {
	if o.Database != "" {
		return postgres.Create(ctx, o.Database)
	}
	folder, err := os.MkdirTemp("", "rosette-storm-")
	return folder, func() error { return os.RemoveAll(folder) }, err
}

// compare compares the stored events with the acknowledged moves. It first checks all games at the
// place, which no server may be using.
func (f *Faults) compare(ctx context.Context, place string, games []GameLog) error {
	from, err := location.Parse(place).Source()
	if err != nil {
		return err
	}
	report, err := store.Check(ctx, from)
	if err == nil {
		err = report.Err()
	}
	if err != nil {
		return err
	}
	ids := make([]string, len(games))
	for i, g := range games {
		ids[i] = g.ID
	}
	events, err := store.ReadMatches(ctx, from, ids)
	if err != nil {
		return err
	}
	for _, g := range games {
		f.add(Verify(g, events[g.ID]))
	}
	return nil
}

// openStore opens the store at a place that no server is using.
func openStore(ctx context.Context, place string) (store.Store, error) {
	return location.Parse(place).Open(ctx, slog.New(slog.DiscardHandler))
}

// storeMoves stores the games' moves at a place that no server is using, and sets their Seq.
func storeMoves(ctx context.Context, place string, games []GameLog) (err error) {
	s, err := openStore(ctx, place)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	matches := store.Matches{Log: s}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(64)
	for _, g := range games {
		group.Go(func() error {
			before, err := matches.Events(ctx, g.ID, 0)
			if err != nil {
				return err
			}
			moves, err := g.Continue(before)
			if err != nil {
				return err
			}
			return matches.Append(ctx, g.ID, len(before), moves, play.Schedule{})
		})
	}
	return group.Wait()
}

// storeGames stores games between two guests, with clocks that run for weeks, at a new place and
// returns their IDs.
func storeGames(ctx context.Context, place string, games int) (ids []string, err error) {
	g := board.Rosette(5)
	settings := play.Settings{
		Board: g.Name(), Rules: game.DefaultRules(g),
		Clock: clock.Control{Kind: clock.Absolute, Main: clock.MaxDuration},
		Black: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("b", 32), Name: "Black"},
		White: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("a", 32), Name: "White"},
	}
	opened, err := play.Open(settings, time.Now())
	if err != nil {
		return nil, err
	}
	s, err := openStore(ctx, place)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	ids = make([]string, games)
	deadline := play.Schedule{Deadline: opened.At.Add(clock.MaxDuration)}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(256) // the store commits these at once
	for i := range ids {
		ids[i] = strings.ToLower(rand.Text())
		group.Go(func() error { return store.Matches{Log: s}.Append(ctx, ids[i], 0, []play.Event{opened}, deadline) })
	}
	return ids, group.Wait()
}
