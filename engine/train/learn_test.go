package train

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// python returns a command that runs the Python that has PyTorch, with one
// thread, and leaves no files.
func python(ctx context.Context, t *testing.T, arguments ...string) *exec.Cmd {
	t.Helper()
	name, err := FindPython(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(ctx, name, arguments...)
	c.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1")
	return c
}

// lineLimit is how many lines a file may have, as in Go.
const lineLimit = 400

// sources reads the trainer, so that go test knows what its result depends on.
func sources(t *testing.T) {
	t.Helper()
	here, err := filepath.Glob("learn/*.py")
	if err != nil {
		t.Fatal(err)
	}
	below, err := filepath.Glob("learn/tests/*.py")
	if err != nil {
		t.Fatal(err)
	}
	if len(here) == 0 || len(below) == 0 {
		t.Fatal("the trainer or its tests are not in learn")
	}
	for _, name := range append(here, below...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if lines := bytes.Count(text, []byte("\n")); lines > lineLimit {
			t.Errorf("%s has %d lines; files have at most %d", name, lines, lineLimit)
		}
	}
}

// ran is how unittest says how many tests it ran.
var ran = regexp.MustCompile(`Ran ([1-9]\d*) tests? in`)

func TestTheTrainerKeepsItsPromises(t *testing.T) {
	sources(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	out, err := python(ctx, t, "-m", "unittest", "discover", "-s", "learn/tests", "-t", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	told := ran.FindSubmatch(out)
	if told == nil || bytes.Contains(out, []byte("skipped=")) {
		t.Fatalf("not every test of the trainer ran:\n%s", out)
	}
	t.Logf("%s tests of the trainer", told[1])
}
