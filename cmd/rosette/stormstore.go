package main

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/game"
	"rosette/game/board"
	"rosette/lab/storm"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/store"
)

// This file reads and fills the stores of servers for rosette lab storm.

// storedEvents returns the events of games from a place, once all games there are found to
// be sound.
func storedEvents(ctx context.Context, at string, ids []string) (map[string][]play.Event, error) {
	from, err := placeAt(at).source()
	if err != nil {
		return nil, err
	}
	report, err := store.Check(ctx, from)
	if err != nil {
		return nil, err
	}
	if err := report.Err(); err != nil {
		return nil, err
	}
	return store.ReadMatches(ctx, from, ids)
}

// storeMoves has moves done in games in a place that no server uses.
func storeMoves(ctx context.Context, at string, games []storm.Played) (err error) {
	s, err := placeAt(at).open(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	matches := store.Matches{Log: s}
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(64)
	for _, g := range games {
		all.Go(func() error {
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
	return all.Wait()
}

// storeGames makes games of two guests, on a clock that runs for weeks, in a new
// database in a folder, and returns their IDs.
func storeGames(ctx context.Context, at string, games int) (ids []string, err error) {
	g := board.Rosette(5)
	settings := play.Settings{
		Board: g.Name(), Rules: game.DefaultRules(g), Clock: clock.Control{Kind: clock.Absolute, Main: clock.MaxDuration},
		Black: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("b", 32), Name: "Black"},
		White: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("a", 32), Name: "White"},
	}
	opened, err := play.Open(settings, time.Now())
	if err != nil {
		return nil, err
	}
	s, err := placeAt(at).open(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	ids = make([]string, games)
	deadline := play.Schedule{Deadline: opened.At.Add(clock.MaxDuration)}
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(256) // of these the store makes one commit
	for i := range ids {
		ids[i] = strings.ToLower(rand.Text())
		all.Go(func() error { return store.Matches{Log: s}.Append(ctx, ids[i], 0, []play.Event{opened}, deadline) })
	}
	return ids, all.Wait()
}
