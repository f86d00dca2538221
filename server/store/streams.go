package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"rosette/play"
)

// removedStream has what is left of streams that were removed. The number of a record
// there is its position.
const removedStream = "removed"

// removedKind is the kind of the first record of each stream that was removed; the others
// have none.
const removedKind = "removed"

// Remove implements [Log].
func (s *SQL) Remove(ctx context.Context, stream string, seq int) error {
	return s.write(ctx, func(w *writer) (refused, failed error) {
		var last int
		switch err := w.Query(readLength, stream).Scan(&last); {
		case errors.Is(err, sql.ErrNoRows):
			return play.ErrNoMatch, nil
		case err != nil:
			return nil, err
		case last != seq:
			return play.ErrStale, nil
		}
		return nil, Each(w,
			Step{emptyRecords, []any{stream, removedStream, removedKind}},
			Step{deleteStream, []any{stream}})
	})
}

// Remove implements [Log].
func (m *Memory) Remove(ctx context.Context, stream string, seq int) error {
	return m.Writing(ctx, func() error {
		records, ok := m.streams[stream]
		switch {
		case !ok:
			return play.ErrNoMatch
		case len(records) != seq:
			return play.ErrStale
		}
		for _, r := range records {
			kind := ""
			if r.Seq == 1 {
				kind = removedKind
			}
			m.all[r.Position-1] = Record{Stream: removedStream, Seq: int(r.Position), Position: r.Position, Kind: kind, At: TimeOf(0), Body: []byte("{}")}
		}
		delete(m.streams, stream)
		delete(m.schedules, stream)
		return nil
	})
}

// RemoveGame implements [Projection].
func (p projectionInSQL) RemoveGame(ctx context.Context, id string) error {
	return p.s.write(ctx, func(w *writer) (refused, failed error) {
		return nil, Each(w, Step{deleteGame, []any{id}}, Step{deleteGameSeat, []any{id}})
	})
}

// RemoveGame implements [Projection].
func (p projectionInMemory) RemoveGame(ctx context.Context, id string) error {
	return p.m.Writing(ctx, func() error { delete(p.m.games.games, id); return nil })
}

// OfGuests implements [Games].
func (l listsInSQL) OfGuests(ctx context.Context, over bool, until time.Time, limit int, before int64) ([]Game, error) {
	return l.List(ctx, listGuestGames, Truth(over), upTo(before), max(limit, 0), Nanoseconds(until))
}

// OfGuests implements [Games].
func (l listsInMemory) OfGuests(ctx context.Context, over bool, until time.Time, limit int, before int64) ([]Game, error) {
	return l.List(ctx, over, limit, before, func(g Game) bool {
		return g.Updated.Before(until) && !strings.HasPrefix(g.Black.Actor, userActor) && !strings.HasPrefix(g.White.Actor, userActor)
	})
}

// userActor begins the actors of users.
const userActor = string(play.SeatUser) + "/"

// countRemoved counts the streams that were removed.
const countRemoved = `SELECT COUNT(*) FROM events WHERE stream = $1 AND kind = $2`

// removed returns how many games were removed.
func (f *Snapshot) removed(ctx context.Context) (n int, err error) {
	if f.version < logVersion {
		return 0, nil
	}
	if err := f.snapshot.QueryRowContext(ctx, countRemoved, removedStream, removedKind).Scan(&n); err != nil {
		return 0, fmt.Errorf("the games that were removed cannot be counted: %w", err)
	}
	return n, nil
}

// Grown implements [Log].
func (s *SQL) Grown(ctx context.Context, position int64) (seqs map[string]int, last int64, err error) {
	seqs, last = map[string]int{}, position
	if position < 0 {
		for rows, err := range s.Rows(ctx, readPosition) {
			if err == nil {
				err = rows.Scan(&last)
			}
			if err != nil {
				return nil, position, err
			}
		}
		return seqs, last, nil
	}
	for rows, err := range s.Rows(ctx, listGrown, position) {
		var stream string
		var seq int
		var at int64
		if err == nil {
			err = rows.Scan(&stream, &seq, &at)
		}
		if err != nil {
			return nil, position, fmt.Errorf("store: streams after position %d: %w", position, err)
		}
		seqs[stream], last = seq, max(last, at)
	}
	return seqs, last, nil
}
