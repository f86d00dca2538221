package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"rosette/account"
)

const (
	userColumns = `SELECT id, name_key, email, created, closed, body FROM users `
	readUser    = userColumns + `WHERE id = $1`
	readNamed   = userColumns + `WHERE name_key = $1`
	listMailed  = userColumns + `WHERE email = $1 AND closed = 0 ORDER BY created`
	listUsers   = userColumns + `WHERE name_key >= $1 AND name_key < $2 AND name_key > $3 AND closed = 0 ORDER BY name_key LIMIT $4`
	insertUser  = `INSERT INTO users (id, name_key, email, created, closed, body) VALUES ($1, $2, $3, $4, $5, $6)`
	updateUser  = `UPDATE users SET name_key = $2, email = $3, created = $4, closed = $5, body = $6 WHERE id = $1`

	sessionColumns = `SELECT key_hash, actor, created, seen, device FROM sessions `
	findSession    = sessionColumns + `WHERE key_hash = $1`
	listSessions   = sessionColumns + `WHERE actor = $1 ORDER BY created, key_hash`
	startSession   = `INSERT INTO sessions (key_hash, actor, created, seen, device) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (key_hash) DO NOTHING`
	seeSession     = `UPDATE sessions SET seen = $2 WHERE key_hash = $1 AND seen < $2`
	endSession     = `DELETE FROM sessions WHERE actor = $1 AND key_hash = $2`
	endSessions    = `DELETE FROM sessions WHERE actor = $1 AND key_hash <> $2`

	belongingColumns = `SELECT owner, kind, id, at, body FROM belongings `
	findBelongings   = belongingColumns + `WHERE kind = $1 AND id = $2 ORDER BY at, owner`
	listBelongings   = belongingColumns + `WHERE owner = $1 AND kind = $2 ORDER BY at, id`
	countBelongings  = `SELECT COUNT(*) FROM belongings WHERE kind = $1 AND id = $2`
	putBelonging     = `INSERT INTO belongings (owner, kind, id, at, body) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (owner, kind, id) DO UPDATE SET at = excluded.at, body = excluded.body`
	removeBelonging      = `DELETE FROM belongings WHERE owner = $1 AND kind = $2 AND id = $3`
	removeBelongings     = `DELETE FROM belongings WHERE owner = $1`
	removeBelongingsOn   = `DELETE FROM belongings WHERE kind = $1 AND id = $2`
	removeOlderBelonging = `DELETE FROM belongings WHERE kind = $1 AND at < $2`
)

// accountQueries are those that read.
var accountQueries = []string{
	readUser, readNamed, listMailed, listUsers, findSession, listSessions, findBelongings, listBelongings,
}

// Accounts returns the accounts of the store.
func (s *SQLite) Accounts() account.Store { return accountsInSQLite{s} }

type accountsInSQLite struct{ s *SQLite }

// scanUser reads a row of userColumns.
func scanUser(scan func(...any) error) (u account.User, err error) {
	var created, closed int64
	var body []byte
	if err := scan(&u.ID, &u.Key, &u.Email, &created, &closed, &body); err != nil {
		return u, err
	}
	u.Created, u.Closed = timeOf(created), timeOf(closed)
	if err := json.Unmarshal(body, &u.Details); err != nil {
		return u, fmt.Errorf("user %s: %w", u.ID, err)
	}
	return u, nil
}

// userRow returns the columns of a user.
func userRow(u account.User) ([]any, error) {
	body, err := json.Marshal(u.Details)
	return []any{u.ID, u.Key, u.Email, nanoseconds(u.Created), nanoseconds(u.Closed), string(body)}, err
}

// users returns what a query finds.
func (a accountsInSQLite) users(ctx context.Context, query string, args ...any) (all []account.User, err error) {
	scan := func(rows *sql.Rows) (account.User, error) { return scanUser(rows.Scan) }
	return collect(list(ctx, a.s, query, scan, args...))
}

// one returns the first user that a query finds.
func (a accountsInSQLite) one(ctx context.Context, query, arg string) (account.User, error) {
	all, err := a.users(ctx, query, arg)
	if err == nil && len(all) == 0 {
		err = account.ErrNoUser
	}
	if err != nil {
		return account.User{}, err
	}
	return all[0], nil
}

func (a accountsInSQLite) User(ctx context.Context, id string) (account.User, error) {
	return a.one(ctx, readUser, id)
}

func (a accountsInSQLite) Named(ctx context.Context, key string) (account.User, error) {
	return a.one(ctx, readNamed, key)
}

func (a accountsInSQLite) Mailed(ctx context.Context, email string) ([]account.User, error) {
	if email == "" {
		return nil, nil
	}
	return a.users(ctx, listMailed, email)
}

func (a accountsInSQLite) Users(ctx context.Context, prefix, above string, limit int) ([]account.User, error) {
	return a.users(ctx, listUsers, prefix, prefix+lastLetter, above, max(limit, 0))
}

// lastLetter comes after all others.
const lastLetter = "\U0010FFFF"

func (a accountsInSQLite) Create(ctx context.Context, u account.User) error {
	row, err := userRow(u)
	if err != nil {
		return err
	}
	return a.s.write(ctx, func(w *writer) (refused, failed error) {
		if refused, failed := w.keyIsFree(u); refused != nil || failed != nil {
			return refused, failed
		}
		_, err := w.exec(insertUser, row...)
		return nil, err
	})
}

// keyIsFree refuses a user with the key of somebody else.
func (w *writer) keyIsFree(u account.User) (refused, failed error) {
	holder, err := scanUser(w.query(readNamed, u.Key).Scan)
	switch {
	case err == nil && holder.ID != u.ID:
		return account.ErrTaken, nil
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return nil, err
	}
	return nil, nil
}

func (a accountsInSQLite) Change(ctx context.Context, id string, change func(*account.User) error) (u account.User, err error) {
	err = a.s.write(ctx, func(w *writer) (refused, failed error) {
		if u, failed = scanUser(w.query(readUser, id).Scan); errors.Is(failed, sql.ErrNoRows) {
			return account.ErrNoUser, nil
		}
		if failed != nil {
			return nil, failed
		}
		if err := change(&u); err != nil {
			return err, nil
		}
		if refused, failed := w.keyIsFree(u); refused != nil || failed != nil {
			return refused, failed
		}
		row, err := userRow(u)
		if err == nil {
			_, err = w.exec(updateUser, row...)
		}
		return nil, err
	})
	return u, err
}

func (a accountsInSQLite) Close(ctx context.Context, id string, now time.Time) error {
	return a.s.write(ctx, func(w *writer) (refused, failed error) {
		u, err := scanUser(w.query(readUser, id).Scan)
		if errors.Is(err, sql.ErrNoRows) {
			return account.ErrNoUser, nil
		}
		if err != nil {
			return nil, err
		}
		row, err := userRow(account.User{ID: id, Key: u.Key, Created: u.Created, Closed: now})
		if err != nil {
			return nil, err
		}
		steps := []step{{updateUser, row}, {endSessions, []any{u.Actor(), ""}}, {removeBelongings, []any{id}}}
		for _, kind := range account.AboutUsers() {
			steps = append(steps, step{removeBelongingsOn, []any{kind, id}})
		}
		return nil, w.each(steps...)
	})
}

// scanSession reads a row of sessionColumns.
func scanSession(rows *sql.Rows) (one account.Session, err error) {
	var created, seen int64
	err = rows.Scan(&one.KeyHash, &one.Actor, &created, &seen, &one.Device)
	one.Created, one.Seen = timeOf(created), timeOf(seen)
	return one, err
}

func (a accountsInSQLite) Session(ctx context.Context, keyHash string) (account.Session, error) {
	for one, err := range list(ctx, a.s, findSession, scanSession, keyHash) {
		return one, err
	}
	return account.Session{}, account.ErrNoSession
}

func (a accountsInSQLite) StartSession(ctx context.Context, one account.Session) error {
	if err := checkSession(one.KeyHash, one.Actor); err != nil {
		return err
	}
	return a.s.write(ctx, func(w *writer) (refused, failed error) {
		rows, err := w.exec(startSession, one.KeyHash, one.Actor, nanoseconds(one.Created), nanoseconds(one.Seen), one.Device)
		if err == nil && rows == 0 {
			return account.ErrTaken, nil
		}
		return nil, err
	})
}

// do executes one statement.
func (a accountsInSQLite) do(ctx context.Context, query string, args ...any) (rows int64, err error) {
	err = a.s.write(ctx, func(w *writer) (refused, failed error) {
		rows, failed = w.exec(query, args...)
		return nil, failed
	})
	return rows, err
}

func (a accountsInSQLite) SeeSession(ctx context.Context, keyHash string, seen time.Time) error {
	_, err := a.do(ctx, seeSession, keyHash, nanoseconds(seen))
	return err
}

func (a accountsInSQLite) SessionsOf(ctx context.Context, actor string) ([]account.Session, error) {
	return collect(list(ctx, a.s, listSessions, scanSession, actor))
}

func (a accountsInSQLite) EndSession(ctx context.Context, actor, keyHash string) error {
	_, err := a.do(ctx, endSession, actor, keyHash)
	return err
}

func (a accountsInSQLite) EndSessions(ctx context.Context, actor, exceptKeyHash string) error {
	_, err := a.do(ctx, endSessions, actor, exceptKeyHash)
	return err
}

// scanBelonging reads a row of belongingColumns.
func scanBelonging(rows *sql.Rows) (b account.Belonging, err error) {
	var at int64
	err = rows.Scan(&b.Owner, &b.Kind, &b.ID, &at, &b.Body)
	b.At = timeOf(at)
	return b, err
}

func (a accountsInSQLite) Add(ctx context.Context, b account.Belonging) error {
	return a.s.write(ctx, func(w *writer) (refused, failed error) {
		var there int
		if err := w.query(countBelongings, b.Kind, b.ID).Scan(&there); err != nil {
			return nil, err
		}
		if there > 0 {
			return account.ErrTaken, nil
		}
		_, err := w.exec(putBelonging, b.Owner, b.Kind, b.ID, nanoseconds(b.At), b.Body)
		return nil, err
	})
}

func (a accountsInSQLite) Put(ctx context.Context, b account.Belonging) error {
	_, err := a.do(ctx, putBelonging, b.Owner, b.Kind, b.ID, nanoseconds(b.At), b.Body)
	return err
}

func (a accountsInSQLite) Find(ctx context.Context, kind account.Kind, id string) ([]account.Belonging, error) {
	return collect(list(ctx, a.s, findBelongings, scanBelonging, kind, id))
}

func (a accountsInSQLite) BelongingsOf(ctx context.Context, owner string, kind account.Kind) ([]account.Belonging, error) {
	return collect(list(ctx, a.s, listBelongings, scanBelonging, owner, kind))
}

func (a accountsInSQLite) Remove(ctx context.Context, b account.Belonging) (bool, error) {
	rows, err := a.do(ctx, removeBelonging, b.Owner, b.Kind, b.ID)
	return rows > 0, err
}

func (a accountsInSQLite) RemoveOlder(ctx context.Context, kind account.Kind, than time.Time) error {
	_, err := a.do(ctx, removeOlderBelonging, kind, nanoseconds(than))
	return err
}
