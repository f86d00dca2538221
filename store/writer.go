package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"rosette/play"
)

// maxBatch bounds the requests of one commit, and thereby how long the first of
// them waits.
const maxBatch = 1024

// insert adds an event if its predecessor is the last event of the match.
const insert = `INSERT INTO events (match, seq, event) SELECT $1, $2, $3
	WHERE (SELECT COALESCE(MAX(seq), 0) FROM events WHERE match = $1) = $2 - 1`

// request is an Append that waits to be written. Its outcome is sent on done,
// once.
type request struct {
	ctx   context.Context
	match string
	after int
	texts []string
	done  chan error
}

// writer is the only writer of this process. Each commit waits for the disk, so it
// commits all waiting requests together.
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

// run writes requests until closing is closed.
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

// drain returns the other requests that wait at the moment.
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

// write commits a group of requests and answers each of them. If the commit fails,
// none of their events is stored.
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

// commit runs work in a transaction that starts by taking the write lock of the
// file, so that what it reads holds until it ends.
func (w *writer) commit(work func() error) error {
	ctx := context.Background() // the commit serves the whole group: no single request may cancel it
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
	// If the transaction does stay open, the next BEGIN fails.
	_, _ = w.conn.ExecContext(ctx, "ROLLBACK")
	return err
}

// add adds the events of a request. It returns false, and adds none, if another
// process wrote first.
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
			return false, nil // only the first event can fail: the lock is held
		}
	}
	return true, nil
}
