package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"os"
	"slices"
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
	read    map[string]*sql.Stmt // by query
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

// begin migrates the tables, prepares the statements and starts the writer.
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
	if err := s.prepare(ctx); err != nil {
		return err
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

// prepare prepares the statements that read.
func (s *SQLite) prepare(ctx context.Context) error {
	s.read = map[string]*sql.Stmt{}
	for _, query := range slices.Concat([]string{
		readStream, readSince, listStreams, listSchedules, listOutages, readProjection, listGames, listGamesOf,
		readOffer, listSeeks, listOffersOf, listRematches, listLines,
	}, accountQueries, ratingQueries) {
		stmt, err := s.db.PrepareContext(ctx, query)
		if err != nil {
			return err
		}
		s.read[query] = stmt
	}
	return nil
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
	for rows, err := range s.rows(ctx, readStream, stream, max(after, 1)) {
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
	for rows, err := range s.rows(ctx, readSince, max(position, 0), max(limit, 0)) {
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
	r.At = timeOf(at)
	return err
}

// Streams implements [Log].
func (s *SQLite) Streams(ctx context.Context) iter.Seq2[string, error] {
	return list(ctx, s, listStreams, func(rows *sql.Rows) (name string, err error) {
		err = rows.Scan(&name)
		return name, err
	})
}

// Schedules implements [Log].
func (s *SQLite) Schedules(ctx context.Context) iter.Seq2[play.Scheduled, error] {
	return list(ctx, s, listSchedules, func(rows *sql.Rows) (one play.Scheduled, err error) {
		var deadline, bot int64
		err = rows.Scan(&one.ID, &deadline, &bot)
		one.Deadline, one.Bot = timeOf(deadline), bot != 0
		return one, err
	})
}

// Alive implements [Log].
func (s *SQLite) Alive(ctx context.Context, now time.Time, gap time.Duration) (last time.Time, err error) {
	err = s.write(ctx, func(w *writer) (refused, failed error) {
		var ns int64
		if err := w.query(readAlive).Scan(&ns); err != nil {
			return nil, err
		}
		last = timeOf(ns)
		if !last.IsZero() && gap > 0 && now.Sub(last) > gap {
			if err := w.addOutage(play.Outage{From: last, To: now}); err != nil {
				return nil, err
			}
		}
		if !now.After(last) {
			return nil, nil
		}
		_, err := w.exec(setAlive, nanoseconds(now))
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
	rows, err := w.exec(addOutage, nanoseconds(o.From), nanoseconds(o.To))
	if err == nil && rows == 0 {
		_, err = w.exec(widenOutage, nanoseconds(o.From), nanoseconds(o.To))
	}
	return err
}

// Outages implements [Log].
func (s *SQLite) Outages(ctx context.Context) (all []play.Outage, err error) {
	return collect(list(ctx, s, listOutages, func(rows *sql.Rows) (play.Outage, error) {
		var from, to int64
		err := rows.Scan(&from, &to)
		return play.Outage{From: timeOf(from), To: timeOf(to)}, err
	}))
}

// collect returns everything that is listed, or the error that ends the list.
func collect[T any](listed iter.Seq2[T, error]) (all []T, err error) {
	for one, err := range listed {
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// list yields what scan reads from each row of a prepared query. It ends after an
// error.
func list[T any](ctx context.Context, s *SQLite, query string, scan func(*sql.Rows) (T, error), args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for rows, err := range s.rows(ctx, query, args...) {
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

// rows yields the rows of a prepared query. It ends after an error.
func (s *SQLite) rows(ctx context.Context, query string, args ...any) iter.Seq2[*sql.Rows, error] {
	return func(yield func(*sql.Rows, error) bool) {
		if s.closed() {
			yield(nil, ErrClosed)
			return
		}
		rows, err := s.read[query].QueryContext(ctx, args...)
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
		for _, stmt := range s.read {
			s.failed = errors.Join(s.failed, stmt.Close())
		}
		s.db.SetMaxIdleConns(-1) // closes those that read
		if err := errors.Join(s.failed, s.writer.close(), s.db.Close()); err != nil {
			s.failed = fmt.Errorf("store: close: %w", err)
		}
	})
	return s.failed
}
