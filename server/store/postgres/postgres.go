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
	// commitWait bounds a group of writes. Whoever waits for them is told so then.
	commitWait = 10 * time.Second

	// mostAtOnce bounds the statements of one batch.
	mostAtOnce = 2000
)

// A Store is a store in a PostgreSQL database. Its writer sends the statements of a group
// together; its other connections read.
type Store struct {
	*store.SQL
	db *sql.DB
}

// Open opens a store at a URL, such as postgres://rosette@localhost/rosette, and makes or
// migrates the tables if necessary. It refuses a database of a newer version of the program,
// and one that does not keep what it has accepted; the log gets a line about a migration.
// No error has the password in it.
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
	if !a.anySession { // of several servers, the primary
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

// settings is what a server says of itself and of what its user may do.
const settings = `SELECT current_setting('server_encoding'), current_setting('fsync') = 'on', pg_is_in_recovery(),
	current_setting('transaction_read_only') = 'on', COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false)`

// examine refuses a database in which Rosette cannot keep games.
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
		return fmt.Errorf("the texts of the database are %s: make one with ENCODING 'UTF8'", encoding)
	case !mayCreate:
		return errors.New(states["42501"])
	case !durable:
		log.Warn("store: fsync is off: the database loses moves that it has accepted when its machine stops", "database", a.name)
	}
	return nil
}

// askTime asks the database for its time, in microseconds.
const askTime = `SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::BIGINT`

// timeAsked is how often the database is asked for its time at once. The answer that was
// there soonest is the best.
const timeAsked = 5

// Time returns the time of the database, and how much that may be wrong: half as long as
// the answer took.
func (s *Store) Time(ctx context.Context) (now time.Time, within time.Duration, err error) {
	var taken time.Time
	for range timeAsked {
		asked := time.Now()
		var says int64
		if err := s.db.QueryRowContext(ctx, askTime).Scan(&says); err != nil {
			return now, 0, fmt.Errorf("store: the time of the database: %w", inWords(err))
		}
		if half := time.Since(asked) / 2; taken.IsZero() || half < within {
			now, within, taken = time.UnixMicro(says).Add(half), half, time.Now()
		}
	}
	return now.Add(time.Since(taken)).UTC(), within, nil
}

// probe sorts some 400 KiB with less memory, so that the server writes a temporary file.
const (
	probeMemory = `SET LOCAL work_mem = '64kB'`
	probe       = `SELECT COUNT(*) FROM (SELECT md5(i::TEXT) FROM generate_series(1, 8192) i ORDER BY 1 OFFSET 0) sorted`
)

// Writable returns an error unless the server has room for a temporary file of some 400 KiB, on
// the disk of its data as a rule, and commits a change. A full disk of the write-ahead log ends
// the server.
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

// Source returns the source of a database at a URL.
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

// errRolledBack says that a transaction in which a statement had failed was committed.
var errRolledBack = errors.New("the database has rolled the transaction back")

// commit commits a transaction. PostgreSQL answers the COMMIT of one that has failed
// without an error.
func commit(ctx context.Context, c *sql.Conn) error {
	return raw(c, func(conn *pgx.Conn) error {
		tag, err := conn.Exec(ctx, "COMMIT")
		if err == nil && tag.String() != "COMMIT" {
			err = errRolledBack
		}
		return err
	})
}

// pipeline sends statements together and returns how many rows each has changed.
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

// raw calls f with the connection itself.
func raw(c *sql.Conn, f func(*pgx.Conn) error) error {
	return c.Raw(func(driver any) error { return f(driver.(*stdlib.Conn).Conn()) })
}
