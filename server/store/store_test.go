package store_test

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"rosette/play"
	"rosette/server/store"
	"rosette/server/store/storetest"
)

func TestSQLite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, filepath.Join(t.TempDir(), "a database #1?.db")) })
}

// A store in memory has one connection. A loop over streams may write, and many goroutines may read
// and write.
func TestAStoreInMemoryIsUsedByMany(t *testing.T) {
	s, other := storetest.Open(t), storetest.Open(t)
	var all sync.WaitGroup
	for w := range 8 {
		all.Go(func() {
			for seq := range 20 {
				if err := s.Append(t.Context(), fmt.Sprint(w), seq, storetest.Records(seq, 1, "w"), play.Schedule{Bot: true}); err != nil {
					t.Error(err)
				}
				if records, err := s.Read(t.Context(), fmt.Sprint(w), 0); err != nil || len(records) != seq+1 {
					t.Errorf("%d records after %d, %v", len(records), seq+1, err)
				}
			}
		})
	}
	all.Wait()
	n := 0
	for scheduled, err := range s.Schedules(t.Context()) {
		check(t, err)
		check(t, s.Append(t.Context(), scheduled.ID, 20, storetest.Records(20, 1, "w"), play.Schedule{}))
		n++
	}
	if _, err := other.Read(t.Context(), "0", 0); n != 8 || !errors.Is(err, play.ErrNoMatch) {
		t.Errorf("%d streams wait; another store: %v", n, err)
	}
}

// quiet returns a logger that discards everything.
func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// emptyFile returns the content of a new database.
var emptyFile = sync.OnceValues(func() (content []byte, err error) {
	folder, err := os.MkdirTemp("", "rosette-*")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	path := filepath.Join(folder, "rosette.db")
	s, err := store.OpenSQLite(path, quiet())
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// open opens a store and closes it after the test. If there is no file, it copies a new database,
// which takes a third of the time for migrations.
func open(t testing.TB, path string) *store.SQLite {
	t.Helper()
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		empty, err := emptyFile()
		check(t, err)
		check(t, os.WriteFile(path, empty, 0o600))
	}
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
