package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"sync"
	"sync/atomic"
	"time"

	"rosette/play"
)

// An Engine holds the parts that differ between SQL databases. All other statements are common SQL.
type Engine struct {
	DB    *sql.DB
	Begin string // begins a transaction that writes

	// Explain adds an explanation to a database error if its own text is unclear.
	Explain func(error) error

	// Check returns an error if data written now would be lost. It is called before and after each
	// commit, unless it is nil.
	Check func() error

	// Remote means that the database is another process, whose connections may end. The writer then
	// opens new connections and cancels a commit that takes longer than Wait.
	Remote bool
	Wait   time.Duration

	// Commit commits a transaction. If it is nil, the statement COMMIT is used.
	Commit func(ctx context.Context, c *sql.Conn) error

	// Pipeline executes steps in order without waiting for each, and returns the number of rows
	// that each changed. If it is nil, the steps are executed one by one.
	Pipeline func(ctx context.Context, c *sql.Conn, steps []Step) (rows []int64, err error)

	// Argument converts an argument for the database, unless it is nil.
	Argument func(any) any

	finish func(*writer) // called before the writer's connection is closed

	// single is locked during reads and writes if the database has one connection.
	single *sync.Mutex
}

// arguments converts a statement's arguments for the database.
func (e *Engine) arguments(args []any) []any {
	if e.Argument == nil {
		return args
	}
	taken := make([]any, len(args))
	for i, arg := range args {
		taken[i] = e.Argument(arg)
	}
	return taken
}

// check calls Check.
func (e *Engine) check() error {
	if e.Check == nil {
		return nil
	}
	return e.Check()
}

// commit commits a transaction.
func (e *Engine) commit(ctx context.Context, c *sql.Conn) error {
	if e.Commit == nil {
		_, err := c.ExecContext(ctx, "COMMIT")
		return err
	}
	err := e.Commit(ctx, c)
	if err != nil {
		err = fmt.Errorf("%w: %w", errUncertain, err)
	}
	return err
}

// explain calls Explain.
func (e *Engine) explain(err error) error {
	if e.Explain == nil || err == nil {
		return err
	}
	return e.Explain(err)
}

// SQL is a store in an SQL database. A single goroutine writes and commits waiting requests
// together. SQL is safe for concurrent use, and several processes may use one database: each
// transaction that writes first locks the log, so that positions are committed in order.
type SQL struct {
	engine  Engine
	read    sync.Map // *sql.Stmt by query, prepared on first use, unless the engine is remote
	queue   chan *request
	closing chan struct{}
	once    sync.Once
	writer  *writer
	written sync.WaitGroup
	failed  error // result of Close
	use     use
}

// use counts a store's operations.
type use struct{ reads, follows, appends atomic.Int64 }

// Use counts operations since the log was opened.
type Use struct {
	Reads   int64 // reads of streams
	Follows int64 // reads of records by position
	Appends int64 // accepted appends
	Commits int64 // commits of any kind; each waits for the disk
}

// Use returns the operations since the log was opened.
func (s *SQL) Use() Use {
	return Use{s.use.reads.Load(), s.use.follows.Load(), s.use.appends.Load(), s.writer.commits.Load()}
}

// NewSQL returns a store in a migrated database and starts its writer. Closing the store closes the
// database.
func NewSQL(ctx context.Context, e Engine) (*SQL, error) {
	s := &SQL{engine: e, queue: make(chan *request), closing: make(chan struct{})}
	s.writer = &writer{engine: &s.engine, prepared: map[string]*sql.Stmt{}}
	if err := s.writer.connect(ctx); err != nil {
		return nil, err
	}
	s.written.Go(func() { s.writer.run(s.queue, s.closing) })
	return s, nil
}

// ask sends a request to the writer and returns its outcome.
func (s *SQL) ask(r *request) error {
	if err := r.ctx.Err(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if s.closed() {
		return ErrClosed
	}
	r.done = make(chan error, 1)
	select {
	case s.queue <- r:
		return <-r.done
	case <-r.ctx.Done():
		return fmt.Errorf("store: %w", r.ctx.Err())
	case <-s.closing:
		return ErrClosed
	}
}

// write runs work in the writer and returns its outcome.
func (s *SQL) write(ctx context.Context, work func(*writer) (refused, failed error)) error {
	return s.ask(&request{ctx: ctx, work: work})
}

// Append implements [Log].
func (s *SQL) Append(ctx context.Context, stream string, after int, records []Record, schedule play.Schedule) error {
	if err := checkAppend(ctx, stream, after, records); err != nil {
		return err
	}
	err := s.ask(&request{ctx: ctx, added: &added{stream, after, records, schedule}})
	if err == nil {
		s.use.appends.Add(1)
	}
	return err
}

// AppendWith implements [DB].
func (s *SQL) AppendWith(
	ctx context.Context, stream string, after int, records []Record, schedule play.Schedule, work func(Tx) error,
) error {
	if err := checkAppend(ctx, stream, after, records); err != nil {
		return err
	}
	err := s.write(ctx, func(w *writer) (refused, failed error) {
		outcome := make([]error, 1)
		err := w.add([]*request{{added: &added{stream, after, records, schedule}}}, []int{0}, outcome)
		if err != nil || outcome[0] != nil {
			return outcome[0], err
		}
		return nil, work(w)
	})
	if err == nil {
		s.use.appends.Add(1)
	}
	return err
}

// Read implements [Log].
func (s *SQL) Read(ctx context.Context, stream string, after int) ([]Record, error) {
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
func (s *SQL) Since(ctx context.Context, position int64, limit int) ([]Record, error) {
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

// scanRecord reads a record, preceded by its stream if stream is not nil.
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
func (s *SQL) Streams(ctx context.Context) iter.Seq2[string, error] {
	return listed(ctx, s, listStreams, scanText)
}

// Schedules implements [Log].
func (s *SQL) Schedules(ctx context.Context) iter.Seq2[play.ScheduledMatch, error] {
	return listed(ctx, s, listSchedules, scanScheduled)
}

// scanScheduled reads a stream's schedule.
func scanScheduled(rows *sql.Rows) (one play.ScheduledMatch, err error) {
	var deadline, bot int64
	err = rows.Scan(&one.ID, &one.Seq, &deadline, &bot, &one.Epoch)
	one.Deadline, one.Bot = TimeOf(deadline), bot != 0
	return one, err
}

// Writable commits an empty change and returns any error.
func (s *SQL) Writable(ctx context.Context) error {
	_, err := Do(ctx, s, touchLog)
	return err
}

// Alive implements [Log].
func (s *SQL) Alive(ctx context.Context, now time.Time, gap time.Duration) (last time.Time, err error) {
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
func (s *SQL) AddOutage(ctx context.Context, o play.Outage) error {
	if err := checkOutage(o); err != nil {
		return err
	}
	return s.write(ctx, func(w *writer) (refused, failed error) { return nil, w.addOutage(o) })
}

// checkOutage returns an error unless o ends after it begins.
func checkOutage(o play.Outage) error {
	if !o.To.After(o.From) {
		return fmt.Errorf("store: an outage from %v to %v: it must end after it begins", o.From, o.To)
	}
	return nil
}

func (w *writer) addOutage(o play.Outage) error {
	rows, err := w.Exec(addOutage, Nanoseconds(o.From), Nanoseconds(o.To))
	if err == nil && rows == 0 {
		_, err = w.Exec(widenOutage, Nanoseconds(o.From), Nanoseconds(o.To))
	}
	return err
}

// Outages implements [Log].
func (s *SQL) Outages(ctx context.Context) (all []play.Outage, err error) {
	return Collect(List(ctx, s, listOutages, func(rows *sql.Rows) (play.Outage, error) {
		var from, to int64
		err := rows.Scan(&from, &to)
		return play.Outage{From: TimeOf(from), To: TimeOf(to)}, err
	}))
}

// Write implements [DB].
func (s *SQL) Write(ctx context.Context, work func(Tx) (refused, failed error)) error {
	return s.write(ctx, func(w *writer) (refused, failed error) { return work(w) })
}

// WriteAtLength is Write for work that may take long. Meanwhile other writes wait.
func (s *SQL) WriteAtLength(ctx context.Context, work func(Tx) (refused, failed error)) error {
	return s.ask(&request{ctx: ctx, long: true, work: func(w *writer) (refused, failed error) { return work(w) }})
}

// Rows implements [DB].
func (s *SQL) Rows(ctx context.Context, query string, args ...any) iter.Seq2[*sql.Rows, error] {
	if s.engine.single != nil {
		return s.singleRows(ctx, query, args)
	}
	return eachRow(func() (*sql.Rows, error) { return s.query(ctx, query, s.engine.arguments(args)) }, s.engine.explain)
}

// eachRow yields the rows from a query. It explains errors.
func eachRow(query func() (*sql.Rows, error), explain func(error) error) iter.Seq2[*sql.Rows, error] {
	return func(yield func(*sql.Rows, error) bool) {
		rows, err := query()
		if err != nil {
			yield(nil, explain(err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			if !yield(rows, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, explain(err))
		}
	}
}

// query runs a query on a free connection. A remote database's driver prepares frequent statements
// itself.
func (s *SQL) query(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	if s.closed() {
		return nil, ErrClosed
	}
	if s.engine.Remote {
		return s.engine.DB.QueryContext(ctx, query, args...)
	}
	stmt, err := s.reader(ctx, query)
	if err != nil {
		return nil, err
	}
	return stmt.QueryContext(ctx, args...)
}

// reader returns a query's prepared statement. It prepares each query on first use.
func (s *SQL) reader(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt, ok := s.read.Load(query); ok {
		return stmt.(*sql.Stmt), nil
	}
	stmt, err := s.engine.DB.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if first, already := s.read.LoadOrStore(query, stmt); already {
		return first.(*sql.Stmt), stmt.Close()
	}
	return stmt, nil
}

func (s *SQL) closed() bool {
	select {
	case <-s.closing:
		return true
	default:
		return false
	}
}

// Close waits for the writes in progress and closes the database. Later calls to other methods
// return [ErrClosed].
func (s *SQL) Close() error {
	s.once.Do(func() {
		close(s.closing)
		s.written.Wait()
		for _, stmt := range s.read.Range {
			s.failed = errors.Join(s.failed, stmt.(*sql.Stmt).Close())
		}
		s.engine.DB.SetMaxIdleConns(-1) // closes the readers
		if err := errors.Join(s.failed, s.writer.close(), s.engine.DB.Close()); err != nil {
			s.failed = fmt.Errorf("store: close: %w", err)
		}
	})
	return s.failed
}
