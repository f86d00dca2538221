package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"rosette/server/account"
	"rosette/server/store"
)

const (
	userColumns = `SELECT id, name_key, email, created, closed, body FROM users `
	readUser    = userColumns + `WHERE id = $1`
	readNamed   = userColumns + `WHERE name_key = $1`
	listMailed  = userColumns + `WHERE email = $1 AND closed = 0 ORDER BY created`
	listUsers   = userColumns + `WHERE name_key >= $1 AND name_key < $2 AND name_key > $3 AND closed = 0 ORDER BY name_key LIMIT $4`
	insertUser  = `INSERT INTO users (id, name_key, email, created, closed, body) VALUES ($1, $2, $3, $4, $5, $6)`
	updateUser  = `UPDATE users SET name_key = $2, email = $3, created = $4, closed = $5, body = $6 WHERE id = $1`

	// Text written by users cannot match, because JSON escapes its quotes.
	otherAdmins = `SELECT COUNT(*) FROM users WHERE id <> $1 AND closed = 0 AND body LIKE '%"role":"admin"%'`

	sessionColumns = `SELECT key_hash, actor, created, seen, device, method FROM sessions `
	findSession    = sessionColumns + `WHERE key_hash = $1`
	listSessions   = sessionColumns + `WHERE actor = $1 ORDER BY created, key_hash`
	startSession   = `INSERT INTO sessions (key_hash, actor, created, seen, device, method) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key_hash) DO NOTHING`
	seeSession     = `UPDATE sessions SET seen = $2 WHERE key_hash = $1 AND seen < $2`
	endSession     = `DELETE FROM sessions WHERE actor = $1 AND key_hash = $2`
	endSessions    = `DELETE FROM sessions WHERE actor = $1 AND key_hash <> $2`

	belongingColumns = `SELECT owner, kind, id, at, body FROM belongings `
	findBelongings   = belongingColumns + `WHERE kind = $1 AND id = $2 ORDER BY at, owner`
	listBelongings   = belongingColumns + `WHERE owner = $1 AND kind = $2 ORDER BY at, id`
	hasBelonging     = `SELECT COUNT(*) FROM belongings WHERE owner = $1 AND kind = $2 AND id = $3`
	countBelongings  = `SELECT COUNT(*) FROM belongings WHERE kind = $1 AND id = $2`
	putBelonging     = `INSERT INTO belongings (owner, kind, id, at, body) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (owner, kind, id) DO UPDATE SET at = excluded.at, body = excluded.body`
	removeBelonging      = `DELETE FROM belongings WHERE owner = $1 AND kind = $2 AND id = $3`
	removeBelongings     = `DELETE FROM belongings WHERE owner = $1`
	removeBelongingsOn   = `DELETE FROM belongings WHERE kind = $1 AND id = $2`
	removeOlderBelonging = `DELETE FROM belongings WHERE kind = $1 AND at < $2`
)

// AccountTable implements [account.Store].
type AccountTable struct{ db store.DB }

// Accounts returns the account table.
func Accounts(db store.DB) AccountTable { return AccountTable{db} }

// scanUser reads a row with userColumns.
func scanUser(scan func(...any) error) (u account.User, err error) {
	var created, closed int64
	var body []byte
	if err := scan(&u.ID, &u.Key, &u.Email, &created, &closed, &body); err != nil {
		return u, err
	}
	u.Created, u.Closed = store.TimeOf(created), store.TimeOf(closed)
	if err := json.Unmarshal(body, &u.Details); err != nil {
		return u, fmt.Errorf("user %s: %w", u.ID, err)
	}
	return u, nil
}

// userRow returns a user's columns.
func userRow(u account.User) ([]any, error) {
	body, err := json.Marshal(u.Details)
	return []any{u.ID, u.Key, u.Email, store.Nanoseconds(u.Created), store.Nanoseconds(u.Closed), string(body)}, err
}

// users returns the users that a query finds.
func (a AccountTable) users(ctx context.Context, query string, args ...any) (all []account.User, err error) {
	scan := func(rows *sql.Rows) (account.User, error) { return scanUser(rows.Scan) }
	return store.Collect(store.List(ctx, a.db, query, scan, args...))
}

// one returns the first user that a query finds, or [account.ErrNoUser].
func (a AccountTable) one(ctx context.Context, query, arg string) (account.User, error) {
	all, err := a.users(ctx, query, arg)
	if err == nil && len(all) == 0 {
		err = account.ErrNoUser
	}
	if err != nil {
		return account.User{}, err
	}
	return all[0], nil
}

func (a AccountTable) User(ctx context.Context, id string) (account.User, error) {
	return a.one(ctx, readUser, id)
}

func (a AccountTable) UserByKey(ctx context.Context, key string) (account.User, error) {
	return a.one(ctx, readNamed, key)
}

func (a AccountTable) UsersByEmail(ctx context.Context, email string) ([]account.User, error) {
	if email == "" {
		return nil, nil
	}
	return a.users(ctx, listMailed, email)
}

func (a AccountTable) Users(ctx context.Context, prefix, above string, limit int) ([]account.User, error) {
	return a.users(ctx, listUsers, prefix, prefix+lastLetter, above, max(limit, 0))
}

// lastLetter sorts after all other letters.
const lastLetter = "\U0010FFFF"

func (a AccountTable) Create(ctx context.Context, u account.User) error {
	row, err := userRow(u)
	if err != nil {
		return err
	}
	return a.db.Write(ctx, func(t store.Tx) (refused, failed error) {
		if refused, failed := keyIsFree(t, u); refused != nil || failed != nil {
			return refused, failed
		}
		_, err := t.Exec(insertUser, row...)
		return nil, err
	})
}

// keyIsFree refuses a user whose key another user has.
func keyIsFree(t store.Tx, u account.User) (refused, failed error) {
	holder, err := scanUser(t.Query(readNamed, u.Key).Scan)
	switch {
	case err == nil && holder.ID != u.ID:
		return account.ErrTaken, nil
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return nil, err
	}
	return nil, nil
}

// adminStays refuses a change that would leave no administrator.
func adminStays(t store.Tx, was, becomes account.User) (refused, failed error) {
	if !was.Administers() || becomes.Administers() {
		return nil, nil
	}
	var others int
	if err := t.Query(otherAdmins, was.ID).Scan(&others); err != nil {
		return nil, err
	}
	if others == 0 {
		return account.ErrLastAdmin, nil
	}
	return nil, nil
}

func (a AccountTable) Change(
	ctx context.Context, id string, change func(*account.User) error,
) (u account.User, err error) {
	err = a.db.Write(ctx, func(t store.Tx) (refused, failed error) {
		if u, failed = scanUser(t.Query(readUser, id).Scan); errors.Is(failed, sql.ErrNoRows) {
			return account.ErrNoUser, nil
		}
		if failed != nil {
			return nil, failed
		}
		was := u
		if err := change(&u); err != nil {
			return err, nil
		}
		if refused, failed := adminStays(t, was, u); refused != nil || failed != nil {
			return refused, failed
		}
		if refused, failed := keyIsFree(t, u); refused != nil || failed != nil {
			return refused, failed
		}
		row, err := userRow(u)
		if err == nil {
			_, err = t.Exec(updateUser, row...)
		}
		return nil, err
	})
	return u, err
}

func (a AccountTable) Close(ctx context.Context, id string, now time.Time) error {
	return a.db.Write(ctx, func(t store.Tx) (refused, failed error) {
		u, err := scanUser(t.Query(readUser, id).Scan)
		if errors.Is(err, sql.ErrNoRows) {
			return account.ErrNoUser, nil
		}
		if err != nil {
			return nil, err
		}
		closed := account.User{ID: id, Key: u.Key, Created: u.Created, Closed: now}
		if refused, failed := adminStays(t, u, closed); refused != nil || failed != nil {
			return refused, failed
		}
		row, err := userRow(closed)
		if err != nil {
			return nil, err
		}
		steps := []store.Step{
			{Query: forgetSaid, Args: []any{u.Actor(), id}},
			{Query: forgetDevices, Args: []any{u.Actor(), id}},
			{Query: forgetNotices, Args: []any{u.Actor(), id}},
			{Query: forgetOffers, Args: []any{u.Actor(), id}},
			{Query: updateUser, Args: row},
			{Query: endSessions, Args: []any{u.Actor(), ""}},
			{Query: removeBelongings, Args: []any{id}},
		}
		for _, kind := range account.AboutUsers() {
			steps = append(steps, store.Step{Query: removeBelongingsOn, Args: []any{kind, id}})
		}
		steps = append(steps, store.Step{Query: forgetConversations, Args: []any{id}})
		return nil, store.Each(t, steps...)
	})
}

// scanSession reads a row with sessionColumns.
func scanSession(rows *sql.Rows) (one account.Session, err error) {
	var created, seen int64
	err = rows.Scan(&one.KeyHash, &one.Actor, &created, &seen, &one.Device, &one.Method)
	one.Created, one.Seen = store.TimeOf(created), store.TimeOf(seen)
	return one, err
}

func (a AccountTable) Session(ctx context.Context, keyHash string) (account.Session, error) {
	for one, err := range store.List(ctx, a.db, findSession, scanSession, keyHash) {
		return one, err
	}
	return account.Session{}, account.ErrNoSession
}

func (a AccountTable) StartSession(ctx context.Context, one account.Session) error {
	if err := checkSession(one.KeyHash, one.Actor); err != nil {
		return err
	}
	return a.db.Write(ctx, func(t store.Tx) (refused, failed error) {
		rows, err := t.Exec(startSession, one.KeyHash, one.Actor, store.Nanoseconds(one.Created),
			store.Nanoseconds(one.Seen), one.Device, one.Method)
		if err == nil && rows == 0 {
			return account.ErrTaken, nil
		}
		return nil, err
	})
}

func (a AccountTable) SetSessionSeen(ctx context.Context, keyHash string, seen time.Time) error {
	_, err := store.Do(ctx, a.db, seeSession, keyHash, store.Nanoseconds(seen))
	return err
}

func (a AccountTable) SessionsOf(ctx context.Context, actor string) ([]account.Session, error) {
	return store.Collect(store.List(ctx, a.db, listSessions, scanSession, actor))
}

func (a AccountTable) EndSession(ctx context.Context, actor, keyHash string) error {
	_, err := store.Do(ctx, a.db, endSession, actor, keyHash)
	return err
}

func (a AccountTable) EndSessions(ctx context.Context, actor, exceptKeyHash string) error {
	_, err := store.Do(ctx, a.db, endSessions, actor, exceptKeyHash)
	return err
}

// scanBelonging reads a row with belongingColumns.
func scanBelonging(rows *sql.Rows) (b account.Belonging, err error) {
	var at int64
	err = rows.Scan(&b.Owner, &b.Kind, &b.ID, &at, &b.Body)
	b.At = store.TimeOf(at)
	return b, err
}

func (a AccountTable) Add(ctx context.Context, b account.Belonging) error {
	return a.db.Write(ctx, func(t store.Tx) (refused, failed error) {
		var there int
		if err := t.Query(countBelongings, b.Kind, b.ID).Scan(&there); err != nil {
			return nil, err
		}
		if there > 0 {
			return account.ErrTaken, nil
		}
		_, err := t.Exec(putBelonging, b.Owner, b.Kind, b.ID, store.Nanoseconds(b.At), b.Body)
		return nil, err
	})
}

func (a AccountTable) Put(ctx context.Context, b account.Belonging) error {
	_, err := store.Do(ctx, a.db, putBelonging, b.Owner, b.Kind, b.ID, store.Nanoseconds(b.At), b.Body)
	return err
}

func (a AccountTable) Find(ctx context.Context, kind account.Kind, id string) ([]account.Belonging, error) {
	return store.Collect(store.List(ctx, a.db, findBelongings, scanBelonging, kind, id))
}

func (a AccountTable) Has(ctx context.Context, owner string, kind account.Kind, id string) (bool, error) {
	n, err := a.count(ctx, hasBelonging, owner, kind, id)
	return n > 0, err
}

func (a AccountTable) Count(ctx context.Context, kind account.Kind, id string) (int, error) {
	return a.count(ctx, countBelongings, kind, id)
}

// count returns the number in the row that a query finds.
func (a AccountTable) count(ctx context.Context, query string, args ...any) (n int, err error) {
	scan := func(rows *sql.Rows) (n int, err error) {
		err = rows.Scan(&n)
		return n, err
	}
	for n, err = range store.List(ctx, a.db, query, scan, args...) {
		break // there is one row
	}
	return n, err
}

func (a AccountTable) BelongingsOf(ctx context.Context, owner string, kind account.Kind) ([]account.Belonging, error) {
	return store.Collect(store.List(ctx, a.db, listBelongings, scanBelonging, owner, kind))
}

func (a AccountTable) Remove(ctx context.Context, b account.Belonging) (bool, error) {
	rows, err := store.Do(ctx, a.db, removeBelonging, b.Owner, b.Kind, b.ID)
	return rows > 0, err
}

func (a AccountTable) RemoveOlder(ctx context.Context, kind account.Kind, than time.Time) error {
	_, err := store.Do(ctx, a.db, removeOlderBelonging, kind, store.Nanoseconds(than))
	return err
}
