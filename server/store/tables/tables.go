// Package tables keeps what stands beside the log of a [store.Store]: accounts, sessions,
// offers of games, conditional moves, what people say, and what moderators work with. Every
// table works in SQL, by statements that mean the same to SQLite and PostgreSQL, and in
// memory.
package tables

import (
	"fmt"

	"rosette/play/conditional"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/lobby"
	"rosette/server/moderation"
	"rosette/server/notice"
	"rosette/server/store"
)

// of returns a table of a store: in SQL or in memory.
func of[T any](s store.Store, inSQL func(store.DB) T, inMemory func(*memory) T) T {
	switch s := s.(type) {
	case store.DB:
		return inSQL(s)
	case *store.Memory:
		return inMemory(&memory{memoryTables: besides(s)})
	case loggedInMemory:
		return inMemory(&memory{besides(s.Memory), &s.entry})
	}
	panic(fmt.Sprintf("tables: a store of type %T has none", s))
}

// memory has the tables beside a [store.Memory], under its lock.
type memory struct {
	*memoryTables
	entry *moderation.Entry // added to the log with each write, if not nil
}

// memoryTables are the tables beside a [store.Memory].
type memoryTables struct {
	*store.Memory
	sessions   map[string]account.Session // by hash of the key
	users      map[string]account.User    // by ID
	belongings map[belongingKey]account.Belonging
	offers     map[string]lobby.Offer // by ID
	chat       map[string][]chat.Line // by room
	plans      map[planKey]conditional.Kept
	notices    notices
	letters    map[string]notice.PendingLetter // by ID

	rooms         map[string]chat.Room         // by ID
	conversations map[string]chat.Conversation // by ID
	mutes         map[string]moderation.Mute   // by actor
	reports       map[string]moderation.Report // by ID
	entries       []moderation.Entry
	reviews       map[string]string // by game
}

// besides returns the tables beside s.
func besides(s *store.Memory) *memoryTables {
	return s.Beside(func() any { return newTables(s) }).(*memoryTables)
}

func newTables(s *store.Memory) *memoryTables {
	return &memoryTables{
		Memory: s, sessions: map[string]account.Session{}, users: map[string]account.User{},
		belongings: map[belongingKey]account.Belonging{}, offers: map[string]lobby.Offer{}, chat: map[string][]chat.Line{},
		plans: map[planKey]conditional.Kept{}, letters: map[string]notice.PendingLetter{},
		rooms: map[string]chat.Room{}, conversations: map[string]chat.Conversation{},
		reviews: map[string]string{}, mutes: map[string]moderation.Mute{}, reports: map[string]moderation.Report{},
	}
}
