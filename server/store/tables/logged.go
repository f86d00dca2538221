package tables

import (
	"context"
	"database/sql"
	"iter"

	"rosette/play"
	"rosette/server/moderation"
	"rosette/server/store"
)

// Logged returns a store whose writes add e to the moderators' log in the same transaction.
// This holds for tables and for appends to the event log. A refused write adds no entry.
func Logged(s store.Store, e moderation.Entry) store.Store {
	return of(s,
		func(db store.DB) store.Store { return loggedInSQL{s, db, e} },
		func(m *memory) store.Store { return loggedInMemory{m.Memory, e} })
}

// loggedInSQL is a [store.Store] and a [store.DB].
type loggedInSQL struct {
	store.Store
	db    store.DB
	entry moderation.Entry
}

// Rows implements [store.DB].
func (l loggedInSQL) Rows(ctx context.Context, query string, args ...any) iter.Seq2[*sql.Rows, error] {
	return l.db.Rows(ctx, query, args...)
}

// Write implements [store.DB].
func (l loggedInSQL) Write(ctx context.Context, work func(store.Tx) (refused, failed error)) error {
	return l.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		if refused, failed := work(tx); refused != nil || failed != nil {
			return refused, failed
		}
		return nil, l.log(tx)
	})
}

// Append implements [store.Log].
func (l loggedInSQL) Append(ctx context.Context, stream string, after int, records []store.Record, s play.Schedule) error {
	return l.db.AppendWith(ctx, stream, after, records, s, l.log)
}

// AppendWith implements [store.DB].
func (l loggedInSQL) AppendWith(
	ctx context.Context, stream string, after int, records []store.Record, s play.Schedule, work func(store.Tx) error,
) error {
	return l.db.AppendWith(ctx, stream, after, records, s, func(tx store.Tx) error {
		if err := work(tx); err != nil {
			return err
		}
		return l.log(tx)
	})
}

// log adds the entry with the next number.
func (l loggedInSQL) log(tx store.Tx) error {
	e := storedEntry(l.entry)
	if err := tx.Query(lastEntry).Scan(&e.Number); err != nil {
		return err
	}
	e.Number++
	body, err := bodyOf(e)
	if err != nil {
		return err
	}
	_, err = tx.Exec(insertEntry, e.Number, store.Nanoseconds(e.At), body)
	return err
}

// changeOr executes a statement in its own transaction. It returns refusal if no row changes.
func changeOr(ctx context.Context, db store.DB, refusal error, query string, args ...any) error {
	return db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		rows, err := tx.Exec(query, args...)
		if err == nil && rows == 0 {
			return refusal, nil
		}
		return nil, err
	})
}

type loggedInMemory struct {
	*store.Memory
	entry moderation.Entry
}

// Append implements [store.Log].
func (l loggedInMemory) Append(ctx context.Context, stream string, after int, records []store.Record, s play.Schedule) error {
	m := &memory{besides(l.Memory), &l.entry}
	return l.AppendWith(ctx, stream, after, records, s, func() error { m.log(); return nil })
}

// Writing shadows [store.Memory.Writing] and adds the entry.
func (m *memory) Writing(ctx context.Context, write func() error) error {
	return m.Memory.Writing(ctx, func() error {
		if err := write(); err != nil {
			return err
		}
		m.log()
		return nil
	})
}

// log adds the entry, if any.
func (m *memory) log() {
	if m.entry != nil {
		e := storedEntry(*m.entry)
		e.Number = len(m.entries) + 1
		m.entries = append(m.entries, e)
	}
}
