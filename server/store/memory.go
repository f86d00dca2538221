package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"sync"
)

// OpenInMemory opens an empty store in memory. It creates no file, and its data is lost when it is
// closed. OpenInMemory copies an empty database that is migrated once per process, which takes less
// than a millisecond.
func OpenInMemory() (*SQLite, error) {
	s, err := openInMemory()
	if err != nil {
		return nil, fmt.Errorf("store: a database in memory: %w", err)
	}
	return s, nil
}

func openInMemory() (*SQLite, error) {
	empty, err := emptyDatabase()
	if err != nil {
		return nil, err
	}
	db, err := openMemory()
	if err != nil {
		return nil, err
	}
	err = onConnection(db, func(c serializable) error { return c.Deserialize(empty) })
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s, err := NewSQL(context.Background(), Engine{
		DB: db, Begin: beginWriting, Explain: inWords, single: new(sync.Mutex),
	})
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return &SQLite{SQL: s}, nil
}

// openMemory opens an SQLite database in memory. It uses a single connection, because each
// connection would have its own database.
func openMemory() (*sql.DB, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// emptyDatabase returns a serialized, migrated database without rows.
var emptyDatabase = sync.OnceValues(func() (empty []byte, err error) {
	db, err := openMemory()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := migrateFile(context.Background(), db, "", slog.New(slog.DiscardHandler)); err != nil {
		return nil, err
	}
	err = onConnection(db, func(c serializable) (err error) { empty, err = c.Serialize(); return err })
	return empty, err
})

// serializable is a connection from the SQLite driver.
type serializable interface {
	Serialize() ([]byte, error)
	Deserialize([]byte) error
}

// onConnection calls work with an in-memory database's connection.
func onConnection(db *sql.DB, work func(serializable) error) error {
	conn, err := db.Conn(context.Background())
	if err != nil {
		return err
	}
	err = conn.Raw(func(c any) error { return work(c.(serializable)) })
	return errors.Join(err, conn.Close())
}

// InMemory reports whether the store is in memory.
func (s *SQLite) InMemory() bool { return s.path == "" }

// singleRows yields the rows from a query on the writer's connection and excludes writes until it
// ends. The loop body must not use the store.
func (s *SQL) singleRows(ctx context.Context, query string, args []any) iter.Seq2[*sql.Rows, error] {
	return func(yield func(*sql.Rows, error) bool) {
		s.engine.single.Lock()
		defer s.engine.single.Unlock()
		eachRow(func() (*sql.Rows, error) {
			if s.closed() {
				return nil, ErrClosed
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			stmt, err := s.writer.statement(query)
			if err != nil {
				return nil, err
			}
			return stmt.QueryContext(context.Background(), args...)
		}, s.engine.explain)(yield)
	}
}

// listed returns the items in a list. With a single connection it reads all items first, so that
// the loop body may use the store.
func listed[T any](ctx context.Context, s *SQL, query string, scan func(*sql.Rows) (T, error)) iter.Seq2[T, error] {
	items := List(ctx, s, query, scan)
	if s.engine.single == nil {
		return items
	}
	return func(yield func(T, error) bool) {
		all, err := Collect(items)
		for _, item := range all {
			if !yield(item, nil) {
				return
			}
		}
		if err != nil {
			yield(*new(T), err)
		}
	}
}
