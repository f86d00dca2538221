package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"rosette/game/board"
	"rosette/play"
)

// Statements for migration 3. The first table's rows are in commit order.
const (
	rowsOfVersion1       = `SELECT rowid FROM events_1 ORDER BY rowid`
	matchesOfVersion1    = `SELECT DISTINCT match FROM events_1 ORDER BY match`
	eventsOfVersion1     = `SELECT rowid, seq, event FROM events_1 WHERE match = $1 ORDER BY seq`
	openStreamOfVersion2 = `INSERT INTO streams (stream, seq, deadline, bot) VALUES ($1, $2, $3, $4)`
	setLogOfVersion1     = `UPDATE log SET position = $1, alive = $2`
)

// keysOfVersion1 is the part of a version 1 event that [play.Upcast] drops.
type keysOfVersion1 struct {
	Settings struct {
		Black struct {
			Key string `json:"key"`
		} `json:"black"`
		White struct {
			Key string `json:"key"`
		} `json:"white"`
	} `json:"settings"`
}

// copier is the state of migration 3.
type copier struct {
	ctx  context.Context
	tx   *sql.Tx
	rows []int64   // by position-1
	last time.Time // time of the last event
}

// copyVersion1 copies the version 1 events with unchanged bodies and creates a session from each
// person's key. It records the last event's time as the time at which a server last ran, so that
// the time since then is charged to no player.
func copyVersion1(ctx context.Context, tx *sql.Tx) error {
	c := &copier{ctx: ctx, tx: tx}
	var matches []string
	var err error
	if c.rows, err = column[int64](ctx, tx, rowsOfVersion1); err != nil {
		return err
	}
	if matches, err = column[string](ctx, tx, matchesOfVersion1); err != nil {
		return err
	}
	for _, match := range matches {
		records, err := c.read(match)
		if err == nil {
			err = c.write(match, records)
		}
		if err != nil {
			return fmt.Errorf("match %s: %w", match, err)
		}
	}
	_, err = tx.ExecContext(ctx, setLogOfVersion1, len(c.rows), Nanoseconds(c.last))
	return err
}

// column returns the values from a query with one column.
func column[T any](ctx context.Context, tx *sql.Tx, query string) (all []T, err error) {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var one T
		if err := rows.Scan(&one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// read returns a match's events as records, with the values stored in columns.
func (c *copier) read(match string) (records []Record, err error) {
	rows, err := c.tx.QueryContext(c.ctx, eventsOfVersion1, match)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		r := Record{Stream: matchStream(match), Version: 1}
		var row int64
		if err := rows.Scan(&row, &r.Seq, &r.Body); err != nil {
			return nil, err
		}
		place, _ := slices.BinarySearch(c.rows, row)
		r.Position = int64(place) + 1
		records = append(records, r)
	}
	return records, rows.Err()
}

// complete fills in records from their bodies, up to the first that this program cannot read, and
// returns the schedule. An event with an ID is the first from a command, so its actor is the player
// with that colour at the time. Other events' actors are unknown.
func (c *copier) complete(records []Record) play.Schedule {
	m := play.NewMatch()
	for i := range records {
		r := &records[i]
		e, err := play.Upcast(1, r.Body)
		if err != nil {
			return play.Schedule{}
		}
		e.Seq = r.Seq
		r.Kind, r.At = string(e.Kind), e.At
		if e.ID != "" && e.Color != board.Empty {
			r.Actor = m.Seat(e.Color).Actor()
		}
		if err := m.Load([]play.Event{e}); err != nil {
			return play.Schedule{}
		}
	}
	if m.Over() {
		return play.Schedule{}
	}
	deadline, _ := m.Deadline()
	return play.Schedule{Deadline: deadline, Bot: m.Seat(board.Black).Bot() || m.Seat(board.White).Bot()}
}

// write adds a stream with its records and its players' sessions.
func (c *copier) write(match string, records []Record) error {
	s := c.complete(records)
	_, err := c.tx.ExecContext(c.ctx, openStreamOfVersion2, matchStream(match), len(records), Nanoseconds(s.Deadline),
		Truth(s.Bot))
	if err != nil {
		return err
	}
	for _, r := range records {
		_, err := c.tx.ExecContext(c.ctx, insertRecord,
			r.Stream, r.Seq, r.Position, r.Kind, r.Actor, Nanoseconds(r.At), r.Version, string(r.Body))
		if err != nil {
			return err
		}
		if r.At.After(c.last) {
			c.last = r.At
		}
	}
	return c.writeSessions(records[0])
}

// writeSessions creates sessions from the keys in a match's first event. A person with such a key
// then acts as the guest derived from it.
func (c *copier) writeSessions(opened Record) error {
	var keys keysOfVersion1
	e, err := play.Upcast(1, opened.Body)
	if err != nil || e.Settings == nil || json.Unmarshal(opened.Body, &keys) != nil {
		return nil // an unreadable match cannot be continued
	}
	for key, seat := range map[string]play.Seat{
		strings.ToLower(keys.Settings.Black.Key): e.Settings.Black,
		strings.ToLower(keys.Settings.White.Key): e.Settings.White,
	} {
		if key == "" || seat.Bot() {
			continue
		}
		if _, err := c.tx.ExecContext(c.ctx, createSession, key, seat.Actor(), Nanoseconds(opened.At)); err != nil {
			return err
		}
	}
	return nil
}
