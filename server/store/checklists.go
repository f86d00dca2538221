package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"slices"
	"strings"

	"rosette/play"
	"rosette/play/rating"
)

// checkLists compares the lists of games with what a projector makes of the log.
func (f *Snapshot) checkLists(ctx context.Context) error {
	if f.version < listsVersion {
		return nil
	}
	log := &frozenLog{file: f}
	err := f.snapshot.QueryRowContext(ctx, readProjection, gamesProjection).Scan(&log.until)
	switch {
	case errors.Is(err, sql.ErrNoRows): // no projector of this program has run yet, which empties the lists of others
		return nil
	case err != nil:
		return fmt.Errorf("the lists of games cannot be read: %w", err)
	}
	wanted := new(Memory)
	p := Projector{Store: wanted, Follow: log, Log: slog.New(slog.DiscardHandler)}
	if err := p.CatchUp(ctx); err != nil {
		return fmt.Errorf("the lists of games cannot be compared: %w", err)
	}
	want, err := gamesByID(func(over bool) ([]Game, error) {
		return listsInMemory{wanted}.List(ctx, over, math.MaxInt, 0, func(Game) bool { return true })
	})
	if err != nil {
		return err
	}
	got, err := gamesByID(func(over bool) ([]Game, error) { return f.games(ctx, over) })
	if err != nil {
		return fmt.Errorf("the lists of games cannot be read: %w", err)
	}
	if !maps.Equal(got, want) {
		return errors.New("the lists of games are not what the games say: run rosette rebuild")
	}
	return f.checkRatings(ctx, wanted)
}

// checkRatings compares the ratings that are not outdated with what a projector made of the
// log.
func (f *Snapshot) checkRatings(ctx context.Context, wanted *Memory) error {
	got, err := f.ratings(ctx)
	if err != nil {
		return fmt.Errorf("the ratings cannot be read: %w", err)
	}
	due, err := f.outdated(ctx)
	if err != nil {
		return fmt.Errorf("the ratings cannot be read: %w", err)
	}
	if !maps.EqualFunc(notOutdated(got, due), notOutdated(wanted.games.standings, due), slices.Equal) {
		return errors.New("the ratings are not what the games say: run rosette rebuild")
	}
	return nil
}

// ratings returns the ratings in the tables.
func (f *Snapshot) ratings(ctx context.Context) (map[standingKey][]rating.Standing, error) {
	rows, err := f.snapshot.QueryContext(ctx, listRatings)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[standingKey][]rating.Standing{}
	for rows.Next() {
		s, err := scanStanding(rows.Scan)
		if err != nil {
			return nil, err
		}
		key := standingKey{s.Pool.String(), s.Actor}
		all[key] = append(all[key], s)
	}
	return all, rows.Err()
}

// outdated returns where the ratings of pools begin to be outdated.
func (f *Snapshot) outdated(ctx context.Context) (map[string]int64, error) {
	rows, err := f.snapshot.QueryContext(ctx, listOutdated)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	due := map[string]int64{}
	for rows.Next() {
		one, err := scanOutdated(rows)
		if err != nil {
			return nil, err
		}
		due[one.pool] = one.from
	}
	return due, rows.Err()
}

// notOutdated returns the standings that are not outdated, of who has some.
func notOutdated(all map[standingKey][]rating.Standing, due map[string]int64) map[standingKey][]rating.Standing {
	right := map[standingKey][]rating.Standing{}
	for key, of := range all {
		if from, is := due[key.pool]; is {
			i, _ := placeOf(of, from)
			of = of[:i]
		}
		if len(of) > 0 {
			right[key] = of
		}
	}
	return right
}

// gamesByID returns the running and finished games that list returns.
func gamesByID(list func(over bool) ([]Game, error)) (map[string]Game, error) {
	all := map[string]Game{}
	for _, over := range []bool{false, true} {
		games, err := list(over)
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			all[g.ID] = g
		}
	}
	return all, nil
}

// games returns the running or finished games in the tables.
func (f *Snapshot) games(ctx context.Context, over bool) (all []Game, err error) {
	rows, err := f.snapshot.QueryContext(ctx, listGames, Truth(over), int64(math.MaxInt64), int64(math.MaxInt64))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		g, err := scanGame(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, g)
	}
	return all, rows.Err()
}

// frozenLog is the log of a database that is only read, up to a position.
type frozenLog struct {
	Log
	file  *Snapshot
	until int64
}

// Since returns records as [Log.Since] does.
func (l *frozenLog) Since(ctx context.Context, position int64, limit int) (records []Record, err error) {
	rows, err := l.file.snapshot.QueryContext(ctx, readSince, position, min(int64(limit), l.until-position))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r Record
		if err := scanRecord(rows, &r, &r.Stream); err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, rows.Err()
}

// Read returns records as [Log.Read] does.
func (l *frozenLog) Read(ctx context.Context, stream string, after int) ([]Record, error) {
	if l.file.version == 1 {
		stream = strings.TrimPrefix(stream, matchPrefix)
	}
	records, err := l.file.records(ctx, stream)
	if len(records) == 0 && (err == nil || errors.Is(err, sql.ErrNoRows)) {
		return nil, play.ErrNoMatch
	}
	if err != nil {
		return nil, err
	}
	return slices.Clone(records[min(max(after, 0), len(records)):]), nil
}

// ReadMatches returns the events of matches in a database, all as they were at one
// moment. It changes nothing, so it can read where nothing can be written.
func ReadMatches(ctx context.Context, from Source, ids []string) (all map[string][]play.Event, err error) {
	f, err := from(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	all = map[string][]play.Event{}
	for _, id := range ids {
		if all[id], err = (Matches{&frozenLog{file: f}}).Events(ctx, id, 0); err != nil {
			return nil, err
		}
	}
	return all, nil
}
