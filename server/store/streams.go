package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"rosette/play"
)

// removedStream holds the erased records from removed streams. A record's number there is its
// position.
const removedStream = "removed"

// removedKind is the kind of each removed stream's first record. The others have an empty kind.
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

// OfGuests returns games without registered users whose last event is before until.
func (l Games) OfGuests(ctx context.Context, over bool, until time.Time, limit int, before int64) ([]Game, error) {
	return l.List(ctx, listGuestGames, Truth(over), upTo(before), max(limit, 0), Nanoseconds(until))
}

// countRemoved counts removed streams.
const countRemoved = `SELECT COUNT(*) FROM events WHERE stream = $1 AND kind = $2`

// removed counts the removed games.
func (f *Snapshot) removed(ctx context.Context) (n int, err error) {
	if f.version < logVersion {
		return 0, nil
	}
	if err := f.snapshot.QueryRowContext(ctx, countRemoved, removedStream, removedKind).Scan(&n); err != nil {
		return 0, fmt.Errorf("the removed games cannot be counted: %w", err)
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
