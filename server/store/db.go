package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"time"

	"rosette/play"
)

// A DB is an SQL database with tables besides the log. Other packages read and write these tables
// with statements that mean the same in SQLite and PostgreSQL.
type DB interface {
	// Write runs work in one transaction. If work returns refused, it has changed nothing and Write
	// returns refused. If it returns failed, a database error, the transaction is rolled back.
	Write(ctx context.Context, work func(Tx) (refused, failed error)) error

	// AppendWith is [Log.Append] and calls work in the same transaction, after adding the records.
	// If work fails, nothing is stored.
	AppendWith(
		ctx context.Context, stream string, after int, records []Record, s play.Schedule, work func(Tx) error,
	) error

	querier
}

// A querier is a database that can be read.
type querier interface {
	// Rows yields the rows from a query. It stops after an error. The loop body must not use the
	// database.
	Rows(ctx context.Context, query string, args ...any) iter.Seq2[*sql.Rows, error]
}

// A Tx is a transaction that writes.
type Tx interface {
	// Exec executes a statement and returns the number of rows that it changed.
	Exec(query string, args ...any) (int64, error)

	// Query runs a statement that returns one row.
	Query(query string, args ...any) Row

	// Rows yields the rows from a query. It stops after an error. The loop body must not use the
	// transaction.
	Rows(query string, args ...any) iter.Seq2[*sql.Rows, error]
}

// A Row is the result of a query with one row.
type Row interface {
	// Scan reads the row's columns. If there is no row, it returns [sql.ErrNoRows].
	Scan(into ...any) error
}

// A Step is a statement with its arguments.
type Step struct {
	Query string
	Args  []any
}

// Each executes statements one after the other.
func Each(t Tx, steps ...Step) error {
	if w, ok := t.(*writer); ok {
		_, err := w.steps(steps)
		return err
	}
	for _, s := range steps {
		if _, err := t.Exec(s.Query, s.Args...); err != nil {
			return err
		}
	}
	return nil
}

// Do executes one statement in its own transaction and returns the number of rows that it changed.
func Do(ctx context.Context, db DB, query string, args ...any) (rows int64, err error) {
	err = db.Write(ctx, func(t Tx) (refused, failed error) {
		rows, failed = t.Exec(query, args...)
		return nil, failed
	})
	return rows, err
}

// List yields what scan reads from each row that a query returns. It stops after an error.
func List[T any](
	ctx context.Context, db querier, query string, scan func(*sql.Rows) (T, error), args ...any,
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for rows, err := range db.Rows(ctx, query, args...) {
			var one T
			if err == nil {
				one, err = scan(rows)
			}
			if err != nil && !errors.Is(err, ErrClosed) {
				err = fmt.Errorf("store: %w", err)
			}
			if !yield(one, err) || err != nil {
				return
			}
		}
	}
}

// Collect returns the items in a sequence, or the error that ends it.
func Collect[T any](listed iter.Seq2[T, error]) (all []T, err error) {
	for one, err := range listed {
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// StoredTime returns t as all stores return it: in UTC without a monotonic reading.
func StoredTime(t time.Time) time.Time { return t.Round(0).UTC() }

// Nanoseconds returns a time as stored: Unix nanoseconds, 0 for the zero time.
func Nanoseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// TimeOf converts a result of [Nanoseconds] back.
func TimeOf(ns int64) time.Time {
	if ns == 0 {
		return time.Time{}
	}
	return time.Unix(0, ns).UTC()
}

// Truth returns a boolean as stored: 0 or 1.
func Truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// scanText reads a row with one text column.
func scanText(rows *sql.Rows) (text string, err error) {
	err = rows.Scan(&text)
	return text, err
}
