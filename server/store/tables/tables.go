// Package tables reads and writes the tables in a [store.Store] that do not depend on the log:
// accounts, sessions, game offers, conditional moves, chat and moderation. Its statements mean the
// same in SQLite and PostgreSQL.
package tables
