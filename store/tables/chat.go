package tables

import (
	"context"
	"database/sql"
	"slices"

	"rosette/chat"
	"rosette/store"
)

// A ChatTable is what people have said.
type ChatTable interface {
	// Say keeps a line and returns it with its number, the next one of its room.
	Say(ctx context.Context, l chat.Line) (chat.Line, error)

	// Lines returns the last lines of a room, up to limit, in their order.
	Lines(ctx context.Context, room string, limit int) ([]chat.Line, error)
}

// Statements of chat, which mean the same to SQLite and PostgreSQL.
const (
	lastLine   = `SELECT COALESCE(MAX(number), 0) FROM chat_lines WHERE room = $1`
	insertLine = `INSERT INTO chat_lines (room, number, actor, name, text, at) VALUES ($1, $2, $3, $4, $5, $6)`
	listLines  = `SELECT room, number, actor, name, text, at FROM chat_lines WHERE room = $1 ORDER BY number DESC LIMIT $2`
)

// Chat returns what people have said.
func Chat(s store.Store) ChatTable {
	return of(s, func(db store.DB) ChatTable { return chatInSQL{db} }, func(m *memory) ChatTable { return chatInMemory{m} })
}

type chatInSQL struct{ db store.DB }

func (t chatInSQL) Say(ctx context.Context, l chat.Line) (chat.Line, error) {
	l.At = store.StoredTime(l.At)
	err := t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		if err := tx.Query(lastLine, l.Room).Scan(&l.Number); err != nil {
			return nil, err
		}
		l.Number++
		_, err := tx.Exec(insertLine, l.Room, l.Number, l.Actor, l.Name, l.Text, store.Nanoseconds(l.At))
		return nil, err
	})
	return l, err
}

func (t chatInSQL) Lines(ctx context.Context, room string, limit int) (lines []chat.Line, err error) {
	for l, err := range store.List(ctx, t.db, listLines, scanLine, room, max(limit, 0)) {
		if err != nil {
			return nil, err
		}
		lines = append(lines, l)
	}
	slices.Reverse(lines)
	return lines, nil
}

// scanLine reads a row of listLines.
func scanLine(rows *sql.Rows) (l chat.Line, err error) {
	var at int64
	err = rows.Scan(&l.Room, &l.Number, &l.Actor, &l.Name, &l.Text, &at)
	l.At = store.TimeOf(at)
	return l, err
}

type chatInMemory struct{ m *memory }

func (t chatInMemory) Say(ctx context.Context, l chat.Line) (chat.Line, error) {
	err := t.m.Writing(ctx, func() error {
		l.Number, l.At = len(t.m.chat[l.Room])+1, store.StoredTime(l.At)
		t.m.chat[l.Room] = append(t.m.chat[l.Room], l)
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
