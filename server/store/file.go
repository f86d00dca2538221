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

// walOf returns the path of the write-ahead log of a database.
func walOf(path string) string { return path + "-wal" }

// errGone is returned when the file of an open store is no longer in its place:
// what SQLite would write to it nobody would find.
var errGone = errors.New("the file of the database has been removed or replaced while it was in use: stop the server and put the file back, or start with another folder")

// openFile remembers which files a store has open.
type openFile struct {
	path string
	db   os.FileInfo
	wal  os.FileInfo
}

// watch remembers the files of an open database, which has a write-ahead log.
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

// check returns errGone if a path no longer leads to the file that is open. It takes
// two calls of the system.
func (f *openFile) check() error {
	if err := isStill(f.path, f.db); err != nil {
		return err
	}
	return isStill(walOf(f.path), f.wal)
}

// isStill returns errGone if a path does not lead to a file.
func isStill(path string, was os.FileInfo) error {
	is, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(is, was) {
		return errGone
	}
	return err
}

// checkPath returns in a sentence why a database cannot be opened at a path, before
// SQLite says it with a number.
func checkPath(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return checkFolder(filepath.Dir(path))
	case err != nil:
		return fileError(err)
	case info.IsDir():
		return errors.New("this is a folder, and a database is a file")
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

// keepPrivate creates an empty file for a database unless there is one, and narrows the
// permissions of those that exist, with backups beside them. SQLite gives the files that it
// makes beside a database the permissions of the database.
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
		if rest, ok := strings.CutPrefix(e.Name(), base); ok && e.Type().IsRegular() && (strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, ".")) {
			permission.Narrow(log, folder+e.Name())
		}
	}
	return nil
}

// checkFolder returns in a sentence why SQLite cannot make files in a folder.
func checkFolder(folder string) error {
	info, err := os.Stat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s", folder)
	case err != nil:
		return fileError(err)
	case !info.IsDir():
		return fmt.Errorf("%s is no folder", folder)
	}
	f, err := os.CreateTemp(folder, ".rosette-*")
	if err != nil {
		return fileError(err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// fileError says what an error of the file system means for a database.
func fileError(err error) error {
	switch {
	case errors.Is(err, syscall.EROFS):
		return errors.New("the file system is read-only, and games must be written")
	case errors.Is(err, fs.ErrPermission):
		return errors.New("this user may not write here: change the owner or the permissions")
	case errors.Is(err, syscall.ENOSPC):
		return errors.New("the disk is full")
	}
	return err
}

// describedError is an error of SQLite with a sentence.
type describedError struct {
	text string
	error
}

func (e describedError) Error() string { return fmt.Sprintf("%s (%v)", e.text, e.error) }
func (e describedError) Unwrap() error { return e.error }

// inWords says in a sentence what an error of SQLite means, where the text of SQLite
// leaves that open. The error of SQLite stays in the chain.
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

// busy is the result code of SQLite for a database that somebody else has locked.
const busy = 5

// resultCodes are the primary result codes of SQLite that people meet.
var resultCodes = map[int]string{
	busy: "another program holds the database locked",
	8:    "the database may only be read: change the owner or the permissions of the file and its folder",
	10:   "the disk reports an error, or is full",
	11:   "the database is damaged: restore a backup, and see rosette database doctor",
	13:   "the disk is full",
	14:   "the file cannot be opened: it may lie on a read-only disk, or this user may not write in its folder",
	26:   "this is not a database",
}

// probeSize is how much a disk must have room for.
const probeSize = 256 << 10

// Writable returns an error unless the disk has room for another 256 KiB beside the database,
// and the database can be written to. It writes and removes a file.
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
