//go:build unix

package store_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// nobody is a user who owns no file here.
const nobody = 65534

// forAll lets everybody enter a temporary folder of a test.
func forAll(t *testing.T, folder string) string {
	t.Helper()
	check(t, os.Chmod(filepath.Dir(folder), 0o755))
	return folder
}

// asNobody returns what a user who does not own the files can do with a database.
func asNobody(t *testing.T, path string) string {
	t.Helper()
	self, err := os.ReadFile(os.Args[0])
	check(t, err)
	program := filepath.Join(forAll(t, t.TempDir()), "store.test")
	check(t, os.WriteFile(program, self, 0o755))
	child := exec.Command(program)
	child.Dir = "/"
	child.Env = append(os.Environ(), "ROSETTE_TEST_READ="+path, "TMPDIR=/tmp")
	if os.Geteuid() == 0 {
		child.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, err := child.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func TestWhoMayNotWriteMayCheckAndIsToldSo(t *testing.T) {
	const denied = "this user may not write here: change the owner or the permissions"
	killed := filepath.Join(t.TempDir(), "rosette.db")
	playGames(t, open(t, killed), 3)
	for name, one := range map[string]struct {
		path         string
		file, folder os.FileMode
		want         string
	}{
		"a file that may be read":            {made(t, 2), 0o444, 0o777, "check: 2 <nil> <nil>\nopen: store: PATH: " + denied + "\n"},
		"a folder that may be read":          {made(t, 2), 0o666, 0o555, "check: 2 <nil> <nil>\nopen: store: PATH: " + denied + "\n"},
		"with a write-ahead log":             {copyTo(t, killed, "", "-wal"), 0o444, 0o555, "check: 3 <nil> <nil>\nopen: store: PATH: " + denied + "\n"},
		"a file that may not even be read":   {made(t, 2), 0o000, 0o555, "open: store: PATH: " + denied + "\n"},
		"a folder that may not even be read": {made(t, 2), 0o666, 0o000, "open: store: PATH: " + denied + "\n"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Dir(one.path)
			check(t, os.Chmod(one.path, one.file))
			if err := os.Chmod(one.path+"-wal", one.file); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			check(t, os.Chmod(forAll(t, folder), one.folder))
			defer os.Chmod(folder, 0o700) // the folder is removed after the test
			if got := strings.ReplaceAll(asNobody(t, one.path), one.path, "PATH"); !strings.HasSuffix(got, one.want) {
				t.Errorf("got\n%swant\n%s", got, one.want)
			}
		})
	}
}
