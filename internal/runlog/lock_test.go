//go:build unix && !aix && !solaris

package runlog

import (
	"errors"
	"path/filepath"
	"testing"
	"time"
)

func TestALogThatAnotherProcessHasOpenIsRefusedInOneSentence(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.jsonl")
	cmd := appending(t, name, 1)
	_, _, err := Open(name)
	if want := name + ": another process has it open; wait for it to end, or use another name"; !errors.Is(err, ErrLocked) ||
		err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the process ended by itself")
	}
	open(t, name) // the lock ended with the process
}

func TestARecordIsAppendedWhenTheLogIsFree(t *testing.T) {
	name := filepath.Join(t.TempDir(), "trials.jsonl")
	l, _ := open(t, name)
	done := make(chan error, 1)
	go func() { done <- Append(name, record{2}) }()
	select {
	case err := <-done:
		t.Fatal("appended to a log that is open elsewhere", err)
	case <-time.After(20 * time.Millisecond):
	}
	if err := errors.Join(l.Append(record{1}), l.Close(), <-done); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "{\"N\":1}\n{\"N\":2}\n")
}
