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

// Statements for moderation, which mean the same in SQLite and PostgreSQL.
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

// noLimit exceeds all entry numbers and times.
const noLimit = 1 << 62

// A ModerationTable holds mutes, reports and the moderators' log. Only [Logged] adds log entries.
type ModerationTable struct{ db store.DB }

// Moderation returns the moderation tables.
func Moderation(db store.DB) ModerationTable { return ModerationTable{db} }

// scanBody decodes a row with one JSON column.
func scanBody[T any](rows *sql.Rows) (one T, err error) {
	var body []byte
	if err = rows.Scan(&body); err == nil {
		err = json.Unmarshal(body, &one)
	}
	return one, err
}

// bodyOf encodes a value as JSON.
func bodyOf(one any) (string, error) {
	body, err := json.Marshal(one)
	if err != nil {
		return "", fmt.Errorf("store: moderation: %w", err)
	}
	return string(body), nil
}

// SetMute stores a mute and replaces an earlier one for the same actor.
func (t ModerationTable) SetMute(ctx context.Context, m moderation.Mute) error {
	m = storedMute(m)
	body, err := bodyOf(m)
	if err == nil {
		_, err = store.Do(ctx, t.db, setMute, m.Actor, store.Nanoseconds(m.Until), body)
	}
	return err
}

// EndMute ends an actor's mute and returns it. It returns [moderation.ErrNotMuted] if the actor is
// not muted at now.
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
		if !m.Active(now) {
			return moderation.ErrNotMuted, nil
		}
		_, err := tx.Exec(endMute, actor)
		return nil, err
	})
	return m, err
}

// Mute returns the mute that ends last among several actors, or the zero Mute.
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

// Mutes returns the mutes in force at now, the last to end first.
func (t ModerationTable) Mutes(ctx context.Context, now time.Time, limit int) ([]moderation.Mute, error) {
	return store.Collect(
		store.List(ctx, t.db, listMutes, scanBody[moderation.Mute], store.Nanoseconds(now), max(limit, 0)),
	)
}

// Report stores a report.
func (t ModerationTable) Report(ctx context.Context, r moderation.Report) error {
	r = storedReport(r)
	body, err := bodyOf(r)
	if err == nil {
		_, err = store.Do(ctx, t.db, insertReport, r.ID, string(r.State), store.Nanoseconds(r.At), body)
	}
	return err
}

// ReportOf returns a report, or [moderation.ErrNoReport] if it does not exist.
func (t ModerationTable) ReportOf(ctx context.Context, id string) (moderation.Report, error) {
	for r, err := range store.List(ctx, t.db, readReport, scanBody[moderation.Report], id) {
		return r, err
	}
	return moderation.Report{}, moderation.ErrNoReport
}

// Reports returns up to limit reports: open ones with the oldest first, or settled ones with the
// latest first. It starts after the report after in that order, whether or not that report is still
// in the list, or at the beginning if after is zero.
func (t ModerationTable) Reports(
	ctx context.Context, open bool, after moderation.Report, limit int,
) ([]moderation.Report, error) {
	query, made := listOpen, store.Nanoseconds(after.At)
	if !open {
		query, made = listSettled, cmp.Or(made, noLimit)
	}
	return store.Collect(store.List(ctx, t.db, query, scanBody[moderation.Report], made, after.ID, max(limit, 0)))
}

// CloseReport stores an open report's outcome. It returns [moderation.ErrReportClosed] if the report is already
// settled.
func (t ModerationTable) CloseReport(ctx context.Context, r moderation.Report) error {
	r = storedReport(r)
	body, err := bodyOf(r)
	if err != nil {
		return err
	}
	return changeOr(ctx, t.db, moderation.ErrReportClosed, settleReport, r.ID, string(r.State), body)
}

// Entries returns up to limit entries with numbers below a number, the latest first. If below is 0,
// it returns the last ones.
func (t ModerationTable) Entries(ctx context.Context, below, limit int) ([]moderation.Entry, error) {
	return store.Collect(
		store.List(ctx, t.db, listEntries, scanBody[moderation.Entry], cmp.Or(below, noLimit), max(limit, 0)),
	)
}

// storedMute, storedReport and storedEntry normalize times as all stores return them.
func storedMute(m moderation.Mute) moderation.Mute {
	m.Until, m.At = store.StoredTime(m.Until), store.StoredTime(m.At)
	return m
}

func storedReport(r moderation.Report) moderation.Report {
	r.At = store.StoredTime(r.At)
	r.Closed = store.StoredTime(r.Closed)
	r.Quote = slices.Clone(r.Quote)
	for i := range r.Quote {
		r.Quote[i].At = store.StoredTime(r.Quote[i].At)
	}
	return r
}

func storedEntry(e moderation.Entry) moderation.Entry {
	e.At, e.Until = store.StoredTime(e.At), store.StoredTime(e.Until)
	return e
}
