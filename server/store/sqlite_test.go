package store_test

import (
	"bufio"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rosette/play"
	"rosette/server/account"
	"rosette/server/store"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

func TestMain(m *testing.M) {
	if path := os.Getenv("ROSETTE_TEST_WRITE"); path != "" {
		writeForever(path)
	}
	if path := os.Getenv("ROSETTE_TEST_READ"); path != "" {
		readAndWrite(path)
	}
	os.Exit(m.Run())
}

// keep appends n records to a stream.
func keep(t testing.TB, s store.Log, stream string, after, n int) {
	t.Helper()
	if err := s.Append(t.Context(), stream, after, storetest.Records(after, n, "a"), play.Schedule{}); err != nil {
		t.Fatal(err)
	}
}

// read returns all records of a stream.
func read(t testing.TB, s store.Log, stream string) []store.Record {
	t.Helper()
	records, err := s.Read(t.Context(), stream, 0)
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func TestAReopenedStoreHasEverything(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	var first [3]any
	now := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	for i := range 3 {
		s := open(t, path)
		if i == 0 {
			keep(t, s, "m", 0, 5)
			if _, err := s.Alive(t.Context(), now, 0); err != nil {
				t.Fatal(err)
			}
			if err := tables.Accounts(s).StartSession(t.Context(), account.Session{KeyHash: strings.Repeat("0f", 32), Actor: "guest/1", Created: now}); err != nil {
				t.Fatal(err)
			}
		}
		session, err := tables.Accounts(s).Session(t.Context(), strings.Repeat("0f", 32))
		if err != nil {
			t.Fatal(err)
		}
		last, err := s.Alive(t.Context(), now, 0)
		if err != nil {
			t.Fatal(err)
		}
		if now := [3]any{read(t, s, "m"), session, last}; i == 0 {
			first = now
		} else if !reflect.DeepEqual(now, first) {
			t.Errorf("opened again:\n%v\nat first:\n%v", now, first)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	keep(t, open(t, path), "m", 5, 1)
}

func TestAFileMayBeOpenTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	both := [2]store.Store{open(t, path), open(t, path)}
	var group sync.WaitGroup
	var won atomic.Int32
	for w := range 8 {
		group.Go(func() {
			for seq := range 20 {
				if both[w%2].Append(t.Context(), "m", seq, storetest.Records(seq, 1, fmt.Sprint(w)), play.Schedule{}) == nil {
					won.Add(1)
				}
			}
		})
	}
	group.Wait()
	for i, s := range both {
		records, err := s.Since(t.Context(), 0, 1000)
		if n := len(read(t, s, "m")); err != nil || n != int(won.Load()) || len(records) != n {
			t.Errorf("opened as %d: %d records, %d by position, %d were accepted; %v", i, n, len(records), won.Load(), err)
		}
	}
}

// readAndWrite runs in a child process. It prints the results of checking and opening a database.
func readAndWrite(path string) {
	report, err := store.Check(context.Background(), store.File(path))
	fmt.Println("check:", report.Sound, report.Err(), err)
	s, err := store.OpenSQLite(path, quiet())
	if err == nil {
		err = s.Close()
	}
	fmt.Println("open:", err)
	os.Exit(0)
}

const writersOfOne = 8

// writeForever runs in a child process. It writes to several streams and prints each accepted
// record, until it is killed.
func writeForever(path string) {
	s, err := store.OpenSQLite(path, quiet())
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	var out sync.Mutex
	var all sync.WaitGroup
	for w := range writersOfOne {
		all.Go(func() {
			stream := fmt.Sprintf("%d-%d", os.Getpid(), w)
			for seq := 0; ; seq++ {
				if err := s.Append(context.Background(), stream, seq, storetest.Records(seq, 1, "child"), play.Schedule{}); err != nil {
					fmt.Println(err)
					os.Exit(1)
				}
				out.Lock()
				fmt.Println("kept", stream, seq+1)
				out.Unlock()
			}
		})
	}
	all.Wait()
}

func TestNoAcceptedRecordIsLostWhenTheWriterIsKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	accepted := map[string]int{}
	for range 8 {
		killAWriter(t, path, accepted)
		s := open(t, path)
		n := 0
		for stream, last := range accepted {
			got := read(t, s, stream)
			if len(got) < last {
				t.Fatalf("stream %s: %d records were accepted, %d are there", stream, last, len(got))
			}
			for i, r := range got {
				if r.Seq != i+1 {
					t.Fatalf("stream %s: record %d at %d", stream, r.Seq, i+1)
				}
			}
			n += len(got)
		}
		if records, err := s.Since(t.Context(), 0, 1<<20); err != nil || len(records) < n {
			t.Errorf("%d records by position, %d by stream; %v", len(records), n, err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// killAWriter starts a writer process, kills it at a random moment and collects the records that it
// reported as accepted.
func killAWriter(t *testing.T, path string, accepted map[string]int) {
	t.Helper()
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), "ROSETTE_TEST_WRITE="+path)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines, stop := 0, 1+rand.IntN(400)
	for in := bufio.NewScanner(out); in.Scan(); lines++ {
		var stream string
		var seq int
		if _, err := fmt.Sscanf(in.Text(), "kept %s %d", &stream, &seq); err != nil {
			t.Errorf("the writer said %q", in.Text())
			continue
		}
		accepted[stream] = seq
		if lines == stop {
			if err := child.Process.Kill(); err != nil {
				t.Error(err)
			}
		}
	}
	if err := child.Wait(); err == nil {
		t.Error("the writer was not killed")
	}
	if lines < stop {
		t.Errorf("the writer was killed after %d records, want %d", lines, stop)
	}
}

// sqlOn executes statements on a database file, bypassing its store.
func sqlOn(t testing.TB, path string, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range statements {
		if _, err := db.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func TestWhatIsNoDatabaseIsRefusedInASentence(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "letter.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("Dear Ada, this is no database. ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir:                                   "this is a folder",
		filepath.Join(dir, "nowhere", "j.db"): "there is no folder " + dir,
		filepath.Join(text, "j.db"):           "not a directory",
		text:                                  "this is not a database",
	} {
		s, err := store.OpenSQLite(path, quiet())
		if err == nil {
			t.Errorf("%s was opened: %v", path, s.Close())
		} else if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q in one line", err, want)
		}
	}
}

// A store must not accept moves after its files were removed or replaced.
func TestWhatIsWrittenToARemovedFileIsNotAccepted(t *testing.T) {
	for name, remove := range map[string]func(t *testing.T, path string){
		"folder removed": func(t *testing.T, path string) { check(t, os.RemoveAll(filepath.Dir(path))) },
		"file removed":   func(t *testing.T, path string) { check(t, os.Remove(path)) },
		"log removed":    func(t *testing.T, path string) { check(t, os.Remove(path+"-wal")) },
		"file replaced": func(t *testing.T, path string) {
			check(t, os.Rename(path, path+".old"))
			check(t, os.WriteFile(path, nil, 0o600))
		},
		"folder renamed": func(t *testing.T, path string) { check(t, os.Rename(filepath.Dir(path), filepath.Dir(path)+"2")) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "data", "rosette.db")
			check(t, os.Mkdir(filepath.Dir(path), 0o700))
			s := open(t, path)
			keep(t, s, "m", 0, 1)
			remove(t, path)
			for range 2 {
				err := s.Append(t.Context(), "m", 1, storetest.Records(1, 1, "a"), play.Schedule{})
				if err == nil || !strings.Contains(err.Error(), "was removed or replaced while in use") {
					t.Errorf("the append: %v", err)
				}
			}
		})
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func BenchmarkDurableEventsWith64Writers(b *testing.B) {
	s := open(b, filepath.Join(b.TempDir(), "rosette.db"))
	const writers = 64
	var left atomic.Int64
	left.Store(int64(b.N))
	var group sync.WaitGroup
	begin := time.Now()
	for w := range writers {
		group.Go(func() {
			stream := fmt.Sprint("match/", w)
			for seq := 0; left.Add(-1) >= 0; seq++ {
				if err := s.Append(b.Context(), stream, seq, storetest.Records(seq, 1, "w"), play.Schedule{}); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	b.ReportMetric(float64(b.N)/time.Since(begin).Seconds(), "events/s")
}
