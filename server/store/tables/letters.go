package tables

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rosette/server/notice"
	"rosette/server/store"
)

// Statements of letters, which mean the same to SQLite and PostgreSQL.
const (
	countLetters = `SELECT COUNT(*) FROM letters`
	insertLetter = `INSERT INTO letters (id, domain, due, expires, tries, body) VALUES ($1, $2, $3, $4, 0, $5) ON CONFLICT (id) DO NOTHING`
	dueLetters   = `SELECT id, due, expires, tries, body FROM letters
		WHERE due <= $1 AND domain NOT IN ($2, $3, $4, $5, $6, $7, $8, $9) ORDER BY due, id LIMIT $10`
	takeLetter     = `UPDATE letters SET due = $1, tries = tries + 1 WHERE id = $2 AND due = $3 AND tries = $4`
	postponeLetter = `UPDATE letters SET due = $1 WHERE id = $2 AND due = $3 AND tries = $4`
	deleteLetter   = `DELETE FROM letters WHERE id = $1`
	expireLetters  = `DELETE FROM letters WHERE expires <= $1`
)

// Letters returns the letters that wait to be sent.
func Letters(s store.Store) notice.LetterStore {
	return of(s, func(db store.DB) notice.LetterStore { return lettersInSQL{db} }, func(m *memory) notice.LetterStore { return lettersInMemory{m} })
}

type lettersInSQL struct{ db store.DB }

func (t lettersInSQL) Add(ctx context.Context, most int, letters ...notice.PendingLetter) error {
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
			Query: insertLetter, Args: []any{l.ID, l.Domain(), store.Nanoseconds(l.Due), store.Nanoseconds(l.Expires), string(body)},
		})
	}
	return steps, nil
}

func (t lettersInSQL) Due(ctx context.Context, by time.Time, domains []string, limit int) ([]notice.PendingLetter, error) {
	args := []any{store.Nanoseconds(by)}
	for i := range notice.MaxDomains {
		domain := " " // of no letter
		if i < len(domains) {
			domain = domains[i]
		}
		args = append(args, domain)
	}
	return store.Collect(store.List(ctx, t.db, dueLetters, scanLetter, append(args, limit)...))
}

// scanLetter reads a row of dueLetters.
func scanLetter(rows *sql.Rows) (l notice.PendingLetter, err error) {
	var due, expires int64
	var body string
	if err = rows.Scan(&l.ID, &due, &expires, &l.Tries, &body); err != nil {
		return l, err
	}
	l.Due, l.Expires = store.TimeOf(due), store.TimeOf(expires)
	return l, json.Unmarshal([]byte(body), &l.LetterDetails)
}

func (t lettersInSQL) Take(ctx context.Context, l notice.PendingLetter, later time.Time) (bool, error) {
	rows, err := store.Do(ctx, t.db, takeLetter, store.Nanoseconds(later), l.ID, store.Nanoseconds(l.Due), l.Tries)
	return rows > 0, err
}

func (t lettersInSQL) Postpone(ctx context.Context, l notice.PendingLetter, later time.Time) error {
	_, err := store.Do(ctx, t.db, postponeLetter, store.Nanoseconds(later), l.ID, store.Nanoseconds(l.Due), l.Tries)
	return err
}

func (t lettersInSQL) Replace(ctx context.Context, id string, others ...notice.PendingLetter) error {
	steps, err := letterSteps(others)
	if err != nil {
		return err
	}
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		return nil, store.Each(tx, append([]store.Step{{Query: deleteLetter, Args: []any{id}}}, steps...)...)
	})
}

func (t lettersInSQL) Expire(ctx context.Context, by time.Time) (int64, error) {
	return store.Do(ctx, t.db, expireLetters, store.Nanoseconds(by))
}

type lettersInMemory struct{ m *memory }

func (t lettersInMemory) Add(ctx context.Context, most int, letters ...notice.PendingLetter) error {
	return t.m.Writing(ctx, func() error {
		if len(t.m.letters) >= most {
			return notice.ErrManyLetters
		}
		t.add(letters)
		return nil
	})
}

// add adds letters that do not wait already.
func (t lettersInMemory) add(letters []notice.PendingLetter) {
	for _, l := range letters {
		if _, waits := t.m.letters[l.ID]; !waits {
			l.Due, l.Expires, l.Tries = store.StoredTime(l.Due), store.StoredTime(l.Expires), 0
			t.m.letters[l.ID] = l
		}
	}
}

func (t lettersInMemory) Due(ctx context.Context, by time.Time, domains []string, limit int) (due []notice.PendingLetter, err error) {
	err = t.m.Reading(ctx, func() error {
		for _, l := range t.m.letters {
			if !l.Due.After(by) && !slices.Contains(domains, l.Domain()) {
				due = append(due, l)
			}
		}
		return nil
	})
	slices.SortFunc(due, func(a, b notice.PendingLetter) int { return cmp.Or(a.Due.Compare(b.Due), strings.Compare(a.ID, b.ID)) })
	return due[:min(len(due), limit)], err
}

func (t lettersInMemory) Take(ctx context.Context, l notice.PendingLetter, later time.Time) (mine bool, err error) {
	err = t.m.Writing(ctx, func() error {
		mine = t.change(l, func(l *notice.PendingLetter) { l.Due, l.Tries = store.StoredTime(later), l.Tries+1 })
		return nil
	})
	return mine, err
}

func (t lettersInMemory) Postpone(ctx context.Context, l notice.PendingLetter, later time.Time) error {
	return t.m.Writing(ctx, func() error {
		t.change(l, func(l *notice.PendingLetter) { l.Due = store.StoredTime(later) })
		return nil
	})
}

// change changes a letter if it is as it was given, and reports whether it is.
func (t lettersInMemory) change(l notice.PendingLetter, change func(*notice.PendingLetter)) bool {
	is, ok := t.m.letters[l.ID]
	if !ok || is.Tries != l.Tries || !is.Due.Equal(l.Due) {
		return false
	}
	change(&is)
	t.m.letters[l.ID] = is
	return true
}

func (t lettersInMemory) Replace(ctx context.Context, id string, others ...notice.PendingLetter) error {
	return t.m.Writing(ctx, func() error {
		delete(t.m.letters, id)
		t.add(others)
		return nil
	})
}

func (t lettersInMemory) Expire(ctx context.Context, by time.Time) (n int64, err error) {
	err = t.m.Writing(ctx, func() error {
		before := len(t.m.letters)
		maps.DeleteFunc(t.m.letters, func(_ string, l notice.PendingLetter) bool { return !l.Expires.After(by) })
		n = int64(before - len(t.m.letters))
		return nil
	})
	return n, err
}
