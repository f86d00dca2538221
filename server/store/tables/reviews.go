package tables

import (
	"context"
	"database/sql"
	"io/fs"

	"rosette/server/store"
)

// A ReviewTable is the reviews of games that are done, each a text.
type ReviewTable interface {
	// Read returns the review of a game, [fs.ErrNotExist] if there is none.
	Read(ctx context.Context, game string) ([]byte, error)

	// Write keeps the review of a game in place of an earlier one.
	Write(ctx context.Context, game string, text []byte) error

	// Remove removes the review of a game, if there is one.
	Remove(ctx context.Context, game string) error
}

// Statements of reviews, which mean the same to SQLite and PostgreSQL.
const (
	readReview   = `SELECT body FROM reviews WHERE game = $1`
	putReview    = `INSERT INTO reviews (game, body) VALUES ($1, $2) ON CONFLICT (game) DO UPDATE SET body = excluded.body`
	removeReview = `DELETE FROM reviews WHERE game = $1`
)

// Reviews returns the reviews in a store.
func Reviews(s store.Store) ReviewTable {
	return of(s, func(db store.DB) ReviewTable { return reviewsInSQL{db} }, func(m *memory) ReviewTable { return reviewsInMemory{m} })
}

type reviewsInSQL struct{ db store.DB }

func (t reviewsInSQL) Read(ctx context.Context, game string) ([]byte, error) {
	for text, err := range store.List(ctx, t.db, readReview, scanText, game) {
		return text, err
	}
	return nil, fs.ErrNotExist
}

// scanText reads a row with one text.
func scanText(rows *sql.Rows) (text []byte, err error) {
	err = rows.Scan(&text)
	return text, err
}

func (t reviewsInSQL) Write(ctx context.Context, game string, text []byte) error {
	_, err := store.Do(ctx, t.db, putReview, game, string(text))
	return err
}

func (t reviewsInSQL) Remove(ctx context.Context, game string) error {
	_, err := store.Do(ctx, t.db, removeReview, game)
	return err
}

type reviewsInMemory struct{ m *memory }

func (t reviewsInMemory) Read(ctx context.Context, game string) (text []byte, err error) {
	err = t.m.Reading(ctx, func() error {
		kept, ok := t.m.reviews[game]
		if !ok {
			return fs.ErrNotExist
		}
		text = []byte(kept)
		return nil
	})
	return text, err
}

func (t reviewsInMemory) Write(ctx context.Context, game string, text []byte) error {
	return t.m.Writing(ctx, func() error { t.m.reviews[game] = string(text); return nil })
}

func (t reviewsInMemory) Remove(ctx context.Context, game string) error {
	return t.m.Writing(ctx, func() error { delete(t.m.reviews, game); return nil })
}
