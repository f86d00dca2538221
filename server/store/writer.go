package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"
	"time"

	"rosette/play"
)

// maxBatch limits the requests in one commit, and thereby how long the first waits.
const maxBatch = 1024

// A request is either work for the writer or an append to a stream. The writer sends its outcome on
// done, once.
type request struct {
	ctx context.Context
	// work returns refused if it has changed nothing, or failed after a database error, which rolls
	// back the whole group.
	work  func(w *writer) (refused, failed error)
	added *added
	long  bool // has no time limit; requests in the same group wait
	done  chan error
}

// added holds the arguments to [Log.Append].
type added struct {
	stream   string
	after    int
	records  []Record
	schedule play.Schedule
}

// A writer is the only writer in this process. Each commit waits for the disk, so the writer
// commits all waiting requests together.
type writer struct {
	engine   *Engine
	conn     *sql.Conn // nil if not connected
	ctx      context.Context
	prepared map[string]*sql.Stmt
	position int64 // position of the last record, during a commit
	commits  atomic.Int64
}

// connect opens a connection unless there is one.
func (w *writer) connect(ctx context.Context) (err error) {
	if w.conn == nil {
		w.conn, err = w.engine.DB.Conn(ctx)
	}
	return err
}

// disconnect drops the connection. It ignores the error, because the connection has already ended.
func (w *writer) disconnect() {
	clear(w.prepared)
	if w.conn != nil {
		_ = w.conn.Close()
		w.conn = nil
	}
}

// run writes requests until closing is closed.
func (w *writer) run(queue <-chan *request, closing <-chan struct{}) {
	for {
		select {
		case r := <-queue:
			w.write(append(drain(queue), r))
		case <-closing:
			return
		}
	}
}

// close closes the connection, this process's last one.
func (w *writer) close() (err error) {
	if w.engine.finish != nil {
		w.engine.finish(w)
	}
	for _, s := range w.prepared {
		err = errors.Join(err, s.Close())
	}
	if w.conn == nil {
		return err
	}
	return errors.Join(err, w.conn.Close())
}

// drain returns the other waiting requests.
func drain(queue <-chan *request) (group []*request) {
	for len(group) < maxBatch-1 {
		select {
		case r := <-queue:
			group = append(group, r)
		default:
			return group
		}
	}
	return group
}

// commitGroup commits a group of requests. refused[i] becomes the error of a request that
// the commit leaves out.
func (w *writer) commitGroup(group []*request, refused []error) error {
	if err := w.engine.check(); err != nil {
		return err
	}
	wait := w.engine.Wait
	if slices.ContainsFunc(group, func(r *request) bool { return r.long }) {
		wait = 0
	}
	if err := w.commit(wait, func() error { return w.work(group, refused) }); err != nil {
		return err
	}
	return w.engine.check() // a write to a file that was removed is lost
}

// errUncertain is joined to an error that leaves a commit's outcome unknown.
var errUncertain = errors.New("the connection was lost during the commit")

// write commits a group of requests and sends each its outcome. If the commit fails, nothing in the
// group is stored, unless the error includes errUncertain.
func (w *writer) write(group []*request) {
	refused := make([]error, len(group))
	err := w.commitGroup(group, refused)
	kept := "not kept"
	if errors.Is(err, errUncertain) {
		kept = "perhaps not kept"
	}
	for i, r := range group {
		if err != nil {
			r.done <- fmt.Errorf("store: %s: %w", kept, w.engine.explain(err))
			continue
		}
		r.done <- refused[i]
	}
}

// work does a group's work within a transaction. It combines consecutive appends to different
// streams.
func (w *writer) work(group []*request, refused []error) error {
	before := w.position
	var together []int // indexes in group
	streams := map[string]bool{}
	for i, r := range group {
		if err := r.ctx.Err(); err != nil {
			refused[i] = fmt.Errorf("store: %w", err)
			continue
		}
		if r.added == nil || streams[r.added.stream] {
			if err := w.add(group, together, refused); err != nil {
				return err
			}
			together = together[:0]
			clear(streams)
		}
		if r.added != nil {
			together, streams[r.added.stream] = append(together, i), true
			continue
		}
		var failed error
		if refused[i], failed = r.work(w); failed != nil {
			return failed
		}
	}
	if err := w.add(group, together, refused); err != nil || w.position == before {
		return err
	}
	_, err := w.Exec(setPosition, w.position)
	return err
}

// add adds records to different streams. Only the first statement for each stream can find that
// another writer was first, because the log is locked.
func (w *writer) add(group []*request, together []int, refused []error) error {
	var open, insert []Step
	for _, i := range together {
		a := group[i].added
		step := Step{
			openStream,
			[]any{
				a.stream, a.after + len(a.records), Nanoseconds(a.schedule.Deadline), Truth(a.schedule.Bot),
				a.schedule.Epoch,
			},
		}
		if a.after > 0 {
			step = Step{advanceStream, append(step.Args, a.after)}
		}
		open = append(open, step)
	}
	opened, err := w.steps(open)
	if err != nil {
		return err
	}
	for n, i := range together {
		if opened[n] == 0 {
			refused[i] = play.ErrStale
			continue
		}
		a := group[i].added
		for _, r := range a.records {
			w.position++
			insert = append(insert, Step{insertRecord, []any{
				a.stream, r.Seq, w.position, r.Kind, r.Actor, Nanoseconds(r.At), r.Version, string(r.Body),
			}})
		}
	}
	_, err = w.steps(insert)
	return err
}

// begin begins a transaction. It replaces a connection that has ended since the last one, and ended
// connections in the pool.
func (w *writer) begin() error {
	for tries := 2 + w.engine.DB.Stats().OpenConnections; ; tries-- {
		if err := w.connect(w.ctx); err != nil {
			return err
		}
		_, err := w.conn.ExecContext(w.ctx, w.engine.Begin)
		if err == nil || !w.engine.Remote {
			return err
		}
		if w.disconnect(); tries == 0 {
			return err
		}
	}
}

// commit runs work in a transaction that starts by locking the log. It cancels the transaction
// after wait, unless wait is 0.
func (w *writer) commit(wait time.Duration, work func() error) error {
	w.ctx = context.Background() // the commit serves the whole group: no single request may cancel it
	if wait > 0 {
		var done context.CancelFunc
		w.ctx, done = context.WithTimeout(w.ctx, wait)
		defer done()
	}
	if w.engine.single != nil {
		w.engine.single.Lock()
		defer w.engine.single.Unlock()
	}
	if err := w.begin(); err != nil {
		return err
	}
	err := w.transact(work)
	if err == nil {
		w.commits.Add(1)
		return nil
	}
	// On a full disk SQLite may already have rolled back, which makes this statement fail. If the
	// transaction remains open, the next BEGIN fails.
	if _, failed := w.conn.ExecContext(w.ctx, "ROLLBACK"); failed != nil && w.engine.Remote {
		w.disconnect()
	}
	return err
}

// transact locks the log, calls work and commits the transaction that has begun.
func (w *writer) transact(work func() error) error {
	if err := w.Query(lockLog).Scan(&w.position); err != nil {
		return err
	}
	if err := work(); err != nil {
		return err
	}
	return w.engine.commit(w.ctx, w.conn)
}

// steps executes statements in order and returns the number of rows that each changed.
func (w *writer) steps(steps []Step) (rows []int64, err error) {
	if w.engine.Pipeline != nil && len(steps) > 1 {
		for i := range steps {
			steps[i].Args = w.engine.arguments(steps[i].Args)
		}
		return w.engine.Pipeline(w.ctx, w.conn, steps)
	}
	rows = make([]int64, len(steps))
	for i, s := range steps {
		if rows[i], err = w.Exec(s.Query, s.Args...); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// statement returns a prepared statement. It prepares each query once.
func (w *writer) statement(query string) (*sql.Stmt, error) {
	if s, ok := w.prepared[query]; ok {
		return s, nil
	}
	s, err := w.conn.PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	w.prepared[query] = s
	return s, nil
}

// Exec implements [Tx].
func (w *writer) Exec(query string, args ...any) (int64, error) {
	args = w.engine.arguments(args)
	var done sql.Result
	var err error
	if w.engine.Remote {
		done, err = w.conn.ExecContext(w.ctx, query, args...)
	} else if s, failed := w.statement(query); failed == nil {
		done, err = s.ExecContext(w.ctx, args...)
	} else {
		err = failed
	}
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

// Query implements [Tx].
func (w *writer) Query(query string, args ...any) Row { return firstRow{w, query, args} }

// A firstRow is a query's first row. The query runs in Scan.
type firstRow struct {
	w     *writer
	query string
	args  []any
}

// Scan implements [Row].
func (r firstRow) Scan(into ...any) error {
	rows, err := r.w.rows(r.query, r.args...)
	if err != nil {
		return err
	}
	if rows.Next() {
		return errors.Join(rows.Scan(into...), rows.Close())
	}
	return cmp.Or(errors.Join(rows.Err(), rows.Close()), sql.ErrNoRows)
}

// Rows implements [Tx].
func (w *writer) Rows(query string, args ...any) iter.Seq2[*sql.Rows, error] {
	return eachRow(func() (*sql.Rows, error) { return w.rows(query, args...) }, w.engine.explain)
}

// rows runs a query.
func (w *writer) rows(query string, args ...any) (*sql.Rows, error) {
	args = w.engine.arguments(args)
	if w.engine.Remote {
		return w.conn.QueryContext(w.ctx, query, args...)
	}
	s, err := w.statement(query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(w.ctx, args...)
}
