// Package store stores the server's event log in an SQLite database ([SQLite]) or, with package
// postgres, in PostgreSQL. Projections derive tables from the log: [Games] and [Ratings] are built
// in, and a feature registers its own [Projection] with the [Projector]. Package tables has tables
// that do not depend on the log, such as accounts. [Check] verifies a database, [Backup] and
// [Restore] copy it.
//
// A [Log] holds streams of records. Every implementation guarantees that accepted records are
// stored in order and without gaps; that exactly one of several concurrent appends with the same
// number succeeds; and that positions, which order the records of all streams, have no gaps either.
// Package storetest tests these guarantees.
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

// A Record is a stored event in a stream.
type Record struct {
	Stream   string
	Seq      int   // counts from 1 in its stream, without gaps
	Position int64 // counts from 1 over all streams, without gaps; given by Append
	Kind     string
	Actor    string // the actor who caused it, such as "guest/0f…"; "" for the server
	At       time.Time
	Version  int    // schema version of the body
	Body     []byte // JSON; must not be modified
}

// A Log is an append-only log with records in streams. It is safe for concurrent use, and several
// logs may write to one database.
type Log interface {
	// Append adds all records to a stream and sets the stream's schedule, or changes nothing. It
	// returns when they are on disk. It returns [play.ErrStale] unless the stream's last record has
	// number after, which is 0 for a new stream. The records must be numbered from after+1; their
	// Stream and Position are ignored. If ctx ends before the write begins, nothing is written;
	// later cancellation has no effect and Append returns the outcome.
	Append(ctx context.Context, stream string, after int, records []Record, s play.Schedule) error

	// Remove deletes a stream whose last record has number seq. Its records are erased except for
	// their positions. Remove returns [play.ErrStale] if the last record has another number, and
	// [play.ErrNoMatch] if there is no such stream.
	Remove(ctx context.Context, stream string, seq int) error

	// Read returns the records in a stream with numbers above after, in order. It returns no
	// records if there are no later ones, and [play.ErrNoMatch] if there is no such stream.
	Read(ctx context.Context, stream string, after int) ([]Record, error)

	// Since returns up to limit records with positions above position, in order. It stops before a
	// record that is not committed yet, so that no reader skips it.
	Since(ctx context.Context, position int64, limit int) ([]Record, error)

	// Grown returns the streams that have records above position, each with its last record's
	// number. The result is complete up to position last. If position is negative, Grown returns
	// the current position and no streams.
	Grown(ctx context.Context, position int64) (seqs map[string]int, last int64, err error)

	// Streams returns the names of all streams, sorted. It stops after an error.
	Streams(ctx context.Context) iter.Seq2[string, error]

	// Schedules returns the streams with a deadline or a waiting bot, in no particular order. It
	// stops after an error.
	Schedules(ctx context.Context) iter.Seq2[play.ScheduledMatch, error]

	// Alive records that a server is running at now. It returns the previously recorded time, or
	// the zero time. It does not move the recorded time back. If gap is positive and the recorded
	// time is more than gap before now, the span between them becomes an outage in the same
	// transaction.
	Alive(ctx context.Context, now time.Time, gap time.Duration) (last time.Time, err error)

	// AddOutage records a span in which no server ran. Adding a span twice has no effect.
	AddOutage(ctx context.Context, o play.Outage) error

	// Outages returns all recorded outages, ordered by time.
	Outages(ctx context.Context) ([]play.Outage, error)
}

// A Store is a log with its derived lists and the other tables. [SQLite] and the stores in package
// postgres are Stores.
type Store interface {
	Log
	DB
	Games() Games
	Ratings() Ratings
	Leases() Leases
	Close() error
}

// checkAppend returns an error if Append's arguments are invalid.
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

// UntilGap returns the records before the first gap in positions after position. A database may
// commit transactions in a different order from their positions, so a reader must wait for the
// lower position.
func UntilGap(records []Record, position int64) []Record {
	for i, r := range records {
		if r.Position != position+1+int64(i) {
			return records[:i]
		}
	}
	return records
}
