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

// maxReaders bounds how many read at once; a connection costs memory.
const maxReaders = 4

// SQLite is a journal in one file: WAL, synchronous FULL, so that what was
// accepted outlives the machine. One goroutine writes, many events a commit.
// It is safe for concurrent use; several processes may share the file.
type SQLite struct {
	db      *sql.DB
	queue   chan *request
	closing chan struct{}
	once    sync.Once
	writer  *writer
	written sync.WaitGroup
	failed  error // of Close
}

// OpenSQLite opens the journal in that file and makes it if it is not there.
func OpenSQLite(path string) (*SQLite, error) {
	address, err := address(path)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", path, err)
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

// address is the path as a URI that carries the settings of each connection.
func address(path string) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	full = filepath.ToSlash(full)
	if full[0] != '/' {
		full = "/" + full // a drive's letter
	}
	settings := url.Values{
		"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)"},
		"_txlock": {"immediate"},
	}
	return "file://" + (&url.URL{Path: full}).EscapedPath() + "?" + settings.Encode(), nil
}

// begin brings the tables up to date and starts the writer.
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

// Append adds the events of a match whose last event is number after, all or
// none. It returns [play.ErrStale] if that is no longer its last. A context
// that ends keeps it from beginning; once begun it tells how it went.
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

// Events returns what came after event number after, and [play.ErrNoMatch] if
// there is no such match.
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

// Matches returns the names of all matches in their order. An error ends them.
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

// texts returns the only column of a query. An error ends it.
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

// Close writes what is under way and closes the file.
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
