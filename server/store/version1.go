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

// The statements of migration 3. The order of the rows of the first table is the
// order in which they were committed.
const (
	rowsOfVersion1       = `SELECT rowid FROM events_1 ORDER BY rowid`
	matchesOfVersion1    = `SELECT DISTINCT match FROM events_1 ORDER BY match`
	eventsOfVersion1     = `SELECT rowid, seq, event FROM events_1 WHERE match = $1 ORDER BY seq`
	openStreamOfVersion2 = `INSERT INTO streams (stream, seq, deadline, bot) VALUES ($1, $2, $3, $4)`
	setLogOfVersion1     = `UPDATE log SET position = $1, alive = $2`
)

// keysOfVersion1 is the part of an event of version 1 that [play.Upcast] drops.
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
	last time.Time // of all events
}

// copyVersion1 copies the events of version 1, whose bodies stay as they are, and
// makes a session of each person's key. The time of the last event becomes the time
// at which a server was last seen, so that the time since then counts for nobody.
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

// column returns the values of a query with one column.
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

// read returns the events of a match as records, with what the columns say.
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

// complete sets what the bodies say of each record, up to the first that this
// program cannot read, and returns the schedule. An event with an ID is the first of a
// command, so it was caused by who had its colour at the time; of the others that is
// not known.
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

// write adds a stream with its records, and the sessions of its players.
func (c *copier) write(match string, records []Record) error {
	s := c.complete(records)
	_, err := c.tx.ExecContext(c.ctx, openStreamOfVersion2, matchStream(match), len(records), Nanoseconds(s.Deadline), Truth(s.Bot))
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

// writeSessions lets who has a key of the first event of a match act as the guest
// that the key becomes.
func (c *copier) writeSessions(opened Record) error {
	var keys keysOfVersion1
	e, err := play.Upcast(1, opened.Body)
	if err != nil || e.Settings == nil || json.Unmarshal(opened.Body, &keys) != nil {
		return nil // nobody can play on what cannot be read
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
