package storetest

import (
	"testing"

	"rosette/server/store"
)

// Open returns an empty store in memory and closes it after the test. It costs about a millisecond
// of processor time. In a testing/synctest bubble, t must belong to the bubble.
func Open(t testing.TB) *store.SQLite {
	t.Helper()
	s, err := store.OpenInMemory()
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
