// Package goldentest implements golden-file tests: it compares what a test got with
// a file that holds what it expects. The flag -update rewrites the files instead;
// review the difference before you commit it.
package goldentest

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files with what the tests got")

// Updating reports whether golden files are being rewritten.
func Updating() bool { return *update }

// Want returns the contents of a golden file, after an update those of got. It ends
// the test if the file cannot be read or written.
func Want(t testing.TB, file string, got []byte) []byte {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// Text fails the test, and goes on, if got differs from the contents of a golden
// file.
func Text(t testing.TB, file, got string) {
	t.Helper()
	if diff := cmp.Diff(string(Want(t, file, []byte(got))), got); diff != "" {
		t.Errorf("%s differs (- file, + got); look, then -update:\n%s", file, diff)
	}
}
