//go:build unix

package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"rosette/server/store"
)

// nobody is a user without files.
const nobody = 65534

// forAll gives all users access to a test's temporary folder.
func forAll(t *testing.T, folder string) string {
	t.Helper()
	check(t, os.Chmod(filepath.Dir(folder), 0o755))
	return folder
}

// asNobody returns the result of using a database as a user who does not own its files.
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
	const denied = "no write permission; change the owner or the permissions"
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

// eachUmask runs a test with umask 0 and with the usual one.
func eachUmask(t *testing.T, run func(t *testing.T)) {
	for _, umask := range []int{0, 0o022} {
		t.Run(fmt.Sprintf("umask %03o", umask), func(t *testing.T) {
			defer syscall.Umask(syscall.Umask(umask))
			run(t)
		})
	}
}

// modes returns the permissions of the files in a folder by name.
func modes(t *testing.T, folder string) map[string]fs.FileMode {
	t.Helper()
	entries, err := os.ReadDir(folder)
	check(t, err)
	found := map[string]fs.FileMode{}
	for _, e := range entries {
		info, err := e.Info()
		check(t, err)
		found[e.Name()] = info.Mode().Perm()
	}
	return found
}

// areClosed fails the test unless the files exist and only their owner may read them.
func areClosed(t *testing.T, folder string, names ...string) {
	t.Helper()
	found := modes(t, folder)
	for _, name := range names {
		if mode, ok := found[name]; !ok || mode != 0o600 {
			t.Errorf("%s: mode %v, %v", name, mode, ok)
		}
	}
}

func TestDatabasesBackupsAndWhatIsRestoredAreReadByTheirOwnerAlone(t *testing.T) {
	eachUmask(t, func(t *testing.T) {
		folder := t.TempDir()
		path := filepath.Join(folder, "rosette.db")
		playGames(t, open(t, path), 2)
		areClosed(t, folder, "rosette.db", "rosette.db-wal", "rosette.db-shm")
		check(t, store.Backup(t.Context(), path, filepath.Join(folder, "saved.db")))
		there := filepath.Join(folder, "restored")
		for range 2 {
			_, err := store.Restore(t.Context(), filepath.Join(folder, "saved.db"), filepath.Join(there, "rosette.db"), true, now)
			check(t, err)
		}
		areClosed(t, folder, "saved.db")
		areClosed(t, there, "rosette.db", "rosette.db.before-20261122-140000")
		if mode := modes(t, folder)["restored"]; mode != 0o700 {
			t.Errorf("the folder of a restored database: %v", mode)
		}
	})
}

func TestFilesThatOthersCouldReadAreNarrowedWhenADatabaseIsOpened(t *testing.T) {
	eachUmask(t, func(t *testing.T) {
		path := copyTo(t, "testdata/v4.db", "")
		folder := filepath.Dir(path)
		check(t, os.WriteFile(path+".v3-backup", []byte("an older backup"), 0o644))
		check(t, os.WriteFile(filepath.Join(folder, "notes.txt"), []byte("of the operator"), 0o644))
		check(t, os.Chmod(path, 0o644))
		var log bytes.Buffer
		s, err := store.OpenSQLite(path, slog.New(slog.NewTextHandler(&log, nil)))
		check(t, err)
		defer s.Close()
		areClosed(t, folder, "rosette.db", "rosette.db-wal", "rosette.db.v3-backup", "rosette.db.v4-backup")
		if n := strings.Count(log.String(), "its permissions are narrowed"); n != 2 {
			t.Errorf("%d lines of the log: %s", n, log.String())
		}
		if modes(t, folder)["notes.txt"]&0o044 == 0 {
			t.Error("a file of another name was narrowed")
		}
	})
}

func TestADatabaseInUseIsKnown(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rosette.db")
	s := open(t, path)
	if err := store.InUse(t.Context(), path); err == nil || !strings.Contains(err.Error(), "stop it first") {
		t.Errorf("in use: %v", err)
	}
	check(t, s.Close())
	check(t, store.InUse(t.Context(), path))
}

// It runs in its own process, because the limit also applies to the log of opened files that go
// test writes for this process.
func TestADiskWithoutRoomIsNotWritable(t *testing.T) {
	const limited = "ROSETTE_TEST_SMALL_FILES"
	if os.Getenv(limited) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestADiskWithoutRoomIsNotWritable$", "-test.v")
		cmd.Env = append(os.Environ(), limited+"=1")
		out, err := cmd.CombinedOutput()
		if err != nil || !strings.Contains(string(out), "--- PASS: TestADiskWithoutRoomIsNotWritable") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	s := open(t, filepath.Join(t.TempDir(), "rosette.db"))
	check(t, s.Writable(t.Context()))
	var before syscall.Rlimit
	check(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before))
	small := before
	small.Cur = 100 << 10
	check(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small))
	err := s.Writable(t.Context())
	check(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before))
	if !errors.Is(err, syscall.EFBIG) {
		t.Errorf("with files of at most 100 KiB: %v", err)
	}
	check(t, s.Writable(t.Context()))
}
