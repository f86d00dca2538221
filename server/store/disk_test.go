package store

import (
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"rosette/play"
)

// openHere opens a new store.
func openHere(t testing.TB) *SQLite {
	t.Helper()
	s, err := OpenSQLite(filepath.Join(t.TempDir(), "rosette.db"), slog.New(slog.NewTextHandler(io.Discard, nil)))
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

// pragma executes a statement on the connection of the writer.
func pragma(t *testing.T, s *SQLite, statement string) {
	t.Helper()
	if _, err := s.writer.conn.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

func TestCommitsAreSynchronized(t *testing.T) {
	s := openHere(t)
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2"} {
		var got string
		if err := s.writer.conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", pragma, got, err, want)
		}
	}
}

func TestAFullDiskIsReportedAndNothingAcceptedIsLost(t *testing.T) {
	for name, disk := range map[string]struct{ narrow, widen, want string }{
		"full":      {"PRAGMA max_page_count = 60", "PRAGMA max_page_count = 1000000", "the disk is full"},
		"read-only": {"PRAGMA query_only = ON", "PRAGMA query_only = OFF", "the database is read-only"},
	} {
		t.Run(name, func(t *testing.T) {
			s := openHere(t)
			kept := 0
			appendTen := func() error {
				var records []Record
				for i := range 10 {
					records = append(records, Record{Seq: kept + 1 + i, Kind: "passed", Body: []byte(`{"id":"` + strings.Repeat("x", 50) + `"}`)})
				}
				err := s.Append(t.Context(), "m", kept, records, play.Schedule{})
				if err == nil {
					kept += 10
				}
				return err
			}
			if err := appendTen(); err != nil {
				t.Fatal(err)
			}
			pragma(t, s, disk.narrow)
			var refused error
			for refused == nil && kept < 100_000 {
				refused = appendTen()
			}
			if refused == nil || !strings.HasPrefix(refused.Error(), "store: not kept: "+disk.want) || strings.Contains(refused.Error(), "\n") {
				t.Fatalf("after %d records: %v", kept, refused)
			}
			if got, err := s.Read(t.Context(), "m", 0); err != nil || len(got) != kept {
				t.Errorf("%d records kept, %d accepted, %v", len(got), kept, err)
			}
			pragma(t, s, disk.widen)
			if err := appendTen(); err != nil {
				t.Errorf("with room again: %v", err)
			}
		})
	}
}
