package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"net/url"
	"path/filepath"
	"sync"

	"github.com/pressly/goose/v3"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"rosette/play"
)

//go:embed migration/*.sql
var migrations embed.FS

// maxReaders bounds the number of concurrent reads, because each connection takes
// memory.
const maxReaders = 4

// SQLite is a store in a SQLite file. It uses write-ahead logging with full
// synchronization, so that accepted events survive power loss. A single goroutine
// writes and commits the requests that wait together. SQLite is safe for
// concurrent use, and several processes may open the same file.
type SQLite struct {
	db      *sql.DB
	queue   chan *request
	closing chan struct{}
	once    sync.Once
	writer  *writer
	written sync.WaitGroup
	failed  error // result of Close
}

// OpenSQLite opens a store in a file, and creates or migrates the file if
// necessary. It refuses a file of a newer version of the program.
func OpenSQLite(path string) (*SQLite, error) {
	address, err := address(path)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", path, err)
	}
	if err := checkFile(path); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	db, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", path, err)
	}
	db.SetMaxOpenConns(maxReaders + 1)
	db.SetMaxIdleConns(maxReaders + 1)
	s := &SQLite{db: db, queue: make(chan *request), closing: make(chan struct{})}
	if err := s.begin(); err != nil {
		return nil, errors.Join(fmt.Errorf("store: %s: %w", path, err), db.Close())
	}
	return s, nil
}

// address returns the URI of a file with the settings of each connection.
func address(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	full = filepath.ToSlash(full)
	if full[0] != '/' {
		full = "/" + full // a drive letter
	}
	settings := url.Values{
		"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)"},
		"_txlock": {"immediate"},
	}
	return "file://" + (&url.URL{Path: full}).EscapedPath() + "?" + settings.Encode(), nil
}

// begin migrates the tables and starts the writer.
func (s *SQLite) begin() error {
	ctx := context.Background()
	if err := migrate(ctx, s.db); err != nil {
		return err
	}
	w, err := newWriter(ctx, s.db)
	if err != nil {
		return err
	}
	s.writer = w
	s.written.Go(func() { s.failed = w.run(s.queue, s.closing) })
	return nil
}

func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Sub(migrations, "migration")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return err
	}
	has, knows, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if has > knows {
		return fmt.Errorf("made by a newer version of this program (tables %d, known %d): use that one", has, knows)
	}
	_, err = provider.Up(ctx)
	return err
}

// Append adds events to a match whose last event has number after (0 for a new
// match): all or none. The events have to be numbered from after+1. It returns
// when they are on disk. It returns [play.ErrStale] if after is not the number of
// the last event. If ctx ends before the writer takes the events, nothing is
// written; after that Append returns the outcome.
func (s *SQLite) Append(ctx context.Context, match string, after int, events []play.Event) error {
	if err := check(ctx, match, after, events); err != nil {
		return err
	}
	texts, err := encode(events)
	if err != nil {
		return err
	}
	e := &request{ctx: ctx, match: match, after: after, texts: texts, done: make(chan error, 1)}
	select {
	case s.queue <- e:
		return <-e.done
	case <-ctx.Done():
		return fmt.Errorf("store: %w", ctx.Err())
	case <-s.closing:
		return ErrClosed
	}
}

// Events returns the events of a match after event number after, none if there are
// no later ones. It returns [play.ErrNoMatch] if there is no such match.
func (s *SQLite) Events(ctx context.Context, match string, after int) ([]play.Event, error) {
	if s.closed() {
		return nil, ErrClosed
	}
	var events []play.Event
	for text, err := range s.texts(ctx, `SELECT event FROM events WHERE match = $1 AND seq > $2 ORDER BY seq`, match, after) {
		var e play.Event
		if err == nil {
			e, err = decode(text)
		}
		if err != nil {
			return nil, fmt.Errorf("store: match %s: %w", match, err)
		}
		events = append(events, e)
	}
	if len(events) > 0 {
		return events, nil
	}
	for _, err := range s.texts(ctx, `SELECT event FROM events WHERE match = $1 AND seq = 1`, match) {
		if err != nil {
			return nil, fmt.Errorf("store: match %s: %w", match, err)
		}
		return nil, nil
	}
	return nil, play.ErrNoMatch
}

// Matches returns the names of all matches, sorted. It ends after an error.
func (s *SQLite) Matches(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		if s.closed() {
			yield("", ErrClosed)
			return
		}
		for name, err := range s.texts(ctx, `SELECT match FROM events WHERE seq = 1 ORDER BY match`) {
			if err != nil {
				yield("", fmt.Errorf("store: %w", err))
				return
			}
			if !yield(name, nil) {
				return
			}
		}
	}
}

// texts returns the values of a query with one column. It ends after an error.
func (s *SQLite) texts(ctx context.Context, query string, args ...any) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		rows, err := s.db.QueryContext(ctx, query, args...)
		if err != nil {
			yield("", err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			var text string
			if err := rows.Scan(&text); err != nil {
				yield("", err)
				return
			}
			if !yield(text, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield("", err)
		}
	}
}

func (s *SQLite) closed() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

// Close waits for the writes in progress and closes the file. Every later call of
// another method returns [ErrClosed].
func (s *SQLite) Close() error {
	s.once.Do(func() {
		close(s.closing)
		s.written.Wait()
		if err := errors.Join(s.failed, s.db.Close()); err != nil {
			s.failed = fmt.Errorf("store: close: %w", err)
		}
	})
	return s.failed
}
