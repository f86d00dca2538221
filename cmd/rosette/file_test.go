package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// holds fails unless the file has that text and its directory that many names.
func holds(t *testing.T, file, text string, names int) {
	t.Helper()
	got, err := os.ReadFile(file)
	if err != nil || string(got) != text {
		t.Errorf("%s holds %q, %v; want %q", file, got, err, text)
	}
	if all, err := os.ReadDir(filepath.Dir(file)); err != nil || len(all) != names {
		t.Errorf("beside %s lie %v, %v; want %d names", file, all, err, names)
	}
}

func TestAFileIsWrittenWholeOrNotAtAll(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.svg")
	if err := writeFile(io.Discard, file, false, []byte("one")); err != nil {
		t.Fatal(err)
	}
	holds(t, file, "one", 1)
	if err := writeFile(io.Discard, file, false, []byte("two")); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Errorf("error %v, want one that names --force", err)
	}
	holds(t, file, "one", 1)
	if err := os.Chmod(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(io.Discard, file, true, []byte("three")); err != nil {
		t.Fatal(err)
	}
	holds(t, file, "three", 1)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions %v, %v; want those before", info.Mode(), err)
	}
}

func TestAFileThatCannotBeWrittenLeavesWhatWasThere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.svg")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	there, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	beside, err := writeBeside(file, there, []byte("new")) // takes the temporary name
	if err != nil {
		t.Fatal(err)
	}
	nowhere := filepath.Join(t.TempDir(), "no", "a.svg")
	if err := writeFile(io.Discard, nowhere, false, nil); err == nil || !strings.Contains(err.Error(), nowhere+": ") {
		t.Errorf("error %v, want one that names %s", err, nowhere)
	}
	if err := writeFile(io.Discard, file, true, []byte("newer")); err == nil {
		t.Error("written although the temporary name was taken")
	}
	holds(t, file, "old", 2)
	holds(t, beside, "new", 2)
}

func TestALinkStaysOne(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a.svg"), filepath.Join(dir, "b.svg")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(file, link); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(io.Discard, link, true, []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, file, "new", 2)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
}
