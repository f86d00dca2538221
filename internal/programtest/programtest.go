// Package programtest builds the program for tests that start it as people do.
package programtest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Build builds cmd/rosette without the race detector, so that the computer plays
// at its own pace, and returns the path of the program, which the end of the test
// removes. A result of go test that was kept from an earlier run does not count
// once a file of the module has changed: the test has looked at all of them.
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

// lookAtAllFiles opens the module's folders. The go command notes what a test
// opens, and runs the test again when that has changed.
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
