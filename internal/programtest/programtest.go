// Package programtest builds the program for tests that run it like a user.
package programtest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Build builds cmd/rosette without the race detector, so that the computer plays at normal speed,
// and returns the program's path. The program is removed at the end of the test. Build opens all
// folders in the module, so that go test does not reuse a cached result after a file has changed.
func Build(t testing.TB) string {
	t.Helper()
	lookAtAllFiles(t)
	program := filepath.Join(t.TempDir(), "rosette")
	build := exec.Command("go", "build", "-o", program, "rosette/cmd/rosette")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// lookAtAllFiles opens the module's folders. The go command records files opened by a test, and
// runs the test again after a change.
func lookAtAllFiles(t testing.TB) {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	err = filepath.WalkDir(strings.TrimSpace(string(out)), func(name string, d fs.DirEntry, err error) error {
		if base := filepath.Base(name); err == nil && d.IsDir() && (base == ".git" || base == "node_modules") {
			return fs.SkipDir
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
