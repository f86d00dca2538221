package tables

import (
	"context"
	"database/sql"
	"io/fs"

	"rosette/server/store"
)

// Statements for reviews, which mean the same in SQLite and PostgreSQL.
const (
	readReview   = `SELECT body FROM reviews WHERE game = $1`
	putReview    = `INSERT INTO reviews (game, body) VALUES ($1, $2) ON CONFLICT (game) DO UPDATE SET body = excluded.body`
	removeReview = `DELETE FROM reviews WHERE game = $1`
)

// A ReviewTable holds finished game reviews, each as a text.
type ReviewTable struct{ db store.DB }

// Reviews returns the table of reviews.
func Reviews(db store.DB) ReviewTable { return ReviewTable{db} }

// Read returns a game's review, or [fs.ErrNotExist] if it does not exist.
func (t ReviewTable) Read(ctx context.Context, game string) ([]byte, error) {
	for text, err := range store.List(ctx, t.db, readReview, scanText, game) {
		return text, err
	}
	return nil, fs.ErrNotExist
}

// scanText reads a row with one text column.
func scanText(rows *sql.Rows) (text []byte, err error) {
	err = rows.Scan(&text)
	return text, err
}

// Write stores a game's review and replaces an earlier one.
func (t ReviewTable) Write(ctx context.Context, game string, text []byte) error {
	_, err := store.Do(ctx, t.db, putReview, game, string(text))
	return err
}

// Remove removes a game's review, if it exists.
func (t ReviewTable) Remove(ctx context.Context, game string) error {
	_, err := store.Do(ctx, t.db, removeReview, game)
	return err
}
