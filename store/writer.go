package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"rosette/play"
)

// maxBatch bounds the entries of one commit, and so how long the first of
// them waits.
const maxBatch = 1024

// insert adds an event if the last of its match is the one before it.
const insert = `INSERT INTO events (match, seq, event) SELECT $1, $2, $3
	WHERE (SELECT COALESCE(MAX(seq), 0) FROM events WHERE match = $1) = $2 - 1`

// An request waits to be written. Done hears once how it went.
type request struct {
	ctx   context.Context
	match string
	after int
	texts []string
	done  chan error
}

// A writer is the only one in this process who writes. Commits cost a wait for
// the disk each, so it takes all who wait into one.
type writer struct {
	conn   *sql.Conn
	insert *sql.Stmt
}

func newWriter(ctx context.Context, db *sql.DB) (*writer, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	stmt, err := conn.PrepareContext(ctx, insert)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &writer{conn, stmt}, nil
}

// run writes until closing, and everything that it has taken by then.
func (w *writer) run(queue <-chan *request, closing <-chan struct{}) error {
	for {
		select {
		case e := <-queue:
			w.write(append(drain(queue), e))
		case <-closing:
			return errors.Join(w.insert.Close(), w.conn.Close())
		}
	}
}

// drain takes who else waits right now.
func drain(queue <-chan *request) (group []*request) {
	for len(group) < maxBatch-1 {
		select {
		case e := <-queue:
			group = append(group, e)
		default:
			return group
		}
	}
	return group
}

// write writes a group in one commit and answers everybody in it. If the
// commit fails, nobody is told that his events are kept, and they are not.
func (w *writer) write(group []*request) {
	answers := make([]error, len(group))
	err := w.commit(func() error {
		for i, e := range group {
			answers[i] = e.ctx.Err()
			if answers[i] != nil {
				continue
			}
			kept, err := w.add(e)
			if err != nil {
				return err
			}
			if !kept {
				answers[i] = play.ErrStale
			}
		}
		return nil
	})
	for i, e := range group {
		switch {
		case err != nil:
			e.done <- fmt.Errorf("store: events not kept: %w", err)
		default:
			e.done <- answers[i]
		}
	}
}

// commit runs work in a transaction that begins by taking the file's write
// lock, so what it reads stays true until it ends.
func (w *writer) commit(work func() error) error {
	ctx := context.Background() // of all in the group: nobody's going away ends it
	if _, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := work()
	if err == nil {
		_, err = w.conn.ExecContext(ctx, "COMMIT")
	}
	if err == nil {
		return nil
	}
	// A full disk can make SQLite roll back by itself, and then this fails.
	// Should the transaction really stay open, the next BEGIN says so.
	_, _ = w.conn.ExecContext(ctx, "ROLLBACK")
	return err
}

// add adds the events of one entry, or none and false if another wrote first.
func (w *writer) add(e *request) (kept bool, err error) {
	for i, text := range e.texts {
		done, err := w.insert.ExecContext(context.Background(), e.match, e.after+1+i, text)
		if err != nil {
			return false, err
		}
		rows, err := done.RowsAffected()
		if err != nil {
			return false, err
		}
		if rows == 0 {
			return false, nil // only the first can fail: the lock is ours since
		}
	}
	return true, nil
}
