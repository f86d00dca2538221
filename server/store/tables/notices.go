package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"rosette/play"
	"rosette/server/notice"
	"rosette/server/store"
)

// noticesFollower names the log position for notices.
const noticesFollower = "notices"

// Statements for notices, which mean the same in SQLite and PostgreSQL.
const (
	readFollower = `SELECT position FROM notice_positions WHERE name = $1`
	putFollower  = `INSERT INTO notice_positions (name, position) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET position = excluded.position`
	insertNotice = `INSERT INTO notices (kind, subject, actor, occasion, due, tries) VALUES ($1, $2, $3, $4, $5, 0)
		ON CONFLICT (kind, subject, actor) DO UPDATE SET occasion = excluded.occasion, due = excluded.due, tries = 0
		WHERE notices.occasion <> excluded.occasion`
	deleteNotice = `DELETE FROM notices WHERE kind = $1 AND subject = $2 AND actor = $3`
	dueNotices   = `SELECT kind, subject, actor, occasion, due, tries FROM notices WHERE due > 0 AND due <= $1 ORDER BY due, subject, actor LIMIT $2`
	takeNotice   = `UPDATE notices SET due = $1, tries = tries + 1 WHERE kind = $2 AND subject = $3 AND actor = $4 AND occasion = $5 AND due = $6`
	toldNotice   = `UPDATE notices SET due = 0 WHERE kind = $1 AND subject = $2 AND actor = $3 AND occasion = $4`
	putDevice    = `INSERT INTO notice_devices (id, actor, session, at, body) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (id) DO UPDATE SET actor = excluded.actor, session = excluded.session, at = excluded.at, body = excluded.body`
	listDevices  = `SELECT id, actor, session, at, body FROM notice_devices WHERE actor = $1 ORDER BY at, id`
	listTold     = `SELECT DISTINCT actor FROM notice_devices ORDER BY actor`
	deleteDevice = `DELETE FROM notice_devices WHERE actor = $1 AND id = $2`
	insertSecret = `INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`
	readSecret   = `SELECT value FROM secrets WHERE name = $1`
)

// NoticeTable implements [notice.Store].
type NoticeTable struct{ db store.DB }

// Notices returns the tables of notices and receiving devices.
func Notices(db store.DB) NoticeTable { return NoticeTable{db} }

func (t NoticeTable) LogPosition(ctx context.Context) (int64, error) {
	for at, err := range store.List(ctx, t.db, readFollower, scanNumber, noticesFollower) {
		return at, err
	}
	return -1, nil
}

func scanNumber(rows *sql.Rows) (n int64, err error) {
	err = rows.Scan(&n)
	return n, err
}

func (t NoticeTable) Follow(ctx context.Context, from, to int64, begun, over []notice.Notice) error {
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		at := int64(-1)
		err := tx.Query(readFollower, noticesFollower).Scan(&at)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
		if at != from {
			return play.ErrStale, nil
		}
		steps := []store.Step{{Query: putFollower, Args: []any{noticesFollower, to}}}
		for _, n := range over {
			steps = append(steps, store.Step{Query: deleteNotice, Args: []any{n.Kind, n.Subject, n.Actor}})
		}
		for _, n := range begun {
			steps = append(steps, store.Step{
				Query: insertNotice, Args: []any{n.Kind, n.Subject, n.Actor, n.Occasion, store.Nanoseconds(n.Due)},
			})
		}
		return nil, store.Each(tx, steps...)
	})
}

func (t NoticeTable) Add(ctx context.Context, n notice.Notice) error {
	_, err := store.Do(ctx, t.db, insertNotice, n.Kind, n.Subject, n.Actor, n.Occasion, store.Nanoseconds(n.Due))
	return err
}

func (t NoticeTable) Due(ctx context.Context, by time.Time, limit int) ([]notice.Notice, error) {
	return store.Collect(store.List(ctx, t.db, dueNotices, scanNotice, store.Nanoseconds(by), limit))
}

// scanNotice reads a row from dueNotices.
func scanNotice(rows *sql.Rows) (n notice.Notice, err error) {
	var due int64
	err = rows.Scan(&n.Kind, &n.Subject, &n.Actor, &n.Occasion, &due, &n.Tries)
	n.Due = store.TimeOf(due)
	return n, err
}

func (t NoticeTable) Take(ctx context.Context, n notice.Notice, later time.Time) (bool, error) {
	rows, err := store.Do(ctx, t.db, takeNotice, store.Nanoseconds(later), n.Kind, n.Subject, n.Actor, n.Occasion,
		store.Nanoseconds(n.Due))
	return rows > 0, err
}

func (t NoticeTable) MarkSent(ctx context.Context, n notice.Notice) error {
	_, err := store.Do(ctx, t.db, toldNotice, n.Kind, n.Subject, n.Actor, n.Occasion)
	return err
}

func (t NoticeTable) Put(ctx context.Context, d notice.Device) error {
	body, err := json.Marshal(d.Details)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	_, err = store.Do(ctx, t.db, putDevice, d.ID, d.Actor, d.Session, store.Nanoseconds(d.At), string(body))
	return err
}

func (t NoticeTable) Devices(ctx context.Context, actor string) ([]notice.Device, error) {
	return store.Collect(store.List(ctx, t.db, listDevices, scanDevice, actor))
}

// scanDevice reads a row from listDevices.
func scanDevice(rows *sql.Rows) (d notice.Device, err error) {
	var at int64
	var body string
	if err = rows.Scan(&d.ID, &d.Actor, &d.Session, &at, &body); err != nil {
		return d, err
	}
	d.At = store.TimeOf(at)
	return d, json.Unmarshal([]byte(body), &d.Details)
}

func (t NoticeTable) Actors(ctx context.Context) ([]string, error) {
	return store.Collect(store.List(ctx, t.db, listTold, scanName))
}

func scanName(rows *sql.Rows) (name string, err error) {
	err = rows.Scan(&name)
	return name, err
}

func (t NoticeTable) Remove(ctx context.Context, actor, id string) error {
	_, err := store.Do(ctx, t.db, deleteDevice, actor, id)
	return err
}

func (t NoticeTable) Secret(ctx context.Context, name, fresh string) (kept string, err error) {
	err = t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		if _, err := tx.Exec(insertSecret, name, fresh); err != nil {
			return nil, err
		}
		return nil, tx.Query(readSecret, name).Scan(&kept)
	})
	return kept, err
}
