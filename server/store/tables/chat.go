package tables

import (
	"context"
	"database/sql"
	"errors"
	"slices"

	"rosette/server/chat"
	"rosette/server/store"
)

// Statements for chat, which mean the same in SQLite and PostgreSQL.
const (
	lastLine   = `SELECT COALESCE(MAX(number), 0) FROM chat_lines WHERE room = $1`
	insertLine = `INSERT INTO chat_lines (room, number, actor, name, text, at, hidden) VALUES ($1, $2, $3, $4, $5, $6, $7)`
	hideLine   = `UPDATE chat_lines SET hidden = 1 WHERE room = $1 AND number = $2`
	forgetSaid = `UPDATE chat_lines SET hidden = 1, name = '', text = '' ` + ofUser

	lineColumns = `SELECT room, number, actor, name, text, at, hidden FROM chat_lines WHERE `
	listLines   = lineColumns + `room = $1 ORDER BY number DESC LIMIT $2`
	readLine    = lineColumns + `room = $1 AND number = $2`
	listByActor = lineColumns + `actor = $1 ORDER BY at, room, number`

	touchRoom         = `UPDATE chat_rooms SET latest = $2 WHERE id = $1`
	touchConversation = `UPDATE chat_conversations SET latest = $2 WHERE id = $1`
)

// A ChatTable holds chat lines.
type ChatTable struct{ db store.DB }

// Chat returns the table of chat lines.
func Chat(db store.DB) ChatTable { return ChatTable{db} }

// AddLine stores a line and returns it with the next number in its room. It updates the latest line's
// time in a room made by a user, or in a conversation.
func (t ChatTable) AddLine(ctx context.Context, l chat.Line) (chat.Line, error) {
	l.At = store.StoredTime(l.At)
	at := store.Nanoseconds(l.At)
	err := t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		if err := tx.Query(lastLine, l.Room).Scan(&l.Number); err != nil {
			return nil, err
		}
		l.Number++
		steps := []store.Step{
			{Query: insertLine, Args: []any{l.Room, l.Number, l.Actor, l.Name, l.Text, at, store.Truth(l.Hidden)}},
		}
		if id, ok := chat.RoomOf(l.Room); ok {
			steps = append(steps, store.Step{Query: touchRoom, Args: []any{id, at}})
		} else if id, ok := chat.DirectOf(l.Room); ok {
			steps = append(steps, store.Step{Query: touchConversation, Args: []any{id, at}})
		}
		return nil, store.Each(tx, steps...)
	})
	return l, err
}

// Lines returns a room's last lines in order, up to limit.
func (t ChatTable) Lines(ctx context.Context, room string, limit int) (lines []chat.Line, err error) {
	lines, err = store.Collect(store.List(ctx, t.db, listLines, scanLineRow, room, max(limit, 0)))
	slices.Reverse(lines)
	return lines, err
}

// Line returns a line, or [chat.ErrNoLine] if it does not exist.
func (t ChatTable) Line(ctx context.Context, room string, number int) (chat.Line, error) {
	for l, err := range store.List(ctx, t.db, readLine, scanLineRow, room, number) {
		return l, err
	}
	return chat.Line{}, chat.ErrNoLine
}

// Hide hides a line and returns it, or [chat.ErrNoLine] if it does not exist.
func (t ChatTable) Hide(ctx context.Context, room string, number int) (l chat.Line, err error) {
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

// LinesBy returns an actor's lines, oldest first.
func (t ChatTable) LinesBy(ctx context.Context, actor string) ([]chat.Line, error) {
	return store.Collect(store.List(ctx, t.db, listByActor, scanLineRow, actor))
}

// scanLineRow reads a row with lineColumns.
func scanLineRow(rows *sql.Rows) (chat.Line, error) { return scanLine(rows.Scan) }

func scanLine(scan func(...any) error) (l chat.Line, err error) {
	var at, hidden int64
	err = scan(&l.Room, &l.Number, &l.Actor, &l.Name, &l.Text, &at, &hidden)
	l.At, l.Hidden = store.TimeOf(at), hidden != 0
	return l, err
}
