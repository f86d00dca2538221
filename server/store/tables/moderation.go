package tables

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"rosette/server/moderation"
	"rosette/server/store"
)

// Statements of moderation, which mean the same to SQLite and PostgreSQL.
const (
	setMute = `INSERT INTO moderation_mutes (actor, until, body) VALUES ($1, $2, $3)
		ON CONFLICT (actor) DO UPDATE SET until = EXCLUDED.until, body = EXCLUDED.body`
	readMute  = `SELECT body FROM moderation_mutes WHERE actor = $1`
	endMute   = `DELETE FROM moderation_mutes WHERE actor = $1`
	listMutes = `SELECT body FROM moderation_mutes WHERE until > $1 ORDER BY until DESC, actor LIMIT $2`

	insertReport = `INSERT INTO moderation_reports (id, state, made, body) VALUES ($1, $2, $3, $4)`
	settleReport = `UPDATE moderation_reports SET state = $2, body = $3 WHERE id = $1 AND state = 'open'`
	readReport   = `SELECT body FROM moderation_reports WHERE id = $1`
	listOpen     = `SELECT body FROM moderation_reports WHERE state = 'open' AND (made > $1 OR made = $1 AND id > $2) ORDER BY made, id LIMIT $3`
	listSettled  = `SELECT body FROM moderation_reports WHERE state <> 'open' AND (made < $1 OR made = $1 AND id > $2) ORDER BY made DESC, id LIMIT $3`

	lastEntry   = `SELECT COALESCE(MAX(number), 0) FROM moderation_log`
	insertEntry = `INSERT INTO moderation_log (number, at, body) VALUES ($1, $2, $3)`
	listEntries = `SELECT body FROM moderation_log WHERE number < $1 ORDER BY number DESC LIMIT $2`
)

// noLimit is above the numbers of all entries and all times.
const noLimit = 1 << 62

// A ModerationTable has mutes, reports and the moderators' log. Only [Logged] adds log entries.
type ModerationTable struct{ db store.DB }

// Moderation returns what moderators work with in a store.
func Moderation(db store.DB) ModerationTable { return ModerationTable{db} }

// scanBody reads a row with one body.
func scanBody[T any](rows *sql.Rows) (one T, err error) {
	var body []byte
	if err = rows.Scan(&body); err == nil {
		err = json.Unmarshal(body, &one)
	}
	return one, err
}

// bodyOf returns something as it is stored.
func bodyOf(one any) (string, error) {
	body, err := json.Marshal(one)
	if err != nil {
		return "", fmt.Errorf("store: moderation: %w", err)
	}
	return string(body), nil
}

// SetMute keeps a mute in the place of an earlier one of the same actor.
func (t ModerationTable) SetMute(ctx context.Context, m moderation.Mute) error {
	m = storedMute(m)
	body, err := bodyOf(m)
	if err == nil {
		_, err = store.Do(ctx, t.db, setMute, m.Actor, store.Nanoseconds(m.Until), body)
	}
	return err
}

// EndMute ends the mute of an actor and returns it. It returns
// [moderation.ErrNotMuted] if there is none that holds.
func (t ModerationTable) EndMute(ctx context.Context, actor string, now time.Time) (m moderation.Mute, err error) {
	err = t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		var body []byte
		if err := tx.Query(readMute, actor).Scan(&body); errors.Is(err, sql.ErrNoRows) {
			return moderation.ErrNotMuted, nil
		} else if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(body, &m); err != nil {
			return nil, err
		}
		if !m.Holds(now) {
			return moderation.ErrNotMuted, nil
		}
		_, err := tx.Exec(endMute, actor)
		return nil, err
	})
	return m, err
}

// Mute returns the mute of one of some actors that ends last, the zero Mute if there
// is none.
func (t ModerationTable) Mute(ctx context.Context, actors ...string) (last moderation.Mute, err error) {
	for _, actor := range actors {
		for m, err := range store.List(ctx, t.db, readMute, scanBody[moderation.Mute], actor) {
			if err != nil {
				return last, err
			}
			if m.Until.After(last.Until) {
				last = m
			}
		}
	}
	return last, nil
}

// Mutes returns the mutes that hold, those that end last first.
func (t ModerationTable) Mutes(ctx context.Context, now time.Time, limit int) ([]moderation.Mute, error) {
	return store.Collect(store.List(ctx, t.db, listMutes, scanBody[moderation.Mute], store.Nanoseconds(now), max(limit, 0)))
}

// Report keeps a report.
func (t ModerationTable) Report(ctx context.Context, r moderation.Report) error {
	r = storedReport(r)
	body, err := bodyOf(r)
	if err == nil {
		_, err = store.Do(ctx, t.db, insertReport, r.ID, string(r.State), store.Nanoseconds(r.At), body)
	}
	return err
}

// ReportOf returns a report, [moderation.ErrNoReport] if there is none.
func (t ModerationTable) ReportOf(ctx context.Context, id string) (moderation.Report, error) {
	for r, err := range store.List(ctx, t.db, readReport, scanBody[moderation.Report], id) {
		return r, err
	}
	return moderation.Report{}, moderation.ErrNoReport
}

// Reports returns up to limit reports: those that are open, the oldest first, or the
// others, the latest first. It returns those that come behind a report in that order,
// whatever has become of it, and the first ones for the zero Report.
func (t ModerationTable) Reports(ctx context.Context, open bool, after moderation.Report, limit int) ([]moderation.Report, error) {
	query, made := listOpen, store.Nanoseconds(after.At)
	if !open {
		query, made = listSettled, cmp.Or(made, noLimit)
	}
	return store.Collect(store.List(ctx, t.db, query, scanBody[moderation.Report], made, after.ID, max(limit, 0)))
}

// Settle keeps a report that was open until now as a moderator leaves it. It returns
// [moderation.ErrDone] if the kept one is no longer open.
func (t ModerationTable) Settle(ctx context.Context, r moderation.Report) error {
	r = storedReport(r)
	body, err := bodyOf(r)
	if err != nil {
		return err
	}
	return changeOr(ctx, t.db, moderation.ErrDone, settleReport, r.ID, string(r.State), body)
}

// Entries returns up to limit entries with numbers below one, or the last ones if it
// is 0, the latest first.
func (t ModerationTable) Entries(ctx context.Context, below, limit int) ([]moderation.Entry, error) {
	return store.Collect(store.List(ctx, t.db, listEntries, scanBody[moderation.Entry], cmp.Or(below, noLimit), max(limit, 0)))
}

// storedMute, storedReport and storedEntry return what all stores return.
func storedMute(m moderation.Mute) moderation.Mute {
	m.Until, m.At = store.StoredTime(m.Until), store.StoredTime(m.At)
	return m
}

func storedReport(r moderation.Report) moderation.Report {
	r.At, r.Closed, r.Quote = store.StoredTime(r.At), store.StoredTime(r.Closed), slices.Clone(r.Quote)
	for i := range r.Quote {
		r.Quote[i].At = store.StoredTime(r.Quote[i].At)
	}
	return r
}

func storedEntry(e moderation.Entry) moderation.Entry {
	e.At, e.Until = store.StoredTime(e.At), store.StoredTime(e.Until)
	return e
}
