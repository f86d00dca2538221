package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"rosette/internal/permission"
	"rosette/play"
)

// errCopied means that a part of the database is missing in a file.
var errCopied = errors.New("a server was writing to this file, and its write-ahead log (the file that ends in -wal) is missing: " +
	"if it is a copy, the latest moves and games are not in it; copy with rosette database backup")

// errNoTables means that a database is empty or belongs to another program.
var errNoTables = errors.New(
	"not a Rosette database: it has no tables; if it is a copy of a database in use, copy with rosette database backup",
)

// A Source opens a database's snapshot. Its errors name the database.
type Source func(context.Context) (*Snapshot, error)

// A Snapshot is a read-only view of a database. It works on read-only media too.
type Snapshot struct {
	name     string // name of the database
	db       *sql.DB
	snapshot *sql.Conn // the connection since freeze; nil before
	begin    string    // the statement that begins the snapshot
	explain  func(error) error
	version  int64 // of the schema

	// Only for files.
	file   string // path; "" for other databases
	copied bool   // without its write-ahead log
	still  bool   // had no writer when opened
	folder string // temporary copy's folder; "" without a copy
}

// File returns the source for an SQLite file that a server may be using. It creates no file next to
// it unless a server has done so, and the medium may be read-only.
func File(path string) Source {
	return func(ctx context.Context) (*Snapshot, error) {
		f, err := openReadOnly(ctx, path)
		if err == nil {
			err = f.freeze(ctx)
		}
		if err != nil && f != nil {
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			return nil, fmt.Errorf("store: %s: %w", path, inWords(err))
		}
		return f, nil
	}
}

// PostgresSnapshot begins a snapshot in a PostgreSQL database. Closing the snapshot closes db. For
// explain see [Engine].
func PostgresSnapshot(ctx context.Context, name string, db *sql.DB, explain func(error) error) (*Snapshot, error) {
	f := &Snapshot{name: name, db: db, begin: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", explain: explain}
	if err := f.freeze(ctx); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	var err error
	if f.version, err = postgresVersion(ctx, f.snapshot); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if f.version == 0 {
		return nil, errors.Join(errNoTables, f.Close())
	}
	return f, nil
}

// openReadOnly opens a database that a server may be using. It creates no file next to it unless a
// server has done so.
func openReadOnly(ctx context.Context, path string) (*Snapshot, error) {
	if info, err := os.Stat(path); err != nil {
		return nil, fileError(err)
	} else if info.IsDir() {
		return nil, errors.New("this is a folder, not a database file")
	}
	wal, err := os.Stat(walOf(path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	alone := err != nil
	f := &Snapshot{name: path, file: path, begin: "BEGIN", explain: inWords, still: alone}
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
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// openDB opens a database and runs one query.
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

// openElsewhere opens a database in a folder where SQLite cannot create the files that it needs for
// reading a write-ahead log. It reads a temporary copy instead.
func (f *Snapshot) openElsewhere(ctx context.Context, path string, wal int64) (err error) {
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
	out, err := permission.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// look reads the schema version, and whether the last server closed the file.
func (f *Snapshot) look(ctx context.Context, alone bool) (err error) {
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

// tableVersion returns the schema version, 0 if there are no tables.
func tableVersion(ctx context.Context, db *sql.DB) (version int64, err error) {
	var tables int
	if err := db.QueryRowContext(ctx, countVersions).Scan(&tables); err != nil || tables == 0 {
		return 0, err
	}
	err = db.QueryRowContext(ctx, readVersion).Scan(&version)
	return version, err
}

// changed reports whether a server has started writing to a file that had no writer when opened.
func (f *Snapshot) changed() bool {
	if !f.still {
		return false
	}
	_, err := os.Stat(walOf(f.file))
	return err == nil
}

// integrity returns the problems that SQLite finds in the file, one line each. PostgreSQL finds
// such problems when it reads a page.
func (f *Snapshot) integrity(ctx context.Context) (problems []string) {
	if f.file == "" {
		return nil
	}
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

// freeze begins the snapshot. The first query determines its time.
func (f *Snapshot) freeze(ctx context.Context) (err error) {
	if f.snapshot, err = f.db.Conn(ctx); err != nil {
		return err
	}
	_, err = f.snapshot.ExecContext(ctx, f.begin)
	return err
}

// goOn makes a snapshot readable after an error. PostgreSQL aborts the transaction at the first
// error, so goOn begins another.
func (f *Snapshot) goOn(ctx context.Context) error {
	if f.file != "" {
		return nil
	}
	if _, err := f.snapshot.ExecContext(ctx, "SELECT 1"); err == nil {
		return nil
	}
	if _, err := f.snapshot.ExecContext(ctx, "ROLLBACK"); err != nil {
		return err
	}
	_, err := f.snapshot.ExecContext(ctx, f.begin)
	return err
}

// Close ends the snapshot.
func (f *Snapshot) Close() (err error) {
	if f.snapshot != nil {
		err = f.snapshot.Close()
	}
	err = errors.Join(err, f.db.Close())
	if f.folder != "" {
		err = errors.Join(err, os.RemoveAll(f.folder))
	}
	return err
}

// Whole returns an error unless the snapshot is complete and has this program's schema.
func (f *Snapshot) Whole() error {
	switch {
	case f.copied:
		return fmt.Errorf("store: %s: %w", f.name, errCopied)
	case f.version < schemaVersion:
		return fmt.Errorf("store: %s has version %d, this program has %d; start rosette serve once to migrate it", f.name, f.version, schemaVersion)
	}
	return nil
}

// Current reports whether the snapshot has this program's tables.
func (f *Snapshot) Current() bool { return f.version == schemaVersion }

// Tables returns the names of all tables except the migration table.
func (f *Snapshot) Tables(ctx context.Context) (names []string, err error) {
	query := listTables
	if f.file == "" {
		query = listPostgresTables
	}
	for rows, err := range f.Rows(ctx, query) {
		name := ""
		if err == nil {
			name, err = scanText(rows)
		}
		if err != nil {
			return nil, err
		}
		if name != versionTable && !strings.HasPrefix(name, "sqlite_") {
			names = append(names, name)
		}
	}
	return names, nil
}

// Rows yields the rows from a query. It stops after an error.
func (f *Snapshot) Rows(ctx context.Context, query string, args ...any) iter.Seq2[*sql.Rows, error] {
	return eachRow(func() (*sql.Rows, error) { return f.snapshot.QueryContext(ctx, query, args...) }, f.explain)
}

// Ratings returns the ratings in the snapshot.
func (f *Snapshot) Ratings() Ratings { return Ratings{f} }

// ReadOnly returns the snapshot for package tables. It returns an error for every write.
func (f *Snapshot) ReadOnly() DB { return readOnly{f} }

// readOnly is a [DB] that cannot be written.
type readOnly struct{ *Snapshot }

var errReadOnly = errors.New("store: this view of the database is read-only")

func (readOnly) Write(context.Context, func(Tx) (refused, failed error)) error { return errReadOnly }

func (readOnly) AppendWith(context.Context, string, int, []Record, play.Schedule, func(Tx) error) error {
	return errReadOnly
}

// warnOfCopy logs a warning if a database was not closed properly and has lost its write-ahead log.
// Call it only for a file without a log.
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
