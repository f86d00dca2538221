package runlog

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

type record struct{ N int }

// open opens a log and closes it after the test.
func open(t *testing.T, name string) (*Log, Contents) {
	t.Helper()
	l, c, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() }) // some tests close it themselves
	return l, c
}

// put writes a file.
func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// holds fails unless the file has this text.
func holds(t *testing.T, name, text string) {
	t.Helper()
	if got, err := os.ReadFile(name); err != nil || string(got) != text {
		t.Errorf("%s holds %q, %v; want %q", name, got, err, text)
	}
}

func TestRecordsThatWereAppendedAreReadAgain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	l, c := open(t, name)
	if len(c.Lines) != 0 || c.Note() != "" || l.Name() != name {
		t.Errorf("a new log %s holds %q: %s", l.Name(), c.Lines, c.Note())
	}
	var all sync.WaitGroup
	for i := range 20 {
		all.Go(func() {
			if err := l.Append(record{i}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if err := l.Append(func() {}); err == nil || !strings.Contains(err.Error(), name) {
		t.Errorf("a function is appended: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	_, c = open(t, name)
	records, err := Decode[record](c)
	if err != nil || len(records) != 20 {
		t.Errorf("%d records, %v", len(records), err)
	}
}

func TestAnUnfinishedLastLineIsNotedAndCutOff(t *testing.T) {
	for text, want := range map[string]string{
		"{\"N\":1}\n{\"N\":2}\n{\"N\"": "{\"N\":1}\n{\"N\":2}\n",
		"{\"N":                         "",
		"{\"N\":1}\n{\"N\":2}":         "{\"N\":1}\n", // even if it is valid JSON: its line end is missing
	} {
		name := filepath.Join(t.TempDir(), "games.jsonl")
		put(t, name, text)
		seen, err := Read(name)
		if err != nil || len(seen.Torn) != len(text)-len(want) {
			t.Errorf("%q: %q is torn, %v", text, seen.Torn, err)
		}
		holds(t, name, text)
		l, c := open(t, name)
		if note := fmt.Sprintf(
			"%s: the last line was not finished when a run was interrupted; its %d bytes do not count", name, len(text)-len(want),
		); c.Note() != note {
			t.Errorf("the note is %q, want %q", c.Note(), note)
		}
		if _, err := Decode[record](c); err != nil {
			t.Error(err)
		}
		holds(t, name, text) // until the first append
		if err := l.Append(record{7}); err != nil {
			t.Fatal(err)
		}
		holds(t, name, want+"{\"N\":7}\n")
	}
}

func TestADamagedLineIsAnErrorThatNamesIt(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	put(t, name, "{\"N\":1}\n\n{\"N\"{\"N\":2}\n{\"N\":3}\n")
	_, c := open(t, name)
	_, err := Decode[record](c)
	var line *LineError
	if !errors.As(err, &line) || line.Line != 3 || line.Unwrap() == nil || !strings.HasPrefix(err.Error(), name+", line 3 cannot be read: ") {
		t.Errorf("error %v, want one of line 3", err)
	}
}

func TestALogIsEmptiedAndRemoved(t *testing.T) {
	name := filepath.Join(t.TempDir(), "game.part")
	put(t, name, "{\"N\":1}\n")
	l, _ := open(t, name)
	if err := errors.Join(l.Reset(), l.Append(record{2})); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "{\"N\":2}\n")
	if err := l.Remove(); err != nil {
		t.Fatal(err)
	}
	if c, err := Read(name); err != nil || len(c.Lines) != 0 {
		t.Errorf("a file that does not exist holds %q, %v", c.Lines, err)
	}
}

func TestALogThatCannotBeOpenedIsAnError(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{folder, filepath.Join(folder, "no", "games.jsonl")} {
		if _, _, err := Open(name); err == nil {
			t.Errorf("%s is opened", name)
		}
		if err := Append(name, 1); err == nil {
			t.Errorf("%s is appended to", name)
		}
	}
	if _, err := Read(folder); err == nil {
		t.Error("a directory is read")
	}
	l, _ := open(t, filepath.Join(folder, "games.jsonl"))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := l.Append(1); !errors.Is(err, os.ErrClosed) {
		t.Errorf("appended to a closed log: %v", err)
	}
	if err := l.Reset(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("a closed log is emptied: %v", err)
	}
}

func TestOneRecordIsAppendedWithoutReadingTheLog(t *testing.T) {
	name := filepath.Join(t.TempDir(), "trials.jsonl")
	if err := errors.Join(Append(name, record{1}), Append(name, record{2})); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "{\"N\":1}\n{\"N\":2}\n")
	long := strings.Repeat("x", 10000)
	put(t, name, long+"\n{\""+long)
	if err := Append(name, record{3}); err != nil {
		t.Fatal(err)
	}
	holds(t, name, long+"\n{\"N\":3}\n")
	put(t, name, long)
	if err := Append(name, func() {}); err == nil {
		t.Error("a function is appended")
	}
	holds(t, name, long)
}

// TestMain lets this program act as another process: one that appends until it is killed, or one
// that holds a log.
func TestMain(m *testing.M) {
	if name := os.Getenv("RUNLOG_TEST_APPEND"); name != "" {
		appendForEver(name)
	}
	os.Exit(m.Run())
}

func appendForEver(name string) {
	l, _, err := Open(name)
	for i := 0; err == nil; i++ {
		if err = l.Append(record{i}); err == nil {
			_, err = fmt.Println(i)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// appending starts a process that appends to a log, and returns when it has written that many
// records.
func appending(t *testing.T, name string, records int) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), "RUNLOG_TEST_APPEND="+name)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for range records {
		if !lines.Scan() {
			t.Fatal("the process wrote less", lines.Err())
		}
	}
	go func() { // drains the output, so that the process does not block
		for lines.Scan() {
		}
	}()
	return cmd
}

func TestEveryRecordThatWasWrittenSurvivesAKill(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	cmd := appending(t, name, 30)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the process ended by itself")
	}
	_, c := open(t, name)
	records, err := Decode[record](c)
	if err != nil || len(records) < 30 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for i, r := range records {
		if r.N != i {
			t.Fatalf("record %d holds %d", i, r.N)
		}
	}
}

func TestALogOfOneUnfinishedLineIsKnownByItsBeginning(t *testing.T) {
	for text, want := range map[string]bool{
		"": true, "{": true, `{"N`: true, `{"N":1}`: true, "x": false, `{"M":1}`: false, "{\"N\":1}\n": false, "\n": false, "\n{": false,
	} {
		if got := contentsOf("", []byte(text)).OnlyTorn(`{"N":`); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
