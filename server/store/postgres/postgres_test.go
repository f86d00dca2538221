//go:build unix

package postgres_test

import (
	"database/sql"
	"errors"
	"log/slog"
	"testing"

	"rosette/server/store"
	"rosette/server/store/postgres"
	"rosette/server/store/postgrestest"
	"rosette/server/store/storetest"
)

func TestPostgreSQL(t *testing.T) {
	url := postgrestest.Database(t)
	db, err := sql.Open("pgx", url)
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	s := open(t, url)
	storetest.Run(t, func(*testing.T) store.Store {
		if _, err := s.Outages(t.Context()); errors.Is(err, store.ErrClosed) {
			s = open(t, url)
		}
		_, err := db.ExecContext(t.Context(), empty) // faster than a new database
		check(t, err)
		return s
	})
}

// empty restores a database to its state before its first use.
const empty = `DO $$ DECLARE name TEXT; BEGIN
	FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('goose_db_version', 'log') LOOP
		EXECUTE 'DELETE FROM ' || name;
	END LOOP;
	UPDATE log SET position = 0, alive = 0, closed = 1;
END $$`

// quiet returns a logger that discards everything.
func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }

// open opens a store and closes it after the test.
func open(t testing.TB, url string) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), url, quiet())
	check(t, err)
	t.Cleanup(func() { check(t, s.Close()) })
	return s
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
