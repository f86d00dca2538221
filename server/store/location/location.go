// Package location opens a server's store by location: a folder with a SQLite database, or a
// PostgreSQL URL.
package location

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"rosette/internal/permission"
	"rosette/server/store"
	"rosette/server/store/postgres"
	"rosette/server/store/transfer"
)

// Memory is used instead of a folder for a database in memory.
const Memory = "memory"

// DatabaseFile is the file name of the SQLite database.
const DatabaseFile = "rosette.db"

// A Location is a folder or a PostgreSQL URL.
type Location struct {
	Folder string // may be [Memory]; ignored if URL is set
	URL    string
}

// An Error is returned for an invalid location. Its text is one line and explains the remedy.
type Error struct{ error }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return errors.Unwrap(e.error) }

func errorf(format string, args ...any) error { return &Error{fmt.Errorf(format, args...)} }

// Parse parses a location. A text that is not a PostgreSQL URL is a folder.
func Parse(text string) Location {
	if postgres.IsURL(text) {
		return Location{URL: text}
	}
	return Location{Folder: text}
}

// Check returns an [*Error] if l is neither a folder nor a PostgreSQL URL.
func (l Location) Check() error {
	switch {
	case l.URL != "" && !postgres.IsURL(l.URL):
		return errorf("--database: no URL of a PostgreSQL database; use one such as postgres://USER@HOST/DATABASE")
	case l.Folder == "" && l.URL == "":
		return errorf("--data names no folder; name one, or memory to keep nothing")
	case strings.Contains(l.Folder, "://"):
		return errorf("%s is neither a folder nor a URL of a PostgreSQL database", l.Folder)
	}
	return nil
}

// File returns the path of the SQLite database in the folder.
func (l Location) File() string { return filepath.Join(l.Folder, DatabaseFile) }

// Open opens the store. It creates the folder and the SQLite database if they do not exist.
func (l Location) Open(ctx context.Context, log *slog.Logger) (store.Store, error) {
	switch err := l.Check(); {
	case err != nil:
		return nil, err
	case l.URL != "":
		return postgres.Open(ctx, l.URL, log)
	case l.Folder == Memory:
		return store.OpenInMemory()
	}
	if err := os.MkdirAll(l.Folder, permission.Folder); err != nil {
		return nil, errorf("--data: %w", err)
	}
	return store.OpenSQLite(l.File(), log)
}

// Exists returns an [*Error] if the folder has no database. It does not connect to PostgreSQL.
func (l Location) Exists() error {
	if err := l.Check(); err != nil || l.URL != "" {
		return err
	}
	if _, err := os.Stat(l.File()); err != nil {
		return errorf("%w; use the folder that serve was given", err)
	}
	return nil
}

// Source returns a reader of the database, which must exist.
func (l Location) Source() (store.Source, error) {
	switch err := l.Exists(); {
	case err != nil:
		return nil, err
	case l.URL != "":
		return postgres.Source(l.URL), nil
	}
	return store.File(l.File()), nil
}

// Fill opens the store, creates it if it does not exist, and calls fill. If fill fails, Fill removes
// a SQLite database that it has created.
func (l Location) Fill(ctx context.Context, fill func(transfer.Target) (int, error)) (rows int, err error) {
	if l.Folder == Memory {
		return 0, errorf("a database in memory ends with the command: name a folder or a URL of PostgreSQL")
	}
	_, err = os.Lstat(l.File())
	created := l.URL == "" && errors.Is(err, fs.ErrNotExist)
	s, err := l.Open(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return 0, err
	}
	rows, err = fill(s.(transfer.Target)) // SQLite and PostgreSQL are targets
	if err = errors.Join(err, s.Close()); err != nil && created {
		err = errors.Join(err, os.Remove(l.File()))
	}
	return rows, err
}

// Reviews returns the folder for reviews, or "" if they are kept in memory.
func (l Location) Reviews() string {
	if l.Folder == Memory || l.URL != "" {
		return ""
	}
	return filepath.Join(l.Folder, "reviews")
}

// DefaultFolder returns the default data folder for this user and system.
func DefaultFolder() string {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "rosette")
	}
	if home, err := os.UserHomeDir(); err == nil && runtime.GOOS == "linux" {
		return filepath.Join(home, ".local", "share", "rosette")
	}
	if dir, err := os.UserConfigDir(); err == nil {
		return filepath.Join(dir, "rosette")
	}
	return "rosette-data"
}
