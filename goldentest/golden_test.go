package goldentest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A listener hears what a test would say of its failure.
type listener struct {
	testing.TB
	said string
}

func (l *listener) Helper() {}

func (l *listener) Errorf(format string, args ...any) { l.said = fmt.Sprintf(format, args...) }

func TestWhatDiffersIsShownAndAnUpdateRewritesIt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kept.txt")
	if err := os.WriteFile(file, []byte("one\ntwo\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	defer func(was bool) { *update = was }(*update)
	*update = false
	l := &listener{TB: t}
	if Text(l, file, "one\ntwo\n"); l.said != "" {
		t.Errorf("of what is the same it says %s", l.said)
	}
	if Text(l, file, "one\nthree\n"); !strings.HasPrefix(l.said, file+" differs") || !strings.Contains(l.said, "three") {
		t.Errorf("it says %s", l.said)
	}
	*update, l.said = true, ""
	if Text(l, file, "one\nthree\n"); l.said != "" || !Updating() {
		t.Errorf("while it updates it says %s", l.said)
	}
	*update = false
	if got := string(Want(t, file, nil)); got != "one\nthree\n" {
		t.Errorf("after an update the file holds %q", got)
	}
}
