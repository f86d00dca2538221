package main

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
	file := filepath.Join(folder, "a.svg")
	holds := func(want string) {
		t.Helper()
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("the file holds %q, %v; want %q", got, err, want)
		}
	}
	if err := errors.Join(checkFree(file, false), writeFile(io.Discard, file, false, []byte("one"))); err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{checkFree(file, false), writeFile(io.Discard, file, false, []byte("two"))} {
		if usage := (usageError{}); !errors.As(err, &usage) || !strings.Contains(err.Error(), "--force") {
			t.Errorf("error %v, want one that names --force", err)
		}
	}
	holds("one")
	if err := errors.Join(checkFree(file, true), writeFile(io.Discard, file, true, []byte("three"))); err != nil {
		t.Fatal(err)
	}
	holds("three")
	if err := writeFile(io.Discard, folder, true, nil); err == nil || !strings.Contains(err.Error(), "is a directory") {
		t.Errorf("a directory is written over: %v", err)
	}
}

func TestNoNameIsTheStandardOutput(t *testing.T) {
	var out bytes.Buffer
	for _, name := range []string{"", "-"} {
		if err := errors.Join(checkFree(name, false), writeFile(&out, name, false, []byte("x"))); err != nil {
			t.Error(err)
		}
	}
	if out.String() != "xx" {
		t.Errorf("written is %q", out.String())
	}
}
