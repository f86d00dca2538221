package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"time"
)

// keyHashPattern is what the hash of a key looks like: SHA-256 in hexadecimal digits.
var keyHashPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

// checkSession returns an error for a hash that is none, so that a secret is never
// stored by mistake.
func checkSession(keyHash, actor string) error {
	if !keyHashPattern.MatchString(keyHash) {
		return errors.New("store: the hash of a key: use SHA-256 in 64 hexadecimal digits")
	}
	if actor == "" {
		return errors.New("store: a session needs an actor")
	}
	return nil
}

// Sessions returns the sessions of the store.
func (s *SQLite) Sessions() Sessions { return sessionsInSQLite{s} }

type sessionsInSQLite struct{ s *SQLite }

func (t sessionsInSQLite) Actor(ctx context.Context, keyHash string) (string, error) {
	for actor, err := range list(ctx, t.s, readSession, scanText, keyHash) {
		return actor, err
	}
	return "", ErrNoSession
}

// scanText reads a row with one text.
func scanText(rows *sql.Rows) (text string, err error) {
	err = rows.Scan(&text)
	return text, err
}

func (t sessionsInSQLite) Create(ctx context.Context, keyHash, actor string, now time.Time) error {
	if err := checkSession(keyHash, actor); err != nil {
		return err
	}
	return t.s.write(ctx, func(w *writer) (refused, failed error) {
		rows, err := w.exec(createSession, keyHash, actor, nanoseconds(now))
		if err != nil || rows == 1 {
			return nil, err
		}
		var holder string
		if err := w.query(readSession, keyHash).Scan(&holder); err != nil {
			return nil, fmt.Errorf("session: %w", err)
		}
		if holder != actor {
			return ErrSessionExists, nil
		}
		return nil, nil
	})
}
