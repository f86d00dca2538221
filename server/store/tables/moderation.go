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

// A ModerationTable has mutes, reports and the moderators' log. Only [Logged] adds log entries.
type ModerationTable interface {
	// SetMute keeps a mute in the place of an earlier one of the same actor.
	SetMute(ctx context.Context, m moderation.Mute) error

	// EndMute ends the mute of an actor and returns it. It returns
	// [moderation.ErrNotMuted] if there is none that holds.
	EndMute(ctx context.Context, actor string, now time.Time) (moderation.Mute, error)

	// Mute returns the mute of one of some actors that ends last, the zero Mute if there
	// is none.
	Mute(ctx context.Context, actors ...string) (moderation.Mute, error)

	// Mutes returns the mutes that hold, those that end last first.
	Mutes(ctx context.Context, now time.Time, limit int) ([]moderation.Mute, error)

	// Report keeps a report.
	Report(ctx context.Context, r moderation.Report) error

	// ReportOf returns a report, [moderation.ErrNoReport] if there is none.
	ReportOf(ctx context.Context, id string) (moderation.Report, error)

	// Reports returns up to limit reports: those that are open, the oldest first, or the
	// others, the latest first. It returns those that come behind a report in that order,
	// whatever has become of it, and the first ones for the zero Report.
	Reports(ctx context.Context, open bool, after moderation.Report, limit int) ([]moderation.Report, error)

	// Settle keeps a report that was open until now as a moderator leaves it. It returns
	// [moderation.ErrDone] if the kept one is no longer open.
	Settle(ctx context.Context, r moderation.Report) error

	// Entries returns up to limit entries with numbers below one, or the last ones if it
	// is 0, the latest first.
	Entries(ctx context.Context, below, limit int) ([]moderation.Entry, error)
}

// Statements of moderation, which mean the same to SQLite and PostgreSQL.
const (
	setMute = `INSERT INTO mutes (actor, until, body) VALUES ($1, $2, $3)
		ON CONFLICT (actor) DO UPDATE SET until = EXCLUDED.until, body = EXCLUDED.body`
	readMute  = `SELECT body FROM mutes WHERE actor = $1`
	endMute   = `DELETE FROM mutes WHERE actor = $1`
	listMutes = `SELECT body FROM mutes WHERE until > $1 ORDER BY until DESC, actor LIMIT $2`

	insertReport = `INSERT INTO reports (id, state, made, body) VALUES ($1, $2, $3, $4)`
	settleReport = `UPDATE reports SET state = $2, body = $3 WHERE id = $1 AND state = 'open'`
	readReport   = `SELECT body FROM reports WHERE id = $1`
	listOpen     = `SELECT body FROM reports WHERE state = 'open' AND (made > $1 OR made = $1 AND id > $2) ORDER BY made, id LIMIT $3`
	listSettled  = `SELECT body FROM reports WHERE state <> 'open' AND (made < $1 OR made = $1 AND id > $2) ORDER BY made DESC, id LIMIT $3`

	lastEntry   = `SELECT COALESCE(MAX(number), 0) FROM moderator_acts`
	insertEntry = `INSERT INTO moderator_acts (number, at, body) VALUES ($1, $2, $3)`
	listEntries = `SELECT body FROM moderator_acts WHERE number < $1 ORDER BY number DESC LIMIT $2`
)

// noLimit is above the numbers of all entries and all times.
const noLimit = 1 << 62

// Moderation returns what moderators work with in a store.
func Moderation(s store.Store) ModerationTable {
	return of(s, func(db store.DB) ModerationTable { return moderationInSQL{db} }, func(m *memory) ModerationTable { return moderationInMemory{m} })
}

type moderationInSQL struct{ db store.DB }

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

func (t moderationInSQL) SetMute(ctx context.Context, m moderation.Mute) error {
	m = storedMute(m)
	body, err := bodyOf(m)
	if err == nil {
		_, err = store.Do(ctx, t.db, setMute, m.Actor, store.Nanoseconds(m.Until), body)
	}
	return err
}

func (t moderationInSQL) EndMute(ctx context.Context, actor string, now time.Time) (m moderation.Mute, err error) {
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

func (t moderationInSQL) Mute(ctx context.Context, actors ...string) (last moderation.Mute, err error) {
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

func (t moderationInSQL) Mutes(ctx context.Context, now time.Time, limit int) ([]moderation.Mute, error) {
	return store.Collect(store.List(ctx, t.db, listMutes, scanBody[moderation.Mute], store.Nanoseconds(now), max(limit, 0)))
}

func (t moderationInSQL) Report(ctx context.Context, r moderation.Report) error {
	r = storedReport(r)
	body, err := bodyOf(r)
	if err == nil {
		_, err = store.Do(ctx, t.db, insertReport, r.ID, string(r.State), store.Nanoseconds(r.At), body)
	}
	return err
}

func (t moderationInSQL) ReportOf(ctx context.Context, id string) (moderation.Report, error) {
	for r, err := range store.List(ctx, t.db, readReport, scanBody[moderation.Report], id) {
		return r, err
	}
	return moderation.Report{}, moderation.ErrNoReport
}

func (t moderationInSQL) Reports(ctx context.Context, open bool, after moderation.Report, limit int) ([]moderation.Report, error) {
	query, made := listOpen, store.Nanoseconds(after.At)
	if !open {
		query, made = listSettled, cmp.Or(made, noLimit)
	}
	return store.Collect(store.List(ctx, t.db, query, scanBody[moderation.Report], made, after.ID, max(limit, 0)))
}

func (t moderationInSQL) Settle(ctx context.Context, r moderation.Report) error {
	r = storedReport(r)
	body, err := bodyOf(r)
	if err != nil {
		return err
	}
	return changeOr(ctx, t.db, moderation.ErrDone, settleReport, r.ID, string(r.State), body)
}

func (t moderationInSQL) Entries(ctx context.Context, below, limit int) ([]moderation.Entry, error) {
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

type moderationInMemory struct{ m *memory }

func (t moderationInMemory) SetMute(ctx context.Context, m moderation.Mute) error {
	return t.m.Writing(ctx, func() error { t.m.mutes[m.Actor] = storedMute(m); return nil })
}

func (t moderationInMemory) EndMute(ctx context.Context, actor string, now time.Time) (m moderation.Mute, err error) {
	err = t.m.Writing(ctx, func() error {
		if m = t.m.mutes[actor]; !m.Holds(now) {
			return moderation.ErrNotMuted
		}
		delete(t.m.mutes, actor)
		return nil
	})
	return m, err
}

func (t moderationInMemory) Mute(ctx context.Context, actors ...string) (last moderation.Mute, err error) {
	err = t.m.Reading(ctx, func() error {
		for _, actor := range actors {
			if m := t.m.mutes[actor]; m.Until.After(last.Until) {
				last = m
			}
		}
		return nil
	})
	return last, err
}

func (t moderationInMemory) Mutes(ctx context.Context, now time.Time, limit int) (all []moderation.Mute, err error) {
	err = t.m.Reading(ctx, func() error {
		for _, m := range t.m.mutes {
			if m.Holds(now) {
				all = append(all, m)
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b moderation.Mute) int {
		return cmp.Or(b.Until.Compare(a.Until), cmp.Compare(a.Actor, b.Actor))
	})
	return all[:min(len(all), max(limit, 0))], err
}

func (t moderationInMemory) Report(ctx context.Context, r moderation.Report) error {
	return t.m.Writing(ctx, func() error { t.m.reports[r.ID] = storedReport(r); return nil })
}

func (t moderationInMemory) ReportOf(ctx context.Context, id string) (r moderation.Report, err error) {
	err = t.m.Reading(ctx, func() error {
		var ok bool
		if r, ok = t.m.reports[id]; !ok {
			return moderation.ErrNoReport
		}
		return nil
	})
	return r, err
}

func (t moderationInMemory) Reports(ctx context.Context, open bool, after moderation.Report, limit int) (all []moderation.Report, err error) {
	order := func(a, b moderation.Report) int {
		if !open {
			return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.ID, b.ID))
		}
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID))
	}
	err = t.m.Reading(ctx, func() error {
		for _, r := range t.m.reports {
			if (r.State == moderation.Open) == open && (after.ID == "" || order(after, r) < 0) {
				all = append(all, r)
			}
		}
		return nil
	})
	slices.SortFunc(all, order)
	return all[:min(len(all), max(limit, 0))], err
}

func (t moderationInMemory) Settle(ctx context.Context, r moderation.Report) error {
	return t.m.Writing(ctx, func() error {
		if t.m.reports[r.ID].State != moderation.Open {
			return moderation.ErrDone
		}
		t.m.reports[r.ID] = storedReport(r)
		return nil
	})
}

func (t moderationInMemory) Entries(ctx context.Context, below, limit int) (all []moderation.Entry, err error) {
	err = t.m.Reading(ctx, func() error {
		for _, e := range slices.Backward(t.m.entries) {
			if (below == 0 || e.Number < below) && len(all) < limit {
				all = append(all, e)
			}
		}
		return nil
	})
	return all, err
}
