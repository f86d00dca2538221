package store

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"rosette/play"
)

// checked collects what Check yields.
func checked(ctx context.Context, r Reader) map[string]error {
	found := map[string]error{}
	for match, err := range Check(ctx, r) {
		found[match] = err
	}
	return found
}

func testCheck(t *testing.T, j journal) {
	sound := []play.Event{opening(t)}
	for match, events := range map[string][]play.Event{
		"sound":      sound,
		"unopened":   passes(0, 2, "a"),
		"impossible": append(sound[:1:1], passes(1, 1, "a")...),
	} {
		if match == "impossible" {
			events[1].Kind = play.Granted // there was no request for an undo
		}
		if err := j.Append(t.Context(), match, 0, events); err != nil {
			t.Fatal(err)
		}
	}
	found := checked(t.Context(), j)
	if len(found) != 3 || found["sound"] != nil {
		t.Errorf("%v", found)
	}
	for match, want := range map[string]string{"unopened": `begins with "opened"`, "impossible": "event 2"} {
		if err := found[match]; err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q in one line", match, err, want)
		}
	}
	for range Check(t.Context(), j) {
		break // the caller may stop early
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if found := checked(t.Context(), j); len(found) != 1 || found[""] == nil {
		t.Errorf("a closed store: %v", found)
	}
}

func TestAnEventThatCannotBeReadIsFoundByCheck(t *testing.T) {
	s := sqlite(t, filepath.Join(t.TempDir(), "journal.db"))
	for _, match := range []string{"a", "b"} {
		if err := s.Append(t.Context(), match, 0, []play.Event{opening(t)}); err != nil {
			t.Fatal(err)
		}
	}
	runSQL(t, s, `UPDATE events SET event = '{' WHERE match = 'a'`)
	if found := checked(t.Context(), s); found["a"] == nil || found["b"] != nil || len(found) != 2 {
		t.Errorf("%v", found)
	}
}

func TestEventsOfVersion1AreRead(t *testing.T) {
	s := sqlite(t, filepath.Join(t.TempDir(), "journal.db"))
	for _, match := range []string{"a", "b"} {
		if err := s.Append(t.Context(), match, 0, []play.Event{opening(t)}); err != nil {
			t.Fatal(err)
		}
	}
	runSQL(t, s, `UPDATE events SET event = '{"seq":1,"at":"2024-05-01T12:00:00Z","kind":"opened","settings":{"board":"square-5",`+
		`"rules":{"preset":"aga"},"clock":"none","black":{"name":"Ada","key":"`+strings.Repeat("ab", 32)+`"},`+
		`"white":{"program":true,"name":"Rosette","level":"full"}}}' WHERE match = 'a'`)
	runSQL(t, s, `UPDATE events SET event = '{"v":99}' WHERE match = 'b'`)
	got := events(t, s, "a", 0)[0].Settings
	if got.Black.Actor() != "guest/"+strings.Repeat("ab", 16) || got.White.Actor() != "bot/full" {
		t.Errorf("%+v", got)
	}
	if _, err := s.Events(t.Context(), "b", 0); !errors.Is(err, play.ErrUnknownEvent) {
		t.Errorf("version 99: %v", err)
	}
}
