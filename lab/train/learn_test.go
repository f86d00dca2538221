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

	"rosette/internal/pytorch"
)

// python returns a command for a Python with PyTorch. It uses one thread and leaves no compiled
// files.
func python(ctx context.Context, t *testing.T, arguments ...string) *exec.Cmd {
	t.Helper()
	name, err := pytorch.Find(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(ctx, name, arguments...)
	c.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1")
	return c
}

// lineLimit is the maximum number of lines in a file, as in Go.
const lineLimit = 400

// sources reads the trainer's files, so that go test repeats the test after a change to them.
func sources(t *testing.T) {
	t.Helper()
	modules, err := filepath.Glob("learn/*.py")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := filepath.Glob("learn/tests/*.py")
	if err != nil {
		t.Fatal(err)
	}
	if len(modules) == 0 || len(tests) == 0 {
		t.Fatal("the trainer or its tests are not in learn")
	}
	for _, name := range append(modules, tests...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if lines := bytes.Count(text, []byte("\n")); lines > lineLimit {
			t.Errorf("%s has %d lines; files have at most %d", name, lines, lineLimit)
		}
	}
}

// ran matches unittest's line with the number of tests.
var ran = regexp.MustCompile(`Ran ([1-9]\d*) tests? in`)

func TestTheTestsOfTheTrainerInPythonPass(t *testing.T) {
	sources(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	out, err := python(ctx, t, "-m", "unittest", "discover", "-s", "learn/tests", "-t", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	match := ran.FindSubmatch(out)
	if match == nil || bytes.Contains(out, []byte("skipped=")) {
		t.Fatalf("not every test of the trainer ran:\n%s", out)
	}
	t.Logf("%s tests of the trainer", match[1])
}
