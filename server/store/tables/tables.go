// Package tables reads and writes the tables beside the log of a [store.Store]: accounts, sessions,
// offers of games, conditional moves, chat, and the tables of moderators. Its statements mean the same
// to SQLite and PostgreSQL.
package tables
