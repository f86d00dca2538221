package tables

import (
	"context"
	"database/sql"
	"time"

	"rosette/server/chat"
	"rosette/server/store"
)

// Statements for rooms and conversations, which mean the same in SQLite and PostgreSQL.
const (
	countRooms = `SELECT COUNT(*) FROM chat_rooms WHERE owner = $1 AND closed = 0`
	insertRoom = `INSERT INTO chat_rooms (id, title, about, owner, made, latest, closed) VALUES ($1, $2, $3, $4, $5, $6, $7)`
	closeRoom  = `UPDATE chat_rooms SET closed = $2 WHERE id = $1 AND closed = 0`

	roomColumns = `SELECT id, title, about, owner, made, latest, closed FROM chat_rooms WHERE `
	readRoom    = roomColumns + `id = $1`
	listRooms   = roomColumns + `closed = 0 ORDER BY latest DESC, made DESC, id LIMIT $1`

	insertConversation = `INSERT INTO chat_conversations (id, one, other, read_one, read_other, latest) VALUES ($1, $2, $3, 0, 0, 0)
		ON CONFLICT (one, other) DO NOTHING`
	readByOne           = `UPDATE chat_conversations SET read_one = $3 WHERE id = $1 AND one = $2 AND read_one < $3`
	readByOther         = `UPDATE chat_conversations SET read_other = $3 WHERE id = $1 AND other = $2 AND read_other < $3`
	forgetConversations = `DELETE FROM chat_conversations WHERE one = $1 OR other = $1`

	conversationColumns = `SELECT id, one, other, read_one, read_other, latest,
		(SELECT COALESCE(MAX(number), 0) FROM chat_lines WHERE room = 'direct/' || id) FROM chat_conversations WHERE `
	readConversation  = conversationColumns + `id = $1`
	findConversation  = conversationColumns + `one = $1 AND other = $2`
	listConversations = conversationColumns +
		`latest > 0 AND (one = $1 OR other = $1) ORDER BY latest DESC, id LIMIT $2`
)

// A RoomTable holds the rooms made by users, and users' conversations.
type RoomTable struct{ db store.DB }

// Rooms returns the tables of rooms and conversations.
func Rooms(db store.DB) RoomTable { return RoomTable{db} }

// Make stores a new room. It returns [chat.ErrTooManyRooms] if its owner already has most open rooms.
func (t RoomTable) Make(ctx context.Context, r chat.Room, most int) error {
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		var open int
		if err := tx.Query(countRooms, r.Owner).Scan(&open); err != nil {
			return nil, err
		}
		if open >= most {
			return chat.ErrTooManyRooms, nil
		}
		_, err := tx.Exec(insertRoom, r.ID, r.Title, r.About, r.Owner, store.Nanoseconds(r.Made),
			store.Nanoseconds(r.Latest), store.Nanoseconds(r.Closed))
		return nil, err
	})
}

// scanRoom reads a row with roomColumns.
func scanRoom(rows *sql.Rows) (r chat.Room, err error) {
	var made, latest, closed int64
	err = rows.Scan(&r.ID, &r.Title, &r.About, &r.Owner, &made, &latest, &closed)
	r.Made = store.TimeOf(made)
	r.Latest = store.TimeOf(latest)
	r.Closed = store.TimeOf(closed)
	return r, err
}

// Room returns a room, or [chat.ErrNoRoom] if it does not exist.
func (t RoomTable) Room(ctx context.Context, id string) (chat.Room, error) {
	for r, err := range store.List(ctx, t.db, readRoom, scanRoom, id) {
		return r, err
	}
	return chat.Room{}, chat.ErrNoRoom
}

// Rooms returns up to limit open rooms, the one with the latest line first.
func (t RoomTable) Rooms(ctx context.Context, limit int) ([]chat.Room, error) {
	return store.Collect(store.List(ctx, t.db, listRooms, scanRoom, max(limit, 0)))
}

// Close closes a room. It returns [chat.ErrNoRoom] if there is no such open room.
func (t RoomTable) Close(ctx context.Context, id string, now time.Time) error {
	return changeOr(ctx, t.db, chat.ErrNoRoom, closeRoom, id, store.Nanoseconds(now))
}

// scanConversation reads a row with conversationColumns.
func scanConversation(scan func(...any) error) (c chat.Conversation, err error) {
	var latest int64
	err = scan(&c.ID, &c.Users[0], &c.Users[1], &c.Read[0], &c.Read[1], &latest, &c.Last)
	c.Latest = store.TimeOf(latest)
	return c, err
}

func scanConversationRow(rows *sql.Rows) (chat.Conversation, error) {
	return scanConversation(rows.Scan)
}

// FindOrAddConversation returns the conversation between two users. If there is none, it stores
// and returns c. If c has no ID, it stores nothing and returns c and [chat.ErrNoRoom].
func (t RoomTable) FindOrAddConversation(ctx context.Context, c chat.Conversation) (chat.Conversation, error) {
	for found, err := range store.List(ctx, t.db, findConversation, scanConversationRow, c.Users[0], c.Users[1]) {
		return found, err
	}
	if c.ID == "" {
		return c, chat.ErrNoRoom
	}
	err := t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		if _, err := tx.Exec(insertConversation, c.ID, c.Users[0], c.Users[1]); err != nil {
			return nil, err
		}
		c, failed = scanConversation(tx.Query(findConversation, c.Users[0], c.Users[1]).Scan)
		return nil, failed
	})
	return c, err
}

// Conversation returns a conversation, or [chat.ErrNoRoom] if it does not exist.
func (t RoomTable) Conversation(ctx context.Context, id string) (chat.Conversation, error) {
	for c, err := range store.List(ctx, t.db, readConversation, scanConversationRow, id) {
		return c, err
	}
	return chat.Conversation{}, chat.ErrNoRoom
}

// Conversations returns up to limit conversations with lines that a user takes part in, the latest
// first.
func (t RoomTable) Conversations(ctx context.Context, user string, limit int) ([]chat.Conversation, error) {
	return store.Collect(store.List(ctx, t.db, listConversations, scanConversationRow, user, max(limit, 0)))
}

// Read records that a user has read a conversation up to a line. It never moves that line back.
func (t RoomTable) Read(ctx context.Context, id, user string, number int) error {
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		args := []any{id, user, number}
		return nil, store.Each(tx, store.Step{Query: readByOne, Args: args}, store.Step{Query: readByOther, Args: args})
	})
}
