package store_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/play"
	"rosette/server/store"
	"rosette/server/store/storetest"
)

// now is the time at which databases are restored.
var now = time.Date(2026, 11, 22, 14, 0, 0, 0, time.UTC)

// all returns all records in the log of a store.
func all(t testing.TB, path string) []string {
	t.Helper()
	s := open(t, path)
	defer s.Close()
	records, err := s.Since(t.Context(), 0, 1<<20)
	check(t, err)
	var lines []string
	for _, r := range records {
		lines = append(lines, fmt.Sprintf("%+v", r))
	}
	return lines
}

func TestABackupIsRestoredToTheSameLog(t *testing.T) {
	path := made(t, 5)
	saved := filepath.Join(t.TempDir(), "saved.db")
	check(t, store.Backup(t.Context(), path, saved))
	if r := checked(t, saved); r.Err() != nil || r.Sound != 5 {
		t.Errorf("the backup: %+v", r)
	}
	to := filepath.Join(t.TempDir(), "rosette.db")
	aside, err := store.Restore(t.Context(), saved, to, false, now)
	if err != nil || aside != "" {
		t.Fatalf("%q, %v", aside, err)
	}
	if r := checked(t, to); r.Err() != nil || r.Sound != 5 {
		t.Errorf("restored: %+v", r)
	}
	if got, want := all(t, to), all(t, path); !slices.Equal(got, want) {
		t.Errorf("restored\n%s\nof\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	entries, err := os.ReadDir(filepath.Dir(saved))
	if err != nil || len(entries) != 1 {
		t.Errorf("beside the backup: %v, %v", entries, err)
	}
}

// A backup made while many goroutines write contains, for each stream, at least the records
// accepted before it began.
func TestABackupIsMadeWhileAServerWrites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	s := open(t, path)
	var accepted [4]int
	var mu sync.Mutex
	stop := make(chan struct{})
	var group sync.WaitGroup
	for w := range accepted {
		group.Go(func() {
			for seq := 0; ; seq++ {
				select {
				case <-stop:
					return
				default:
				}
				if err := s.Append(t.Context(), fmt.Sprint("writer/", w), seq, storetest.Records(seq, 1, "w"), play.Schedule{}); err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				accepted[w] = seq + 1
				mu.Unlock()
			}
		})
	}
	writers := store.StreamOwner{Prefix: "writer/", Check: func([]store.Record) error { return nil }}
	for i := range 5 {
		mu.Lock()
		before := accepted
		mu.Unlock()
		saved := filepath.Join(t.TempDir(), "saved.db")
		check(t, store.Backup(t.Context(), path, saved))
		if r, err := store.Check(t.Context(), store.File(saved), writers); err != nil || r.Err() != nil {
			t.Errorf("backup %d: %+v, %v", i, r, err)
		}
		copied := open(t, saved)
		for w, n := range before {
			if got, err := copied.Read(t.Context(), fmt.Sprint("writer/", w), 0); n > 0 && (err != nil || len(got) < n) {
				t.Errorf("backup %d: %d records of stream %d, %d were accepted; %v", i, len(got), w, n, err)
			}
		}
	}
	close(stop)
	group.Wait()
}

func TestABackupOverwritesNothing(t *testing.T) {
	path := made(t, 1)
	there := filepath.Join(t.TempDir(), "there.db")
	check(t, os.WriteFile(there, []byte("precious"), 0o600))
	for to, want := range map[string]string{
		there: "exists; use a new file",
		filepath.Join(filepath.Dir(there), "no", "f"): "no such file",
	} {
		if err := store.Backup(t.Context(), path, to); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", to, err, want)
		}
	}
	text, err := os.ReadFile(there)
	entries, _ := os.ReadDir(filepath.Dir(there))
	if err != nil || string(text) != "precious" || len(entries) != 1 {
		t.Errorf("%q, %v, %v", text, err, entries)
	}
}

func TestRestoreReplacesOnlyWithForceAndKeepsTheOldGamesAside(t *testing.T) {
	saved, path := made(t, 2), made(t, 7)
	if _, err := store.Restore(t.Context(), saved, path, false, now); err == nil || !strings.Contains(err.Error(), "use --force") {
		t.Errorf("without force: %v", err)
	}
	if r := checked(t, path); r.Sound != 7 {
		t.Errorf("without force: %+v", r)
	}
	aside, err := store.Restore(t.Context(), saved, path, true, now)
	if err != nil || aside != path+".before-20261122-140000" {
		t.Fatalf("%q, %v", aside, err)
	}
	for file, want := range map[string]int{path: 2, aside: 7} {
		if r := checked(t, file); r.Err() != nil || r.Sound != want {
			t.Errorf("%s: %+v, want %d", file, r, want)
		}
	}
}

func TestRestoreKeepsAsideWhatAKilledServerHasWritten(t *testing.T) {
	running := filepath.Join(t.TempDir(), "rosette.db")
	s := open(t, running)
	playGames(t, s, 4)
	path := copyTo(t, running, "", "-wal")
	aside, err := store.Restore(t.Context(), made(t, 1), path, true, now)
	check(t, err)
	if r := checked(t, aside); r.Err() != nil || r.Sound != 4 {
		t.Errorf("%+v", r)
	}
	if r := checked(t, path); r.Err() != nil || r.Sound != 1 {
		t.Errorf("%+v", r)
	}
}

// The file of a killed server has been removed, but its write-ahead log remains.
func TestRestoreKeepsAsideTheLogOfADatabaseThatIsGone(t *testing.T) {
	running := filepath.Join(t.TempDir(), "rosette.db")
	playGames(t, open(t, running), 4)
	path := copyTo(t, running, "", "-wal")
	check(t, os.Remove(path))
	saved := made(t, 1)
	if _, err := store.Restore(t.Context(), saved, path, false, now); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), "rosette.db-wal exists: use --force") {
		t.Errorf("without force: %v", err)
	}
	aside, err := store.Restore(t.Context(), saved, path, true, now)
	check(t, err)
	if info, err := os.Stat(aside); err != nil || info.Size() == 0 || !strings.HasSuffix(aside, "-wal") {
		t.Errorf("the log is not in %s: %v", aside, err)
	}
	if r := checked(t, path); r.Err() != nil || r.Sound != 1 {
		t.Errorf("%+v", r)
	}
}

func TestRestoreRefusesADamagedBackupAndADatabaseInUse(t *testing.T) {
	saved, damaged := made(t, 40), made(t, 40)
	text, err := os.ReadFile(damaged)
	check(t, err)
	for i := range 4096 {
		text[len(text)-3*4096+i] ^= 0x55
	}
	check(t, os.WriteFile(damaged, text, 0o600))
	path := filepath.Join(t.TempDir(), "rosette.db")
	if _, err := store.Restore(t.Context(), damaged, path, true, now); err == nil || !strings.Contains(err.Error(), "is damaged") {
		t.Errorf("a damaged backup: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("it was restored")
	}
	s := open(t, path)
	keep(t, s, "m", 0, 1)
	if _, err := store.Restore(t.Context(), saved, path, true, now); err == nil || !strings.Contains(err.Error(), "a server uses") {
		t.Errorf("a database in use: %v", err)
	}
	keep(t, s, "m", 1, 1)
}

func TestARestoreThatFailsMakesNothing(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	check(t, os.WriteFile(text, []byte("no database at all, but long enough to look at"), 0o600))
	folder := filepath.Join(t.TempDir(), "new")
	if _, err := store.Restore(t.Context(), text, filepath.Join(folder, "rosette.db"), false, now); err == nil {
		t.Error("a text was restored")
	}
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder: %v", err)
	}
	path := filepath.Join(folder, "rosette.db")
	_, err := store.Restore(t.Context(), made(t, 1), path, false, now)
	check(t, err)
	if r := checked(t, path); r.Sound != 1 {
		t.Errorf("%+v", r)
	}
}

func TestAProjectorCountsTheGamesThatItCannotRead(t *testing.T) {
	s := open(t, made(t, 2))
	records := []store.Record{
		{Seq: 1, Kind: "opened", At: now, Version: 99, Body: []byte(`{}`)},
		{Seq: 2, Kind: "played", At: now, Version: 2, Body: []byte(`{{{`)},
	}
	check(t, s.Append(t.Context(), "match/strange", 0, records, play.Schedule{}))
	p := store.NewProjector(s, quiet())
	check(t, p.Rebuild(t.Context()))
	if n := p.Unreadable(); n != 1 {
		t.Errorf("%d games cannot be read, want 1", n)
	}
}
