package tables

import (
	"context"
	"database/sql"
	"iter"

	"rosette/moderation"
	"rosette/play"
	"rosette/store"
)

// Logged returns a store through which a moderator acts. Each change of a table and each
// append to the log of events is stored in one transaction with an entry of the log of
// moderators, so that there is no act without its entry and no entry without its act. A
// change that is refused has no entry.
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

// changeOr executes a statement in a transaction of its own, which is refused if it changes
// no row.
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

// Writing hides that of the store: it logs the entry with what is written.
func (m *memory) Writing(ctx context.Context, write func() error) error {
	return m.Memory.Writing(ctx, func() error {
		if err := write(); err != nil {
			return err
		}
		m.log()
		return nil
	})
}

// log adds the entry, if there is one.
func (m *memory) log() {
	if m.entry != nil {
		e := storedEntry(*m.entry)
		e.Number = len(m.entries) + 1
		m.entries = append(m.entries, e)
	}
}
