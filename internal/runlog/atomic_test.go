package runlog

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// alone fails unless the file's directory holds that many names.
func alone(t *testing.T, name string, names int) {
	t.Helper()
	if all, err := os.ReadDir(filepath.Dir(name)); err != nil || len(all) != names {
		t.Errorf("beside %s are %v, %v; want %d names", name, all, err, names)
	}
}

func TestAFileIsReplacedAndKeepsItsPermissions(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state.json")
	if err := WriteFile(name, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(name, []byte("two")); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "two")
	alone(t, name, 1)
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions %v, %v", info.Mode(), err)
	}
}

func TestAFileThatExistsIsNotCreatedAgain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.svg")
	if err := CreateFile(name, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := CreateFile(name, []byte("two")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	holds(t, name, "one")
	alone(t, name, 1)
}

func TestAWriterThatFailsLeavesTheFileAsItWas(t *testing.T) {
	name := filepath.Join(t.TempDir(), "table")
	put(t, name, "old")
	full := errors.New("the disk is full")
	err := WriteWith(name, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")
		return errors.Join(err, full)
	})
	if !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	holds(t, name, "old")
	alone(t, name, 1)
}

func TestAnErrorNamesTheFileThatWasAskedFor(t *testing.T) {
	folder := t.TempDir()
	missing := filepath.Join(folder, "no", "a.svg")
	put(t, filepath.Join(folder, "file"), "")
	inside := filepath.Join(folder, "file", "a.svg")
	for _, name := range []string{missing, inside} {
		for what, err := range map[string]error{"written": WriteFile(name, nil), "created": CreateFile(name, nil)} {
			if err == nil || !strings.Contains(err.Error(), name+": ") {
				t.Errorf("%s is %s: %v", name, what, err)
			}
		}
	}
	if err := WriteFile(folder, nil); err == nil {
		t.Error("a directory is written over")
	}
	if err := CreateFile(folder, nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a directory is created again: %v", err)
	}
}

func TestASymbolicLinkStaysOne(t *testing.T) {
	folder := t.TempDir()
	name, link := filepath.Join(folder, "a.svg"), filepath.Join(folder, "b.svg")
	put(t, name, "old")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	holds(t, name, "new")
	alone(t, name, 2)
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
}

func TestADeviceIsWrittenToDirectly(t *testing.T) {
	if err := errors.Join(WriteFile(os.DevNull, []byte("x")), CreateFile(os.DevNull, []byte("x"))); err != nil {
		t.Error(err)
	}
}

func TestANameThatNoFileCanHaveIsKnownBeforeItIsWritten(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		file:                                "",
		filepath.Join(folder, "new"):        "",
		folder:                              " is a directory; name a file in it",
		filepath.Join(folder, "no", "file"): "there is no directory ",
		filepath.Join(file, "below"):        " is not a directory",
	} {
		if err := CheckFile(name); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}
