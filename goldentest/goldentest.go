// Package goldentest compares what tests got with the files that hold what they
// expect. The flag -update rewrites the files; read the difference then, and
// change no code in the same breath.
package goldentest

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the files that hold what tests expect")

// Updating tells whether the files are being rewritten.
func Updating() bool { return *update }

// Want returns what a file holds: after an update what was got.
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

// Text says how a text differs from that of a file.
func Text(t testing.TB, file, got string) {
	t.Helper()
	if diff := cmp.Diff(string(Want(t, file, []byte(got))), got); diff != "" {
		t.Errorf("%s differs (- file, + got); look, then -update:\n%s", file, diff)
	}
}
