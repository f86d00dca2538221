package store_test

import (
	"io"
	"log/slog"
	"path/filepath"
	"testing"

	"rosette/server/store"
	"rosette/server/store/storetest"
)

func TestSQLite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, filepath.Join(t.TempDir(), "a database #1?.db")) })
}

func TestInMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return storetest.Open(t) })
}

// quiet is a log that nobody reads.
func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// open opens a store and closes it after the test.
func open(t testing.TB, path string) *store.SQLite {
	t.Helper()
	s, err := store.OpenSQLite(path, quiet())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
