package storetest

import (
	"errors"
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/store"
)

// lengths is a projection that counts the records in each stream beginning with "test/". It fails
// at a record with kind "broken" and panics at kind "panic".
func lengths(t *testing.T, s store.Store) store.Projection {
	t.Helper()
	const table = `CREATE TABLE IF NOT EXISTS test_lengths (stream TEXT NOT NULL PRIMARY KEY, records BIGINT NOT NULL)`
	if _, err := store.Do(t.Context(), s, table); err != nil {
		t.Fatal(err)
	}
	return store.Projection{
		Name:  "test-lengths",
		Wants: func(stream string) bool { return strings.HasPrefix(stream, "test/") },
		Apply: func(tx store.Tx, records []store.Record) error {
			for _, r := range records {
				_, err := tx.Exec(`INSERT INTO test_lengths (stream, records) VALUES ($1, 1)
					ON CONFLICT (stream) DO UPDATE SET records = test_lengths.records + 1`, r.Stream)
				switch {
				case err != nil:
					return err
				case r.Kind == "broken":
					return errBroken
				case r.Kind == "panic":
					panic(errBroken.Error())
				}
			}
			return nil
		},
		Clear: func(tx store.Tx) error { _, err := tx.Exec(`DELETE FROM test_lengths`); return err },
	}
}

var errBroken = errors.New("a record that cannot be read")

// wantLength compares a stream's length in the table.
func wantLength(t *testing.T, s store.Store, stream string, want int) {
	t.Helper()
	got := 0
	for rows, err := range s.Rows(t.Context(), `SELECT records FROM test_lengths WHERE stream = $1`, stream) {
		if err == nil {
			err = rows.Scan(&got)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if got != want {
		t.Errorf("%s has %d records in the table, want %d", stream, got, want)
	}
}

// registered returns a projector for games and lengths, as a restarted server has.
func registered(t *testing.T, s store.Store) *store.Projector {
	t.Helper()
	p := projector(s)
	p.Projections = append(p.Projections, lengths(t, s))
	return p
}

func projectionKept(t *testing.T, s store.Store) {
	must(t, s, "test/a", 0, Records(0, 3, "x"))
	begin(t, opening(t, guest("a"), guest("b"))).keep(s, "m")
	catchUp(t, projector(s)) // a program without the feature
	catchUp(t, registered(t, s))
	wantLength(t, s, "test/a", 3)
	must(t, s, "test/a", 3, Records(3, 120, "x"))
	must(t, s, "other/a", 0, Records(0, 1, "x"))
	catchUp(t, registered(t, s)) // after a restart
	catchUp(t, registered(t, s))
	wantLength(t, s, "test/a", 123)
	wantLength(t, s, "other/a", 0)
	if got := running(t, s); len(got) != 1 {
		t.Errorf("games %v", got)
	}
}

func projectionRebuilt(t *testing.T, s store.Store) {
	must(t, s, "test/a", 0, Records(0, 3, "x"))
	catchUp(t, registered(t, s))
	if _, err := store.Do(t.Context(), s, `UPDATE test_lengths SET records = 7`); err != nil {
		t.Fatal(err)
	}
	if err := registered(t, s).Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantLength(t, s, "test/a", 3)

	p := registered(t, s)
	p.Projections[1].Name = "test-lengths-2" // the tables have a new meaning
	p.Projections[1].Wants = func(stream string) bool { return stream == "test/b" }
	must(t, s, "test/b", 0, Records(0, 1, "x"))
	catchUp(t, p)
	wantLength(t, s, "test/a", 0)
	wantLength(t, s, "test/b", 1)
}

// projectionFails tests that a failing projection stores nothing, and that games are still listed
// and rated.
func projectionFails(t *testing.T, s store.Store) {
	for _, kind := range []string{"broken", "panic"} {
		stream := "test/" + kind
		must(t, s, stream, 0, Records(0, 1, "x"))
		catchUp(t, registered(t, s))
		record := Records(1, 1, "x")
		record[0].Kind = kind
		must(t, s, stream, 1, record)
		won(t, board.Black, seatOf("a"), seatOf("b")).keep(s, kind)
		p := registered(t, s)
		if err := p.CatchUp(t.Context()); err == nil || !strings.Contains(err.Error(), errBroken.Error()) {
			t.Errorf("%s: %v", kind, err)
		}
		wantLength(t, s, stream, 1)
		if after, err := s.Ratings().After(t.Context(), kind); err != nil || len(after) != 2 {
			t.Errorf("%s: ratings %v, %v", kind, after, err)
		}
		if err := s.Append(t.Context(), stream, 2, Records(2, 1, "x"), play.Schedule{}); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		mended := p.Projections[1].Apply
		p.Projections[1].Apply = func(tx store.Tx, records []store.Record) error {
			for i := range records {
				records[i].Kind = "passed"
			}
			return mended(tx, records)
		}
		catchUp(t, p)
		wantLength(t, s, stream, 3)
	}
}
