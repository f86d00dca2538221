package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"rosette/play"
)

// maxReaders bounds the number of concurrent reads, because each connection takes
// memory.
const maxReaders = 4

// SQLite is a store in a SQLite file. It uses write-ahead logging with full
// synchronization, so that accepted records survive power loss. A single goroutine
// writes and commits the requests that wait together. SQLite is safe for
// concurrent use, and several processes may open the same file.
type SQLite struct {
	db      *sql.DB
	read    sync.Map // *sql.Stmt by query, prepared when it is first asked
	queue   chan *request
	closing chan struct{}
	once    sync.Once
	writer  *writer
	written sync.WaitGroup
	failed  error // result of Close
	use     use
}

// use counts what a SQLite was used for.
type use struct{ reads, follows, appends atomic.Int64 }

// Use is how often a log was used since it was opened.
type Use struct {
	Reads   int64 // of streams
	Follows int64 // of records by position
	Appends int64 // that were accepted
	Commits int64 // of all that is written, each of which waits for the disk
}

// Use returns how often the log was used since it was opened.
func (s *SQLite) Use() Use {
	return Use{s.use.reads.Load(), s.use.follows.Load(), s.use.appends.Load(), s.writer.commits.Load()}
}

// OpenSQLite opens a store in a file, and creates or migrates the file if
// necessary; of a file that it migrates it first writes a backup beside it. It
// refuses a file of a newer version of the program. The log gets a line about a
// migration, and a warning about a file that was copied while it was in use.
func OpenSQLite(path string, log *slog.Logger) (*SQLite, error) {
	s, err := openSQLite(path, log)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", path, inWords(err))
	}
	return s, nil
}

func openSQLite(path string, log *slog.Logger) (*SQLite, error) {
	if err := checkPath(path); err != nil {
		return nil, err
	}
	_, err := os.Stat(walOf(path))
	without := errors.Is(err, os.ErrNotExist)
	address, err := address(path, writable)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(maxReaders + 1)
	db.SetMaxIdleConns(maxReaders + 1)
	s := &SQLite{db: db, queue: make(chan *request), closing: make(chan struct{})}
	if err := s.begin(path, without, log); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// begin migrates the tables and starts the writer.
func (s *SQLite) begin(path string, withoutWAL bool, log *slog.Logger) error {
	ctx := context.Background()
	if err := migrate(ctx, s.db, path, log); err != nil {
		return err
	}
	if withoutWAL {
		if err := warnOfCopy(ctx, s.db, path, log); err != nil {
			return err
		}
	}
	w, err := newWriter(ctx, s.db, nil)
	if err != nil {
		return err
	}
	if err := w.begin(ctx, path); err != nil {
		return errors.Join(err, w.conn.Close())
	}
	s.writer = w
	s.written.Go(func() { w.run(s.queue, s.closing) })
	return nil
}

// begin records in the file itself, and not only in its write-ahead log, that it is
// in use: a copy of the file alone is recognized by that.
func (w *writer) begin(ctx context.Context, path string) error {
	if err := w.commit(func() error { return nil }); err != nil {
		return err
	}
	if _, err := w.conn.ExecContext(ctx, checkpoint); err != nil {
		return err
	}
	file, err := watch(path)
	w.file = file
	return err
}

// write has the writer do some work and returns the outcome.
func (s *SQLite) write(ctx context.Context, work func(*writer) (refused, failed error)) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if s.closed() {
		return ErrClosed
	}
	r := &request{ctx: ctx, work: work, done: make(chan error, 1)}
	select {
	case s.queue <- r:
		return <-r.done
	case <-ctx.Done():
		return fmt.Errorf("store: %w", ctx.Err())
	case <-s.closing:
		return ErrClosed
	}
}

// Append implements [Log].
func (s *SQLite) Append(ctx context.Context, stream string, after int, records []Record, schedule play.Schedule) error {
	if err := checkAppend(ctx, stream, after, records); err != nil {
		return err
	}
	err := s.write(ctx, func(w *writer) (refused, failed error) {
		return w.appendRecords(stream, after, records, schedule)
	})
	if err == nil {
		s.use.appends.Add(1)
	}
	return err
}

// Read implements [Log].
func (s *SQLite) Read(ctx context.Context, stream string, after int) ([]Record, error) {
	s.use.reads.Add(1)
	var records []Record
	exists := false
	for rows, err := range s.Rows(ctx, readStream, stream, max(after, 1)) {
		r := Record{Stream: stream}
		if err == nil {
			err = scanRecord(rows, &r, nil)
		}
		if err != nil {
			return nil, fmt.Errorf("store: stream %s: %w", stream, err)
		}
		exists = true
		if r.Seq > after {
			records = append(records, r)
		}
	}
	if !exists {
		return nil, play.ErrNoMatch
	}
	return records, nil
}

// Since implements [Log].
func (s *SQLite) Since(ctx context.Context, position int64, limit int) ([]Record, error) {
	s.use.follows.Add(1)
	var records []Record
	for rows, err := range s.Rows(ctx, readSince, max(position, 0), max(limit, 0)) {
		var r Record
		if err == nil {
			err = scanRecord(rows, &r, &r.Stream)
		}
		if err != nil {
			return nil, fmt.Errorf("store: records after position %d: %w", position, err)
		}
		records = append(records, r)
	}
	return UntilGap(records, max(position, 0)), nil
}

// scanRecord reads a record, with its stream first if that is not nil.
func scanRecord(rows *sql.Rows, r *Record, stream *string) error {
	var at int64
	into := []any{&r.Seq, &r.Position, &r.Kind, &r.Actor, &at, &r.Version, &r.Body}
	if stream != nil {
		into = append([]any{stream}, into...)
	}
	err := rows.Scan(into...)
	r.At = TimeOf(at)
	return err
}

// Streams implements [Log].
func (s *SQLite) Streams(ctx context.Context) iter.Seq2[string, error] {
	return List(ctx, s, listStreams, func(rows *sql.Rows) (name string, err error) {
		err = rows.Scan(&name)
		return name, err
	})
}

// Schedules implements [Log].
func (s *SQLite) Schedules(ctx context.Context) iter.Seq2[play.Scheduled, error] {
	return List(ctx, s, listSchedules, func(rows *sql.Rows) (one play.Scheduled, err error) {
		var deadline, bot int64
		err = rows.Scan(&one.ID, &deadline, &bot)
		one.Deadline, one.Bot = TimeOf(deadline), bot != 0
		return one, err
	})
}

// Alive implements [Log].
func (s *SQLite) Alive(ctx context.Context, now time.Time, gap time.Duration) (last time.Time, err error) {
	err = s.write(ctx, func(w *writer) (refused, failed error) {
		var ns int64
		if err := w.Query(readAlive).Scan(&ns); err != nil {
			return nil, err
		}
		last = TimeOf(ns)
		if !last.IsZero() && gap > 0 && now.Sub(last) > gap {
			if err := w.addOutage(play.Outage{From: last, To: now}); err != nil {
				return nil, err
			}
		}
		if !now.After(last) {
			return nil, nil
		}
		_, err := w.Exec(setAlive, Nanoseconds(now))
		return nil, err
	})
	return last, err
}

// AddOutage implements [Log].
func (s *SQLite) AddOutage(ctx context.Context, o play.Outage) error {
	if err := checkOutage(o); err != nil {
		return err
	}
	return s.write(ctx, func(w *writer) (refused, failed error) { return nil, w.addOutage(o) })
}

func (w *writer) addOutage(o play.Outage) error {
	rows, err := w.Exec(addOutage, Nanoseconds(o.From), Nanoseconds(o.To))
	if err == nil && rows == 0 {
		_, err = w.Exec(widenOutage, Nanoseconds(o.From), Nanoseconds(o.To))
	}
	return err
}

// Outages implements [Log].
func (s *SQLite) Outages(ctx context.Context) (all []play.Outage, err error) {
	return Collect(List(ctx, s, listOutages, func(rows *sql.Rows) (play.Outage, error) {
		var from, to int64
		err := rows.Scan(&from, &to)
		return play.Outage{From: TimeOf(from), To: TimeOf(to)}, err
	}))
}

// Write implements [DB].
func (s *SQLite) Write(ctx context.Context, work func(Tx) (refused, failed error)) error {
	return s.write(ctx, func(w *writer) (refused, failed error) { return work(w) })
}

// Rows implements [DB].
func (s *SQLite) Rows(ctx context.Context, query string, args ...any) iter.Seq2[*sql.Rows, error] {
	return func(yield func(*sql.Rows, error) bool) {
		stmt, err := s.reader(ctx, query)
		if err != nil {
			yield(nil, err)
			return
		}
		rows, err := stmt.QueryContext(ctx, args...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			if !yield(rows, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// reader returns the prepared statement of a query, which it prepares when it is first
// asked.
func (s *SQLite) reader(ctx context.Context, query string) (*sql.Stmt, error) {
	if s.closed() {
		return nil, ErrClosed
	}
	if stmt, ok := s.read.Load(query); ok {
		return stmt.(*sql.Stmt), nil
	}
	stmt, err := s.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if first, already := s.read.LoadOrStore(query, stmt); already {
		return first.(*sql.Stmt), stmt.Close()
	}
	return stmt, nil
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
		for _, stmt := range s.read.Range {
			s.failed = errors.Join(s.failed, stmt.(*sql.Stmt).Close())
		}
		s.db.SetMaxIdleConns(-1) // closes those that read
		if err := errors.Join(s.failed, s.writer.close(), s.db.Close()); err != nil {
			s.failed = fmt.Errorf("store: close: %w", err)
		}
	})
	return s.failed
}
