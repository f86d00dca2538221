package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"

	"rosette/play"
)

// maxBatch bounds the requests of one commit, and thereby how long the first of
// them waits.
const maxBatch = 1024

// A request is work that waits for the writer. Its outcome is sent on done, once.
type request struct {
	ctx context.Context
	// work returns in refused why it has changed nothing, and in failed an error of
	// the database, after which the whole group is rolled back.
	work func(w *writer) (refused, failed error)
	done chan error
}

// writer is the only writer of this process. Each commit waits for the disk, so it
// commits all waiting requests together.
type writer struct {
	conn     *sql.Conn
	file     *openFile
	prepared map[string]*sql.Stmt
	position int64 // of the last record, during a commit
	commits  atomic.Int64
}

func newWriter(ctx context.Context, db *sql.DB, file *openFile) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	return &writer{conn: conn, file: file, prepared: map[string]*sql.Stmt{}}, nil
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

// close closes the connection, the last of this process. If nobody else has the file
// open, the write-ahead log is written into it, and with it that nothing is missing
// there. If that cannot be done, as on a full disk, the log stays beside the file and
// nothing is lost.
func (w *writer) close() (err error) {
	if w.file.check() == nil {
		w.finish()
	}
	for _, s := range w.prepared {
		err = errors.Join(err, s.Close())
	}
	return errors.Join(err, w.conn.Close())
}

// finish is best effort, as the checkpoint of SQLite is when a database is closed.
func (w *writer) finish() {
	ctx := context.Background()
	if w.commit(func() error { _, err := w.Exec(closeLog); return err }) != nil {
		return
	}
	var mode string
	if _, err := w.conn.ExecContext(ctx, doNotWait); err == nil {
		err = w.conn.QueryRowContext(ctx, leaveWAL).Scan(&mode)
		if err == nil && mode != "wal" {
			return
		}
	}
	_ = w.commit(func() error { return nil }) // others use the file: it is not closed
}

// drain returns the other requests that wait at the moment.
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

// write commits a group of requests and answers each of them. If the commit fails,
// nothing of the group is stored.
func (w *writer) write(group []*request) {
	refused := make([]error, len(group))
	err := w.file.check()
	if err == nil {
		err = w.commit(func() error { return w.work(group, refused) })
	}
	if err == nil {
		err = w.file.check() // what was written to a file that is gone is not kept
	}
	for i, r := range group {
		if err != nil {
			r.done <- fmt.Errorf("store: not kept: %w", inWords(err))
			continue
		}
		r.done <- refused[i]
	}
}

// work does the work of a group within a transaction.
func (w *writer) work(group []*request, refused []error) error {
	if err := w.Query(readPosition).Scan(&w.position); err != nil {
		return err
	}
	before := w.position
	for i, r := range group {
		if err := r.ctx.Err(); err != nil {
			refused[i] = fmt.Errorf("store: %w", err)
			continue
		}
		var failed error
		if refused[i], failed = r.work(w); failed != nil {
			return failed
		}
	}
	if w.position == before {
		return nil
	}
	_, err := w.Exec(setPosition, w.position)
	return err
}

// commit runs work in a transaction that starts by locking the log.
func (w *writer) commit(work func() error) error {
	ctx := context.Background() // the commit serves the whole group: no single request may cancel it
	if _, err := w.conn.ExecContext(ctx, beginWriting); err != nil {
		return err
	}
	_, err := w.Exec(lockLog)
	if err == nil {
		err = work()
	}
	if err == nil {
		_, err = w.conn.ExecContext(ctx, "COMMIT")
	}
	if err == nil {
		w.commits.Add(1)
		return nil
	}
	// A full disk can make SQLite roll back by itself, and then this fails.
	// If the transaction does stay open, the next BEGIN fails.
	_, _ = w.conn.ExecContext(ctx, "ROLLBACK")
	return err
}

// statement prepares a statement once.
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
	s, err := w.statement(query)
	if err != nil {
		return 0, err
	}
	done, err := s.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

// Query implements [Tx].
func (w *writer) Query(query string, args ...any) Row {
	s, err := w.statement(query)
	if err != nil {
		return failedRow{err}
	}
	return s.QueryRowContext(context.Background(), args...)
}

// A failedRow is the row of a query that could not be prepared.
type failedRow struct{ err error }

// Scan returns the error.
func (r failedRow) Scan(...any) error { return r.err }

// appendRecords adds records to a stream. Only its first statement can find that
// another writer was first, because the log is locked.
func (w *writer) appendRecords(stream string, after int, records []Record, s play.Schedule) (refused, failed error) {
	last := after + len(records)
	var rows int64
	if after == 0 {
		rows, failed = w.Exec(openStream, stream, last, Nanoseconds(s.Deadline), Truth(s.Bot))
	} else {
		rows, failed = w.Exec(advanceStream, stream, last, Nanoseconds(s.Deadline), Truth(s.Bot), after)
	}
	if failed != nil {
		return nil, failed
	}
	if rows == 0 {
		return play.ErrStale, nil
	}
	for _, r := range records {
		w.position++
		_, failed = w.Exec(insertRecord, stream, r.Seq, w.position, r.Kind, r.Actor, Nanoseconds(r.At), r.Version, string(r.Body))
		if failed != nil {
			return nil, failed
		}
	}
	return nil, nil
}
