// Package postgres implements a [store.Store] in a PostgreSQL database, which several
// servers may use at once.
package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"rosette/server/store"
)

const (
	// commitWait limits the time for a group of writes. After it the writes fail.
	commitWait = 10 * time.Second

	// mostAtOnce limits the statements in one batch.
	mostAtOnce = 2000
)

// A Store is a store in a PostgreSQL database. Its writer sends a group's statements together; its
// other connections read.
type Store struct {
	*store.SQL
	db *sql.DB
}

// Open opens a store at a URL, such as postgres://rosette@localhost/rosette, and creates or
// migrates the tables if necessary. It rejects a database that a newer program has migrated, and
// one that is read-only, is not in UTF-8, or lacks the right to create tables. It logs a migration,
// and warns if fsync is off. Errors do not contain the password.
func Open(ctx context.Context, url string, log *slog.Logger) (*Store, error) {
	a, err := parse(url)
	if err != nil {
		return nil, err
	}
	s, err := open(ctx, a, log)
	if err != nil {
		return nil, a.error(err)
	}
	return s, nil
}

func open(ctx context.Context, a *address, log *slog.Logger) (*Store, error) {
	if !a.anySession { // use the primary among several servers
		a.config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsReadWrite
	}
	db := a.open(inTransaction)
	s, err := begin(ctx, a, db, log)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// begin migrates the tables and starts the writer.
func begin(ctx context.Context, a *address, db *sql.DB, log *slog.Logger) (*Store, error) {
	if err := examine(ctx, db, a, log); err != nil {
		return nil, err
	}
	if err := store.MigratePostgres(ctx, db, log); err != nil {
		return nil, err
	}
	s, err := store.NewSQL(ctx, store.Engine{
		DB: db, Begin: "BEGIN", Commit: commit, Explain: inWords,
		Remote: true, Wait: commitWait, Pipeline: pipeline, Argument: argument,
	})
	if err != nil {
		return nil, err
	}
	return &Store{s, db}, nil
}

// settings reads the server's settings and its user's rights.
const settings = `SELECT current_setting('server_encoding'), current_setting('fsync') = 'on', pg_is_in_recovery(),
	current_setting('transaction_read_only') = 'on', COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false)`

// examine rejects a database in which Rosette cannot store games.
func examine(ctx context.Context, db *sql.DB, a *address, log *slog.Logger) error {
	var encoding string
	var durable, standby, readOnly, mayCreate bool
	if err := db.QueryRowContext(ctx, settings).Scan(&encoding, &durable, &standby, &readOnly, &mayCreate); err != nil {
		return err
	}
	switch {
	case standby, readOnly:
		return errors.New(states["25006"])
	case encoding != "UTF8":
		return fmt.Errorf("the database has encoding %s; create one with ENCODING 'UTF8'", encoding)
	case !mayCreate:
		return errors.New(states["42501"])
	case !durable:
		log.Warn("store: fsync is off; a crash of the database machine can lose accepted moves", "database", a.name)
	}
	return nil
}

// askTime returns the database's time in microseconds.
const askTime = `SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::BIGINT`

// timeAsked is the number of queries for the time. The fastest response is the most accurate.
const timeAsked = 5

// Time returns the database's time and its maximum error: half the query's duration.
func (s *Store) Time(ctx context.Context) (now time.Time, within time.Duration, err error) {
	var taken time.Time
	for range timeAsked {
		asked := time.Now()
		var says int64
		if err := s.db.QueryRowContext(ctx, askTime).Scan(&says); err != nil {
			return now, 0, fmt.Errorf("store: the time of the database: %w", inWords(err))
		}
		if half := time.Since(asked) / 2; taken.IsZero() || half < within {
			now = time.UnixMicro(says).Add(half)
			within = half
			taken = time.Now()
		}
	}
	return now.Add(time.Since(taken)).UTC(), within, nil
}

// probe sorts about 400 KiB with less memory, so that the server writes a temporary file.
const (
	probeMemory = `SET LOCAL work_mem = '64kB'`
	probe       = `SELECT COUNT(*) FROM (SELECT md5(i::TEXT) FROM generate_series(1, 8192) i ORDER BY 1 OFFSET 0) sorted`
)

// Writable returns an error unless the server commits a change and has room for a temporary file
// with about 400 KiB, normally on the disk with its data. If the disk with the write-ahead log is
// full, the server stops.
func (s *Store) Writable(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return inWords(err)
	}
	_, err = tx.ExecContext(ctx, probeMemory)
	if err == nil {
		_, err = tx.ExecContext(ctx, probe)
	}
	if err = errors.Join(err, tx.Rollback()); err != nil {
		return inWords(err)
	}
	return s.SQL.Writable(ctx)
}

// Source returns the source for a database at a URL.
func Source(url string) store.Source {
	return func(ctx context.Context) (*store.Snapshot, error) {
		a, err := parse(url)
		if err != nil {
			return nil, err
		}
		f, err := store.PostgresSnapshot(ctx, a.name, a.open(0), inWords)
		if err != nil {
			return nil, a.error(err)
		}
		return f, nil
	}
}

// errRolledBack means that the transaction to be committed had a failed statement.
var errRolledBack = errors.New("the database has rolled the transaction back")

// commit commits a transaction. PostgreSQL reports no error when it commits a failed transaction.
func commit(ctx context.Context, c *sql.Conn) error {
	return raw(c, func(conn *pgx.Conn) error {
		tag, err := conn.Exec(ctx, "COMMIT")
		if err == nil && tag.String() != "COMMIT" {
			err = errRolledBack
		}
		return err
	})
}

// pipeline sends statements together and returns the number of rows that each changed.
func pipeline(ctx context.Context, c *sql.Conn, steps []store.Step) (rows []int64, err error) {
	for err == nil && len(rows) < len(steps) {
		some := steps[len(rows):min(len(rows)+mostAtOnce, len(steps))]
		err = raw(c, func(conn *pgx.Conn) error {
			batch := &pgx.Batch{}
			for _, s := range some {
				batch.Queue(s.Query, s.Args...)
			}
			results := conn.SendBatch(ctx, batch)
			for range some {
				tag, err := results.Exec()
				if err != nil {
					return errors.Join(err, results.Close())
				}
				rows = append(rows, tag.RowsAffected())
			}
			return results.Close()
		})
	}
	return rows, err
}

// raw calls f with the underlying connection.
func raw(c *sql.Conn, f func(*pgx.Conn) error) error {
	return c.Raw(func(driver any) error { return f(driver.(*stdlib.Conn).Conn()) })
}
