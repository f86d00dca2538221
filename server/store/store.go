// Package store keeps the event log of the server in a SQLite database ([SQLite]) or, with package
// postgres, in PostgreSQL. Tables follow the log by projections: lists of games ([Games]) and
// [Ratings] are built in, and a feature registers its own [Projection] with the [Projector]. Package
// tables has the tables beside the log, such as accounts. [Check] verifies a database, [Backup] and
// [Restore] copy it.
//
// A [Log] holds streams of records. Every log gives the same guarantees: accepted records are kept, in
// order and without a gap; of several writers of a record with the same number exactly one succeeds;
// and positions, which order the records of all streams, have no gap either. Package storetest tests
// these guarantees.
package store

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"rosette/play"
)

// ErrClosed is returned by a store that has been closed.
var ErrClosed = errors.New("store: closed")

// A Record is an event of a stream as it is stored.
type Record struct {
	Stream   string
	Seq      int   // counts from 1 in its stream, without gaps
	Position int64 // counts from 1 over all streams, without gaps; given by Append
	Kind     string
	Actor    string // who caused it, such as "guest/0f…"; "" for the server
	At       time.Time
	Version  int    // of the body's schema
	Body     []byte // JSON; not to be changed
}

// A Log is an append-only log of records in streams. It is safe for concurrent use,
// and several logs may write to one database.
type Log interface {
	// Append adds records to a stream, all or none, and with them sets the stream's
	// schedule. It returns when they are on disk. The last record of the stream must
	// have number after, 0 for a new stream, else Append returns [play.ErrStale]. The
	// records have to be numbered from after+1; their Stream and Position are
	// ignored. If ctx ends before the records are written, nothing is written; after
	// that Append returns the outcome.
	Append(ctx context.Context, stream string, after int, records []Record, s play.Schedule) error

	// Remove empties a stream whose last record has number seq: its records keep their
	// positions and lose all else, and there is no such stream any more. It returns
	// [play.ErrStale] if the last record has another number, and [play.ErrNoMatch] if
	// there is no such stream.
	Remove(ctx context.Context, stream string, seq int) error

	// Read returns the records of a stream with numbers above after, in order, none
	// if there are no later ones, and [play.ErrNoMatch] if there is no such stream.
	Read(ctx context.Context, stream string, after int) ([]Record, error)

	// Since returns up to limit records with positions above position, in order. It
	// stops before a position whose record is not committed yet, so that nobody who
	// follows the log passes over one.
	Since(ctx context.Context, position int64, limit int) ([]Record, error)

	// Grown returns the streams that have records with positions above position, each with
	// the number of its last one, and the position up to which that is so. For a position
	// below 0 it returns the present one and no streams.
	Grown(ctx context.Context, position int64) (seqs map[string]int, last int64, err error)

	// Streams returns the names of all streams, sorted. It ends after an error.
	Streams(ctx context.Context) iter.Seq2[string, error]

	// Schedules returns the streams with a deadline or a bot to act, as they were
	// last appended, in no order. It ends after an error.
	Schedules(ctx context.Context) iter.Seq2[play.ScheduledMatch, error]

	// Alive records that a server runs now, and returns the time recorded before,
	// zero if there is none; a time before that one is not recorded. If gap is
	// above 0 and the recorded time is more than gap before now, the span between
	// them becomes an outage in the same transaction.
	Alive(ctx context.Context, now time.Time, gap time.Duration) (last time.Time, err error)

	// AddOutage records a span in which no server ran. A span that is recorded
	// already counts once.
	AddOutage(ctx context.Context, o play.Outage) error

	// Outages returns all recorded outages in order of time.
	Outages(ctx context.Context) ([]play.Outage, error)
}

// A Store is a log with the lists that follow it and the tables beside it. [SQLite] and the stores of
// package postgres are Stores.
type Store interface {
	Log
	DB
	Games() Games
	Ratings() Ratings
	Leases() Leases
	Close() error
}

// checkAppend returns an error if the arguments of Append are invalid.
func checkAppend(ctx context.Context, stream string, after int, records []Record) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if stream == "" {
		return errors.New("store: a stream needs a name")
	}
	if len(records) == 0 {
		return errors.New("store: no record to append")
	}
	for i, r := range records {
		if r.Seq != after+1+i {
			return fmt.Errorf("store: record %d after record %d of a stream: use %d", r.Seq, after+i, after+1+i)
		}
	}
	return nil
}

// UntilGap returns the records before the first gap in positions after position. A
// database may commit two transactions in another order than they took their
// positions in, and who follows must wait for the lower one.
func UntilGap(records []Record, position int64) []Record {
	for i, r := range records {
		if r.Position != position+1+int64(i) {
			return records[:i]
		}
	}
	return records
}
