package store

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
)

// errCopied says that a file is not all of a database.
var errCopied = errors.New("a server was writing to this file, and its write-ahead log (the file that ends in -wal) is missing: " +
	"if it is a copy, the latest moves and games are not in it; copy with rosette backup")

// errNoTables says that a file is a database of something else, or of nothing.
var errNoTables = errors.New("no database of Rosette: it has no tables; if it is a copy of one that was in use, copy with rosette backup")

// readOnly is a database that is read and never changed, also where nothing can be
// written.
type readOnly struct {
	db       *sql.DB
	snapshot *sql.Conn // the database as it was when freeze was called; nil before
	version  int64     // of the tables
	copied   bool      // without its write-ahead log
	still    bool      // nobody wrote to it when it was opened
	folder   string    // of a temporary copy; "" without
}

// openReadOnly opens a database that a server may be using. It makes no file beside
// it unless a server has made one.
func openReadOnly(ctx context.Context, path string) (*readOnly, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, fileError(err)
	} else if info.IsDir() {
		return nil, errors.New("this is a folder, and a database is a file")
	}
	wal, err := os.Stat(walOf(path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	alone := err != nil
	f := &readOnly{still: alone}
	settings := readable
	if alone {
		settings = unchanging
	}
	if f.db, err = openDB(ctx, path, settings); err != nil && !alone {
		err = f.openElsewhere(ctx, path, wal.Size())
	}
	if err != nil {
		return nil, err
	}
	if err := f.look(ctx, alone); err != nil {
		return nil, errors.Join(err, f.close())
	}
	return f, nil
}

// openDB opens a database and reads from it once.
func openDB(ctx context.Context, path string, settings map[string][]string) (*sql.DB, error) {
	address, err := address(path, settings)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, err
	}
	var tables int
	if err := db.QueryRowContext(ctx, countTables).Scan(&tables); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// openElsewhere opens a database in a folder where SQLite cannot make the files that
// it needs to read a write-ahead log: it reads a temporary copy.
func (f *readOnly) openElsewhere(ctx context.Context, path string, wal int64) (err error) {
	if wal == 0 {
		f.db, err = openDB(ctx, path, unchanging)
		return err
	}
	if f.folder, err = os.MkdirTemp("", "rosette-*"); err != nil {
		return err
	}
	there := filepath.Join(f.folder, "rosette.db")
	if err = errors.Join(copyFile(path, there), copyFile(walOf(path), walOf(there))); err == nil {
		f.db, err = openDB(ctx, there, readable)
	}
	if err != nil {
		err = errors.Join(err, os.RemoveAll(f.folder))
	}
	return err
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// look reads the version of the tables, and whether the last server closed the file.
func (f *readOnly) look(ctx context.Context, alone bool) (err error) {
	if f.version, err = tableVersion(ctx, f.db); err != nil {
		return err
	}
	switch {
	case f.version == 0:
		return errNoTables
	case f.version > schemaVersion:
		return errNewer{f.version}
	case f.version == 1:
		return nil
	}
	closed := true
	if err := f.db.QueryRowContext(ctx, readClosed).Scan(&closed); err != nil {
		return err
	}
	f.copied = alone && !closed
	return nil
}

// tableVersion returns the version of the tables, 0 if there are none.
func tableVersion(ctx context.Context, db *sql.DB) (version int64, err error) {
	var tables int
	if err := db.QueryRowContext(ctx, countVersions).Scan(&tables); err != nil || tables == 0 {
		return 0, err
	}
	err = db.QueryRowContext(ctx, readVersion).Scan(&version)
	return version, err
}

// integrity returns what SQLite finds wrong with the file, a line each.
func (f *readOnly) integrity(ctx context.Context) (problems []string) {
	rows, err := f.db.QueryContext(ctx, integrityCheck)
	if err != nil {
		return []string{err.Error()}
	}
	defer rows.Close()
	for rows.Next() {
		line, err := scanText(rows)
		if err != nil {
			return append(problems, err.Error())
		}
		if line != "ok" {
			problems = append(problems, line)
		}
	}
	if err := rows.Err(); err != nil {
		problems = append(problems, err.Error())
	}
	return problems
}

// freeze begins to read the database as it is now, whatever a server writes.
func (f *readOnly) freeze(ctx context.Context) (err error) {
	if f.snapshot, err = f.db.Conn(ctx); err != nil {
		return err
	}
	_, err = f.snapshot.ExecContext(ctx, "BEGIN") // the first query decides what is read
	return err
}

func (f *readOnly) close() (err error) {
	if f.snapshot != nil {
		err = f.snapshot.Close()
	}
	err = errors.Join(err, f.db.Close())
	if f.folder != "" {
		err = errors.Join(err, os.RemoveAll(f.folder))
	}
	return err
}

// warnOfCopy logs a warning if a database was not closed and has lost its write-ahead
// log. It is called with a file that had none.
func warnOfCopy(ctx context.Context, db *sql.DB, path string, log *slog.Logger) error {
	closed := true
	if err := db.QueryRowContext(ctx, readClosed).Scan(&closed); err != nil {
		return err
	}
	if !closed {
		log.Warn("store: "+errCopied.Error(), "file", path)
	}
	return nil
}
