package tables

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"rosette/server/chat"
	"rosette/server/store"
)

// A ChatTable is what people have said.
type ChatTable interface {
	// Say keeps a line and returns it with its number, the next one of its room. It is
	// the latest of a room that somebody has made, or of a conversation.
	Say(ctx context.Context, l chat.Line) (chat.Line, error)

	// Lines returns the last lines of a room, up to limit, in their order.
	Lines(ctx context.Context, room string, limit int) ([]chat.Line, error)

	// Line returns a line, [chat.ErrNoLine] if there is none.
	Line(ctx context.Context, room string, number int) (chat.Line, error)

	// Hide hides a line and returns it. It returns [chat.ErrNoLine] if there is none.
	Hide(ctx context.Context, room string, number int) (chat.Line, error)

	// Said returns what an actor has said, the oldest line first.
	Said(ctx context.Context, actor string) ([]chat.Line, error)
}

// Statements of chat, which mean the same to SQLite and PostgreSQL.
const (
	lastLine   = `SELECT COALESCE(MAX(number), 0) FROM chat_lines WHERE room = $1`
	insertLine = `INSERT INTO chat_lines (room, number, actor, name, text, at, hidden) VALUES ($1, $2, $3, $4, $5, $6, $7)`
	hideLine   = `UPDATE chat_lines SET hidden = 1 WHERE room = $1 AND number = $2`
	forgetSaid = `UPDATE chat_lines SET hidden = 1, name = '', text = '' ` + ofUser

	lineColumns = `SELECT room, number, actor, name, text, at, hidden FROM chat_lines WHERE `
	listLines   = lineColumns + `room = $1 ORDER BY number DESC LIMIT $2`
	readLine    = lineColumns + `room = $1 AND number = $2`
	listSaid    = lineColumns + `actor = $1 ORDER BY at, room, number`

	touchRoom         = `UPDATE rooms SET latest = $2 WHERE id = $1`
	touchConversation = `UPDATE conversations SET latest = $2 WHERE id = $1`
)

// Chat returns what people have said.
func Chat(s store.Store) ChatTable {
	return of(s, func(db store.DB) ChatTable { return chatInSQL{db} }, func(m *memory) ChatTable { return chatInMemory{m} })
}

type chatInSQL struct{ db store.DB }

func (t chatInSQL) Say(ctx context.Context, l chat.Line) (chat.Line, error) {
	l.At = store.StoredTime(l.At)
	at := store.Nanoseconds(l.At)
	err := t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		if err := tx.Query(lastLine, l.Room).Scan(&l.Number); err != nil {
			return nil, err
		}
		l.Number++
		steps := []store.Step{{Query: insertLine, Args: []any{l.Room, l.Number, l.Actor, l.Name, l.Text, at, store.Truth(l.Hidden)}}}
		if id, ok := chat.RoomOf(l.Room); ok {
			steps = append(steps, store.Step{Query: touchRoom, Args: []any{id, at}})
		} else if id, ok := chat.DirectOf(l.Room); ok {
			steps = append(steps, store.Step{Query: touchConversation, Args: []any{id, at}})
		}
		return nil, store.Each(tx, steps...)
	})
	return l, err
}

func (t chatInSQL) Lines(ctx context.Context, room string, limit int) (lines []chat.Line, err error) {
	lines, err = store.Collect(store.List(ctx, t.db, listLines, scanLineRow, room, max(limit, 0)))
	slices.Reverse(lines)
	return lines, err
}

func (t chatInSQL) Line(ctx context.Context, room string, number int) (chat.Line, error) {
	for l, err := range store.List(ctx, t.db, readLine, scanLineRow, room, number) {
		return l, err
	}
	return chat.Line{}, chat.ErrNoLine
}

func (t chatInSQL) Hide(ctx context.Context, room string, number int) (l chat.Line, err error) {
	err = t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		if _, err := tx.Exec(hideLine, room, number); err != nil {
			return nil, err
		}
		if l, failed = scanLine(tx.Query(readLine, room, number).Scan); errors.Is(failed, sql.ErrNoRows) {
			return chat.ErrNoLine, nil
		}
		return nil, failed
	})
	return l, err
}

func (t chatInSQL) Said(ctx context.Context, actor string) ([]chat.Line, error) {
	return store.Collect(store.List(ctx, t.db, listSaid, scanLineRow, actor))
}

// scanLineRow reads a row of lineColumns.
func scanLineRow(rows *sql.Rows) (chat.Line, error) { return scanLine(rows.Scan) }

func scanLine(scan func(...any) error) (l chat.Line, err error) {
	var at, hidden int64
	err = scan(&l.Room, &l.Number, &l.Actor, &l.Name, &l.Text, &at, &hidden)
	l.At, l.Hidden = store.TimeOf(at), hidden != 0
	return l, err
}

type chatInMemory struct{ m *memory }

func (t chatInMemory) Say(ctx context.Context, l chat.Line) (chat.Line, error) {
	err := t.m.Writing(ctx, func() error {
		l.Number, l.At = len(t.m.chat[l.Room])+1, store.StoredTime(l.At)
		t.m.chat[l.Room] = append(t.m.chat[l.Room], l)
		if id, ok := chat.RoomOf(l.Room); ok {
			if r, made := t.m.rooms[id]; made {
				r.Latest = l.At
				t.m.rooms[id] = r
			}
		} else if id, ok := chat.DirectOf(l.Room); ok {
			if c, begun := t.m.conversations[id]; begun {
				c.Latest = l.At
				t.m.conversations[id] = c
			}
		}
		return nil
	})
	return l, err
}

func (t chatInMemory) Lines(ctx context.Context, room string, limit int) (lines []chat.Line, err error) {
	err = t.m.Reading(ctx, func() error {
		all := t.m.chat[room]
		lines = slices.Clone(all[max(0, len(all)-max(limit, 0)):])
		return nil
	})
	return lines, err
}

func (t chatInMemory) Line(ctx context.Context, room string, number int) (l chat.Line, err error) {
	err = t.m.Reading(ctx, func() error {
		all := t.m.chat[room]
		if number < 1 || number > len(all) {
			return chat.ErrNoLine
		}
		l = all[number-1]
		return nil
	})
	return l, err
}

func (t chatInMemory) Hide(ctx context.Context, room string, number int) (l chat.Line, err error) {
	err = t.m.Writing(ctx, func() error {
		all := t.m.chat[room]
		if number < 1 || number > len(all) {
			return chat.ErrNoLine
		}
		all[number-1].Hidden = true
		l = all[number-1]
		return nil
	})
	return l, err
}

func (t chatInMemory) Said(ctx context.Context, actor string) (lines []chat.Line, err error) {
	err = t.m.Reading(ctx, func() error {
		for _, room := range t.m.chat {
			for _, l := range room {
				if l.Actor == actor {
					lines = append(lines, l)
				}
			}
		}
		return nil
	})
	slices.SortFunc(lines, func(a, b chat.Line) int { return a.At.Compare(b.At) })
	return lines, err
}

// forget hides what an actor has said for good. Writing guards it.
func (m *memory) forget(actor string) {
	for _, room := range m.chat {
		for i := range room {
			if l := &room[i]; l.Actor == actor {
				l.Hidden, l.Name, l.Text = true, "", ""
			}
		}
	}
}
