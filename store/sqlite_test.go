package store

import (
	"bufio"
	"context"
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
)

func TestMain(m *testing.M) {
	if path := os.Getenv("ROSETTE_TEST_WRITE"); path != "" {
		writeForever(path)
	}
	os.Exit(m.Run())
}

func TestAReopenedStoreHasAllEvents(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	first := sqlite(t, path)
	written := passes(0, 5, "a")
	if err := first.Append(t.Context(), "m", 0, written); err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := sqlite(t, path)
	if got := events(t, second, "m", 0); !reflect.DeepEqual(got, written) {
		t.Errorf("got %+v", got)
	}
	if err := second.Append(t.Context(), "m", 5, passes(5, 1, "b")); err != nil {
		t.Error(err)
	}
}

func TestAFileMayBeOpenTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	both := [2]journal{sqlite(t, path), sqlite(t, path)}
	var group sync.WaitGroup
	var won atomic.Int32
	for w := range 8 {
		group.Go(func() {
			for seq := range 20 {
				if both[w%2].Append(t.Context(), "m", seq, passes(seq, 1, fmt.Sprint(w))) == nil {
					won.Add(1)
				}
			}
		})
	}
	group.Wait()
	for i, j := range both {
		if n := len(events(t, j, "m", 0)); n != int(won.Load()) {
			t.Errorf("opened as %d: %d events, %d were accepted", i, n, won.Load())
		}
	}
}

func TestCommitsAreSynchronized(t *testing.T) {
	s := sqlite(t, filepath.Join(t.TempDir(), "journal.db"))
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2"} {
		var got string
		if err := s.writer.conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s is %q, %v; want %q", pragma, got, err, want)
		}
	}
}

const writersOfOne = 8

// writeForever is the child process: it writes to several matches and prints each
// accepted event, until it is killed.
func writeForever(path string) {
	s, err := OpenSQLite(path)
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	var out sync.Mutex
	var all sync.WaitGroup
	for w := range writersOfOne {
		all.Go(func() {
			match := fmt.Sprintf("%d-%d", os.Getpid(), w)
			for seq := 0; ; seq++ {
				if err := s.Append(context.Background(), match, seq, passes(seq, 1, "child")); err != nil {
					fmt.Println(err)
					os.Exit(1)
				}
				out.Lock()
				fmt.Println("kept", match, seq+1)
				out.Unlock()
			}
		})
	}
	all.Wait()
}

func TestNoAcceptedEventIsLostWhenTheWriterIsKilled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	accepted := map[string]int{}
	for range 8 {
		killAWriter(t, path, accepted)
		s := sqlite(t, path)
		for match, last := range accepted {
			got := events(t, s, match, 0)
			if len(got) < last {
				t.Fatalf("match %s: %d events were accepted, %d are there", match, last, len(got))
			}
			for i, e := range got {
				if e.Seq != i+1 {
					t.Fatalf("match %s: event %d at %d", match, e.Seq, i+1)
				}
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d matches", len(accepted))
}

// killAWriter starts a writer process, kills it at a random moment and records
// what it printed as accepted.
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
		var match string
		var seq int
		if _, err := fmt.Sscanf(in.Text(), "kept %s %d", &match, &seq); err != nil {
			t.Errorf("the writer said %q", in.Text())
			continue
		}
		accepted[match] = seq
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
		t.Errorf("the writer was killed after %d events, want %d", lines, stop)
	}
}

func TestAFullDiskIsReportedAndNothingAcceptedIsLost(t *testing.T) {
	for want, disk := range map[string]struct{ narrow, widen string }{
		"full":     {"PRAGMA max_page_count = 40", "PRAGMA max_page_count = 1000000"},
		"readonly": {"PRAGMA query_only = ON", "PRAGMA query_only = OFF"},
	} {
		t.Run(want, func(t *testing.T) {
			s := sqlite(t, filepath.Join(t.TempDir(), "journal.db"))
			kept := 0
			appendTen := func() error {
				err := s.Append(t.Context(), "m", kept, passes(kept, 10, "a"))
				if err == nil {
					kept += 10
				}
				return err
			}
			if err := appendTen(); err != nil {
				t.Fatal(err)
			}
			runSQL(t, s, disk.narrow)
			var refused error
			for refused == nil && kept < 100_000 {
				refused = appendTen()
			}
			if refused == nil || !strings.HasPrefix(refused.Error(), "store: events not kept: ") ||
				!strings.Contains(refused.Error(), want) || strings.Contains(refused.Error(), "\n") {
				t.Fatalf("after %d events: %v", kept, refused)
			}
			if got := events(t, s, "m", 0); len(got) != kept {
				t.Errorf("%d events kept, %d accepted", len(got), kept)
			}
			runSQL(t, s, disk.widen)
			if err := appendTen(); err != nil {
				t.Errorf("with room again: %v", err)
			}
		})
	}
}

// runSQL executes a statement on the connection of the writer.
func runSQL(t *testing.T, s *SQLite, pragma string) {
	t.Helper()
	if _, err := s.writer.conn.ExecContext(t.Context(), pragma); err != nil {
		t.Fatal(err)
	}
}

func TestAFileThatIsNoStoreIsRefused(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "letter.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("Dear Ada, this is no database. ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir:                                   "is a folder; name a file",
		filepath.Join(dir, "nowhere", "j.db"): "no such file or directory",
		text:                                  "not a database",
	} {
		s, err := OpenSQLite(path)
		if err == nil {
			t.Errorf("%s was opened: %v", path, s.Close())
		} else if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q in one line", err, want)
		}
	}
}

func BenchmarkDurableEventsWith64Writers(b *testing.B) {
	s := sqlite(b, filepath.Join(b.TempDir(), "journal.db"))
	const writers = 64
	var left atomic.Int64
	left.Store(int64(b.N))
	var group sync.WaitGroup
	begin := time.Now()
	for w := range writers {
		group.Go(func() {
			match := fmt.Sprint(w)
			for seq := 0; left.Add(-1) >= 0; seq++ {
				if err := s.Append(b.Context(), match, seq, passes(seq, 1, "w")); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	b.ReportMetric(float64(b.N)/time.Since(begin).Seconds(), "events/s")
}
