package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"modernc.org/sqlite"

	"rosette/internal/permission"
)

// walOf returns the path of a database's write-ahead log.
func walOf(path string) string { return path + "-wal" }

// errGone means that an open store's file is no longer at its path, so that data written to it
// would be lost.
var errGone = errors.New("the database file was removed or replaced while in use; stop the server and restore the file, or start with another folder")

// openFile identifies an open store's files.
type openFile struct {
	path string
	db   os.FileInfo
	wal  os.FileInfo
}

// watch identifies an open database's files. The database must have a write-ahead log.
func watch(path string) (*openFile, error) {
	db, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	wal, err := os.Stat(walOf(path))
	if err != nil {
		return nil, err
	}
	return &openFile{path, db, wal}, nil
}

// check returns errGone if the open file is no longer at its path. It costs two system calls.
func (f *openFile) check() error {
	if err := isStill(f.path, f.db); err != nil {
		return err
	}
	return isStill(walOf(f.path), f.wal)
}

// isStill returns errGone unless the file at path is was.
func isStill(path string, was os.FileInfo) error {
	is, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(is, was) {
		return errGone
	}
	return err
}

// checkPath returns a readable error if a database cannot be opened at path, because SQLite reports
// only a number.
func checkPath(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return checkFolder(filepath.Dir(path))
	case err != nil:
		return fileError(err)
	case info.IsDir():
		return errors.New("this is a folder, not a database file")
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fileError(err)
	}
	if err := f.Close(); err != nil {
		return err
	}
	return checkFolder(filepath.Dir(path))
}

// keepPrivate creates an empty database file if it does not exist. Otherwise it narrows the
// permissions of existing files, including backups next to them. SQLite gives its additional files
// the database file's permissions.
func keepPrivate(path string, log *slog.Logger) error {
	f, err := permission.Create(path)
	if err == nil {
		return f.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return fileError(err)
	}
	permission.Narrow(log, path)
	folder, base := filepath.Split(path)
	entries, err := os.ReadDir(cmp.Or(folder, "."))
	if err != nil {
		return fileError(err)
	}
	for _, e := range entries {
		if rest, ok := strings.CutPrefix(e.Name(), base); ok && e.Type().IsRegular() && (strings.HasPrefix(rest, "-") ||
			strings.HasPrefix(rest, ".")) {
			permission.Narrow(log, folder+e.Name())
		}
	}
	return nil
}

// checkFolder returns a readable error if SQLite cannot create files in a folder.
func checkFolder(folder string) error {
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s", folder)
	case err != nil:
		return fileError(err)
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder", folder)
	}
	f, err := os.CreateTemp(folder, ".rosette-*")
	if err != nil {
		return fileError(err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// fileError explains a file system error.
func fileError(err error) error {
	switch {
	case errors.Is(err, syscall.EROFS):
		return errors.New("the file system is read-only; use a writable one")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("no write permission; change the owner or the permissions")
	case errors.Is(err, syscall.ENOSPC):
		return errors.New("the disk is full")
	}
	return err
}

// A describedError is an SQLite error with an explanation.
type describedError struct {
	text string
	error
}

func (e describedError) Error() string { return fmt.Sprintf("%s (%v)", e.text, e.error) }
func (e describedError) Unwrap() error { return e.error }

// inWords adds an explanation to an SQLite error if its own text is unclear. The original error
// stays in the chain.
func inWords(err error) error {
	var failed *sqlite.Error
	if !errors.As(err, &failed) || errors.As(err, new(describedError)) {
		return err
	}
	if text, ok := resultCodes[failed.Code()&0xff]; ok {
		return describedError{text, err}
	}
	return err
}

// busy is SQLite's result code for a database that another connection has locked.
const busy = 5

// resultCodes explains SQLite's primary result codes that users encounter.
var resultCodes = map[int]string{
	busy: "another program has locked the database",
	8:    "the database is read-only; change the owner or the permissions of the file and its folder",
	10:   "the disk reports an error, or is full",
	11:   "the database is damaged; run rosette database doctor, and restore a backup",
	13:   "the disk is full",
	14:   "cannot open the file; the disk may be read-only, or the folder may lack write permission",
	26:   "this is not a database",
}

// probeSize is the free disk space required, in bytes.
const probeSize = 256 << 10

// Writable returns an error unless the disk has room for another 256 KiB next to the database and
// the database can be written. It writes and removes a file.
func (s *SQLite) Writable(ctx context.Context) error {
	if s.InMemory() {
		return s.SQL.Writable(ctx)
	}
	f, err := os.CreateTemp(filepath.Dir(s.path), ".rosette-*")
	if err != nil {
		return fileError(err)
	}
	_, err = f.Write(make([]byte, probeSize))
	if err = errors.Join(err, f.Close(), os.Remove(f.Name())); err != nil {
		return fileError(err)
	}
	return s.SQL.Writable(ctx)
}
