package tables

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"rosette/server/chat"
	"rosette/server/store"
)

// A RoomTable is the rooms that people have made, and their conversations.
type RoomTable interface {
	// Make keeps a new room. It returns [chat.ErrRooms] if its owner has most open ones.
	Make(ctx context.Context, r chat.Room, most int) error

	// Room returns a room, [chat.ErrNoRoom] if there is none.
	Room(ctx context.Context, id string) (chat.Room, error)

	// Rooms returns up to limit open rooms, those where something was said last first.
	Rooms(ctx context.Context, limit int) ([]chat.Room, error)

	// Close closes a room. It returns [chat.ErrNoRoom] if there is none that is open.
	Close(ctx context.Context, id string, now time.Time) error

	// Converse returns the conversation of two users. If there is none it keeps c, unless
	// c has no id: then it returns c and [chat.ErrNoRoom].
	Converse(ctx context.Context, c chat.Conversation) (chat.Conversation, error)

	// Conversation returns a conversation, [chat.ErrNoRoom] if there is none.
	Conversation(ctx context.Context, id string) (chat.Conversation, error)

	// Conversations returns up to limit conversations of a user in which something was
	// said, the last one first.
	Conversations(ctx context.Context, user string, limit int) ([]chat.Conversation, error)

	// Read notes that a user has read a conversation up to a line. Less than before
	// changes nothing.
	Read(ctx context.Context, id, user string, number int) error
}

// Statements of rooms and conversations, which mean the same to SQLite and PostgreSQL.
const (
	countRooms = `SELECT COUNT(*) FROM rooms WHERE owner = $1 AND closed = 0`
	insertRoom = `INSERT INTO rooms (id, title, about, owner, made, latest, closed) VALUES ($1, $2, $3, $4, $5, $6, $7)`
	closeRoom  = `UPDATE rooms SET closed = $2 WHERE id = $1 AND closed = 0`

	roomColumns = `SELECT id, title, about, owner, made, latest, closed FROM rooms WHERE `
	readRoom    = roomColumns + `id = $1`
	listRooms   = roomColumns + `closed = 0 ORDER BY latest DESC, made DESC, id LIMIT $1`

	insertConversation = `INSERT INTO conversations (id, one, other, read_one, read_other, latest) VALUES ($1, $2, $3, 0, 0, 0)
		ON CONFLICT (one, other) DO NOTHING`
	readByOne           = `UPDATE conversations SET read_one = $3 WHERE id = $1 AND one = $2 AND read_one < $3`
	readByOther         = `UPDATE conversations SET read_other = $3 WHERE id = $1 AND other = $2 AND read_other < $3`
	forgetConversations = `DELETE FROM conversations WHERE one = $1 OR other = $1`

	conversationColumns = `SELECT id, one, other, read_one, read_other, latest,
		(SELECT COALESCE(MAX(number), 0) FROM chat_lines WHERE room = 'direct/' || id) FROM conversations WHERE `
	readConversation  = conversationColumns + `id = $1`
	findConversation  = conversationColumns + `one = $1 AND other = $2`
	listConversations = conversationColumns + `latest > 0 AND (one = $1 OR other = $1) ORDER BY latest DESC, id LIMIT $2`
)

// Rooms returns the rooms and conversations of a store.
func Rooms(s store.Store) RoomTable {
	return of(s, func(db store.DB) RoomTable { return roomsInSQL{db} }, func(m *memory) RoomTable { return roomsInMemory{m} })
}

type roomsInSQL struct{ db store.DB }

func (t roomsInSQL) Make(ctx context.Context, r chat.Room, most int) error {
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		var open int
		if err := tx.Query(countRooms, r.Owner).Scan(&open); err != nil {
			return nil, err
		}
		if open >= most {
			return chat.ErrRooms, nil
		}
		_, err := tx.Exec(insertRoom, r.ID, r.Title, r.About, r.Owner, store.Nanoseconds(r.Made), store.Nanoseconds(r.Latest), store.Nanoseconds(r.Closed))
		return nil, err
	})
}

// scanRoom reads a row of roomColumns.
func scanRoom(rows *sql.Rows) (r chat.Room, err error) {
	var made, latest, closed int64
	err = rows.Scan(&r.ID, &r.Title, &r.About, &r.Owner, &made, &latest, &closed)
	r.Made, r.Latest, r.Closed = store.TimeOf(made), store.TimeOf(latest), store.TimeOf(closed)
	return r, err
}

func (t roomsInSQL) Room(ctx context.Context, id string) (chat.Room, error) {
	for r, err := range store.List(ctx, t.db, readRoom, scanRoom, id) {
		return r, err
	}
	return chat.Room{}, chat.ErrNoRoom
}

func (t roomsInSQL) Rooms(ctx context.Context, limit int) ([]chat.Room, error) {
	return store.Collect(store.List(ctx, t.db, listRooms, scanRoom, max(limit, 0)))
}

func (t roomsInSQL) Close(ctx context.Context, id string, now time.Time) error {
	return changeOr(ctx, t.db, chat.ErrNoRoom, closeRoom, id, store.Nanoseconds(now))
}

// scanConversation reads a row of conversationColumns.
func scanConversation(scan func(...any) error) (c chat.Conversation, err error) {
	var latest int64
	err = scan(&c.ID, &c.Two[0], &c.Two[1], &c.Read[0], &c.Read[1], &latest, &c.Last)
	c.Latest = store.TimeOf(latest)
	return c, err
}

func scanConversationRow(rows *sql.Rows) (chat.Conversation, error) {
	return scanConversation(rows.Scan)
}

func (t roomsInSQL) Converse(ctx context.Context, c chat.Conversation) (chat.Conversation, error) {
	for found, err := range store.List(ctx, t.db, findConversation, scanConversationRow, c.Two[0], c.Two[1]) {
		return found, err
	}
	if c.ID == "" {
		return c, chat.ErrNoRoom
	}
	err := t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		if _, err := tx.Exec(insertConversation, c.ID, c.Two[0], c.Two[1]); err != nil {
			return nil, err
		}
		c, failed = scanConversation(tx.Query(findConversation, c.Two[0], c.Two[1]).Scan)
		return nil, failed
	})
	return c, err
}

func (t roomsInSQL) Conversation(ctx context.Context, id string) (chat.Conversation, error) {
	for c, err := range store.List(ctx, t.db, readConversation, scanConversationRow, id) {
		return c, err
	}
	return chat.Conversation{}, chat.ErrNoRoom
}

func (t roomsInSQL) Conversations(ctx context.Context, user string, limit int) ([]chat.Conversation, error) {
	return store.Collect(store.List(ctx, t.db, listConversations, scanConversationRow, user, max(limit, 0)))
}

func (t roomsInSQL) Read(ctx context.Context, id, user string, number int) error {
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		args := []any{id, user, number}
		return nil, store.Each(tx, store.Step{Query: readByOne, Args: args}, store.Step{Query: readByOther, Args: args})
	})
}

type roomsInMemory struct{ m *memory }

func (t roomsInMemory) Make(ctx context.Context, r chat.Room, most int) error {
	return t.m.Writing(ctx, func() error {
		open := 0
		for _, other := range t.m.rooms {
			if other.Owner == r.Owner && other.Closed.IsZero() {
				open++
			}
		}
		if open >= most {
			return chat.ErrRooms
		}
		r.Made = store.StoredTime(r.Made)
		t.m.rooms[r.ID] = r
		return nil
	})
}

func (t roomsInMemory) Room(ctx context.Context, id string) (r chat.Room, err error) {
	err = t.m.Reading(ctx, func() error {
		var ok bool
		if r, ok = t.m.rooms[id]; !ok {
			return chat.ErrNoRoom
		}
		return nil
	})
	return r, err
}

func (t roomsInMemory) Rooms(ctx context.Context, limit int) (all []chat.Room, err error) {
	err = t.m.Reading(ctx, func() error {
		for _, r := range t.m.rooms {
			if r.Closed.IsZero() {
				all = append(all, r)
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b chat.Room) int {
		return cmp.Or(b.Latest.Compare(a.Latest), b.Made.Compare(a.Made), cmp.Compare(a.ID, b.ID))
	})
	return all[:min(len(all), max(limit, 0))], err
}

func (t roomsInMemory) Close(ctx context.Context, id string, now time.Time) error {
	return t.m.Writing(ctx, func() error {
		r, ok := t.m.rooms[id]
		if !ok || !r.Closed.IsZero() {
			return chat.ErrNoRoom
		}
		r.Closed = store.StoredTime(now)
		t.m.rooms[id] = r
		return nil
	})
}

// whole returns a conversation with the number of its last line.
func (m *memory) whole(c chat.Conversation) chat.Conversation {
	c.Last = len(m.chat[c.Topic()])
	return c
}

func (t roomsInMemory) Converse(ctx context.Context, c chat.Conversation) (found chat.Conversation, err error) {
	err = t.m.Writing(ctx, func() error {
		for _, other := range t.m.conversations {
			if other.Two == c.Two {
				found = t.m.whole(other)
				return nil
			}
		}
		if found = c; c.ID == "" {
			return chat.ErrNoRoom
		}
		t.m.conversations[c.ID] = chat.Conversation{ID: c.ID, Two: c.Two}
		return nil
	})
	return found, err
}

func (t roomsInMemory) Conversation(ctx context.Context, id string) (c chat.Conversation, err error) {
	err = t.m.Reading(ctx, func() error {
		found, ok := t.m.conversations[id]
		if !ok {
			return chat.ErrNoRoom
		}
		c = t.m.whole(found)
		return nil
	})
	return c, err
}

func (t roomsInMemory) Conversations(ctx context.Context, user string, limit int) (all []chat.Conversation, err error) {
	err = t.m.Reading(ctx, func() error {
		for _, c := range t.m.conversations {
			if c.Has(user) && !c.Latest.IsZero() {
				all = append(all, t.m.whole(c))
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b chat.Conversation) int {
		return cmp.Or(b.Latest.Compare(a.Latest), cmp.Compare(a.ID, b.ID))
	})
	return all[:min(len(all), max(limit, 0))], err
}

func (t roomsInMemory) Read(ctx context.Context, id, user string, number int) error {
	return t.m.Writing(ctx, func() error {
		c := t.m.conversations[id]
		if at := slices.Index(c.Two[:], user); at >= 0 {
			c.Read[at] = max(c.Read[at], number)
			t.m.conversations[id] = c
		}
		return nil
	})
}
