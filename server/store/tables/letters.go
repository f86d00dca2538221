package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"rosette/server/notice"
	"rosette/server/store"
)

// Statements for letters, which mean the same in SQLite and PostgreSQL.
const (
	countLetters = `SELECT COUNT(*) FROM notice_letters`
	insertLetter = `INSERT INTO notice_letters (id, domain, due, expires, tries, body) VALUES ($1, $2, $3, $4, 0, $5) ON CONFLICT (id) DO NOTHING`
	dueLetters   = `SELECT id, due, expires, tries, body FROM notice_letters
		WHERE due <= $1 AND domain NOT IN ($2, $3, $4, $5, $6, $7, $8, $9) ORDER BY due, id LIMIT $10`
	takeLetter     = `UPDATE notice_letters SET due = $1, tries = tries + 1 WHERE id = $2 AND due = $3 AND tries = $4`
	postponeLetter = `UPDATE notice_letters SET due = $1 WHERE id = $2 AND due = $3 AND tries = $4`
	deleteLetter   = `DELETE FROM notice_letters WHERE id = $1`
	expireLetters  = `DELETE FROM notice_letters WHERE expires <= $1`
)

// LetterTable implements [notice.LetterStore].
type LetterTable struct{ db store.DB }

// Letters returns the table of letters to be sent.
func Letters(db store.DB) LetterTable { return LetterTable{db} }

func (t LetterTable) Add(ctx context.Context, most int, letters ...notice.PendingLetter) error {
	steps, err := letterSteps(letters)
	if err != nil {
		return err
	}
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		n := 0
		if err := tx.Query(countLetters).Scan(&n); err != nil {
			return nil, err
		}
		if n >= most {
			return notice.ErrManyLetters, nil
		}
		return nil, store.Each(tx, steps...)
	})
}

// letterSteps returns the statements that add letters.
func letterSteps(letters []notice.PendingLetter) (steps []store.Step, err error) {
	for _, l := range letters {
		body, err := json.Marshal(l.LetterDetails)
		if err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		steps = append(steps, store.Step{
			Query: insertLetter,
			Args:  []any{l.ID, l.Domain(), store.Nanoseconds(l.Due), store.Nanoseconds(l.Expires), string(body)},
		})
	}
	return steps, nil
}

func (t LetterTable) Due(
	ctx context.Context, by time.Time, domains []string, limit int,
) ([]notice.PendingLetter, error) {
	args := []any{store.Nanoseconds(by)}
	for i := range notice.MaxDomains {
		domain := " " // matches no letter
		if i < len(domains) {
			domain = domains[i]
		}
		args = append(args, domain)
	}
	return store.Collect(store.List(ctx, t.db, dueLetters, scanLetter, append(args, limit)...))
}

// scanLetter reads a row from dueLetters.
func scanLetter(rows *sql.Rows) (l notice.PendingLetter, err error) {
	var due, expires int64
	var body string
	if err = rows.Scan(&l.ID, &due, &expires, &l.Tries, &body); err != nil {
		return l, err
	}
	l.Due, l.Expires = store.TimeOf(due), store.TimeOf(expires)
	return l, json.Unmarshal([]byte(body), &l.LetterDetails)
}

func (t LetterTable) Take(ctx context.Context, l notice.PendingLetter, later time.Time) (bool, error) {
	rows, err := store.Do(ctx, t.db, takeLetter, store.Nanoseconds(later), l.ID, store.Nanoseconds(l.Due), l.Tries)
	return rows > 0, err
}

func (t LetterTable) Postpone(ctx context.Context, l notice.PendingLetter, later time.Time) error {
	_, err := store.Do(ctx, t.db, postponeLetter, store.Nanoseconds(later), l.ID, store.Nanoseconds(l.Due), l.Tries)
	return err
}

func (t LetterTable) Replace(ctx context.Context, id string, others ...notice.PendingLetter) error {
	steps, err := letterSteps(others)
	if err != nil {
		return err
	}
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		return nil, store.Each(tx, append([]store.Step{{Query: deleteLetter, Args: []any{id}}}, steps...)...)
	})
}

func (t LetterTable) Expire(ctx context.Context, by time.Time) (int64, error) {
	return store.Do(ctx, t.db, expireLetters, store.Nanoseconds(by))
}
