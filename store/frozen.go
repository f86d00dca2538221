package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rosette/play"
)

// frozenLog is the log of a database that is only read, up to a position.
type frozenLog struct {
	Log
	file  *readOnly
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
func ReadMatches(ctx context.Context, path string, ids []string) (all map[string][]play.Event, err error) {
	f, err := openReadOnly(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", path, inWords(err))
	}
	defer func() { err = errors.Join(err, f.close()) }()
	if err := f.freeze(ctx); err != nil {
		return nil, fmt.Errorf("store: %s: %w", path, inWords(err))
	}
	all = map[string][]play.Event{}
	for _, id := range ids {
		if all[id], err = (Matches{&frozenLog{file: f}}).Events(ctx, id, 0); err != nil {
			return nil, err
		}
	}
	return all, nil
}
