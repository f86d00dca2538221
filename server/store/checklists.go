package store

import (
	"cmp"
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

// checkLists compares the game lists with the lists that a projector builds from the log.
func (f *Snapshot) checkLists(ctx context.Context) (err error) {
	if f.version < listsVersion {
		return nil
	}
	log := &frozenLog{file: f}
	err = f.snapshot.QueryRowContext(ctx, readProjection, gamesProjectionName).Scan(&log.until)
	switch {
	case errors.Is(err, sql.ErrNoRows): // no projector of this version has run yet; the first one rebuilds the lists
		return nil
	case err != nil:
		return fmt.Errorf("the lists of games cannot be read: %w", err)
	}
	replayed, err := OpenInMemory()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, replayed.Close()) }()
	p := NewProjector(replayed, slog.New(slog.DiscardHandler))
	p.Follow = log
	if err := p.CatchUp(ctx); err != nil {
		return fmt.Errorf("the lists of games cannot be compared: %w", err)
	}
	if err := sameGames(ctx, f, replayed); err != nil {
		return err
	}
	return sameRatings(ctx, f, replayed)
}

// sameGames compares the game lists in a snapshot with those that a projector built from its log.
func sameGames(ctx context.Context, f *Snapshot, replayed *SQLite) error {
	got, err := gamesByID(ctx, f)
	if err != nil {
		return fmt.Errorf("the lists of games cannot be read: %w", err)
	}
	want, err := gamesByID(ctx, replayed)
	if err != nil {
		return err
	}
	if !maps.Equal(got, want) {
		return errors.New("the lists of games do not match the games; run rosette database rebuild")
	}
	return nil
}

// gamesByID returns the running and finished games by ID.
func gamesByID(ctx context.Context, from querier) (map[string]Game, error) {
	byID := map[string]Game{}
	for _, over := range []bool{false, true} {
		for g, err := range List(ctx, from, listGames, scanGame, Truth(over), int64(math.MaxInt64),
			int64(math.MaxInt64)) {
			if err != nil {
				return nil, err
			}
			byID[g.ID] = g
		}
	}
	return byID, nil
}

// sameRatings compares the ratings in a snapshot that are not outdated with those that a projector
// built from its log.
func sameRatings(ctx context.Context, f *Snapshot, replayed *SQLite) error {
	outdated := map[string]int64{} // first position with outdated ratings, by pool
	for pool, err := range List(ctx, f, listOutdated, scanOutdated) {
		if err != nil {
			return fmt.Errorf("the ratings cannot be read: %w", err)
		}
		outdated[pool.pool] = pool.from
	}
	got, err := currentRatings(ctx, f, outdated)
	if err != nil {
		return fmt.Errorf("the ratings cannot be read: %w", err)
	}
	want, err := currentRatings(ctx, replayed, outdated)
	if err != nil {
		return err
	}
	if !slices.Equal(got, want) {
		return errors.New("the ratings do not match the games; run rosette database rebuild")
	}
	return nil
}

// currentRatings returns the ratings that are not outdated. Their order does not depend on
// collation.
func currentRatings(ctx context.Context, from querier, outdated map[string]int64) ([]rating.Standing, error) {
	var current []rating.Standing
	for s, err := range List(ctx, from, listRatings, scanStandingRow) {
		if err != nil {
			return nil, err
		}
		if begin, ok := outdated[s.Pool.String()]; !ok || s.Position < begin {
			current = append(current, s)
		}
	}
	slices.SortFunc(current, func(a, b rating.Standing) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), strings.Compare(a.Actor, b.Actor))
	})
	return current, nil
}

// frozenLog is the log in a read-only database, up to a position.
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

// ReadMatches returns the events for matches, all from one snapshot of the database. It changes
// nothing, so the medium may be read-only.
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
