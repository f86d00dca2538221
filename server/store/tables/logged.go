package tables

import (
	"context"

	"rosette/play"
	"rosette/server/moderation"
	"rosette/server/store"
)

// Logged returns a store whose writes add e to the moderators' log in the same transaction.
// This holds for tables and for appends to the event log. A refused write adds no entry.
func Logged(s store.Store, e moderation.Entry) store.Store { return loggedStore{s, e} }

type loggedStore struct {
	store.Store
	entry moderation.Entry
}

// Write implements [store.DB].
func (l loggedStore) Write(ctx context.Context, work func(store.Tx) (refused, failed error)) error {
	return l.Store.Write(ctx, func(tx store.Tx) (refused, failed error) {
		if refused, failed := work(tx); refused != nil || failed != nil {
			return refused, failed
		}
		return nil, l.log(tx)
	})
}

// Append implements [store.Log].
func (l loggedStore) Append(
	ctx context.Context, stream string, after int, records []store.Record, s play.Schedule,
) error {
	return l.Store.AppendWith(ctx, stream, after, records, s, l.log)
}

// AppendWith implements [store.DB].
func (l loggedStore) AppendWith(
	ctx context.Context, stream string, after int, records []store.Record, s play.Schedule, work func(store.Tx) error,
) error {
	return l.Store.AppendWith(ctx, stream, after, records, s, func(tx store.Tx) error {
		if err := work(tx); err != nil {
			return err
		}
		return l.log(tx)
	})
}

// log adds the entry with the next number.
func (l loggedStore) log(tx store.Tx) error {
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
