package storetest

import (
	"errors"
	"io/fs"
	"testing"

	"rosette/server/store"
	"rosette/server/store/tables"
)

func reviewsAreKept(t *testing.T, s store.Store) {
	kept := tables.Reviews(s)
	if text, err := kept.Read(t.Context(), "g"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("before it is written: %q, %v", text, err)
	}
	for _, want := range []string{`{"a":1}`, `{"a":2}`} {
		check(t, kept.Write(t.Context(), "g", []byte(want)))
		if text, err := kept.Read(t.Context(), "g"); err != nil || string(text) != want {
			t.Errorf("%q, %v, want %s", text, err, want)
		}
	}
	check(t, kept.Write(t.Context(), "other", []byte("{}")))
	for range 2 {
		check(t, kept.Remove(t.Context(), "g"))
	}
	if text, err := kept.Read(t.Context(), "g"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("after it was removed: %q, %v", text, err)
	}
	if text, err := kept.Read(t.Context(), "other"); err != nil || string(text) != "{}" {
		t.Errorf("of the other game: %q, %v", text, err)
	}
}
