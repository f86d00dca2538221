package output

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAFileIsReplacedOnlyWithForce(t *testing.T) {
	folder := t.TempDir()
	file := File{Name: filepath.Join(folder, "a.svg")}
	forced := File{Name: file.Name, Force: true}
	holds := func(want string) {
		t.Helper()
		if got, err := os.ReadFile(file.Name); err != nil || string(got) != want {
			t.Errorf("the file holds %q, %v; want %q", got, err, want)
		}
	}
	if err := errors.Join(file.Check(), file.Write(io.Discard, []byte("one"))); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{file.Check(), file.Write(io.Discard, []byte("two"))} {
		if !errors.As(err, new(Error)) || !strings.Contains(err.Error(), "--force") {
			t.Errorf("error %v, want one that names --force", err)
		}
	}
	holds("one")
	if err := errors.Join(forced.Check(), forced.Write(io.Discard, []byte("three"))); err != nil {
		t.Fatal(err)
	}
	holds("three")
	if err := (File{Name: folder, Force: true}).Write(io.Discard, nil); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory is written over: %v", err)
	}
}

func TestNoNameIsTheStandardOutput(t *testing.T) {
	var out bytes.Buffer
	for _, name := range []string{"", "-"} {
		f := File{Name: name}
		if err := errors.Join(f.Check(), f.Write(&out, []byte("x"))); err != nil {
			t.Error(err)
		}
	}
	if out.String() != "xx" {
		t.Errorf("written is %q", out.String())
	}
}
