package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
)

// maxReaders bounds the number of concurrent reads, because each connection takes
// memory.
const maxReaders = 4

// SQLite is a store in a SQLite file. It uses write-ahead logging with full
// synchronization, so that accepted records survive power loss. Several processes may
// open the same file.
type SQLite struct {
	*SQL
	path string
}

// OpenSQLite opens a store in a file, and creates or migrates the file if
// necessary; of a file that it migrates it first writes a backup beside it. It
// refuses a file of a newer version of the program. Only its owner may read the file and
// those beside it: others lose the permission if they had it. The log gets a line about
// that and about a migration, and a warning about a file that was copied while it was in
// use.
func OpenSQLite(path string, log *slog.Logger) (*SQLite, error) {
	s, err := openSQLite(path, log)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", path, inWords(err))
	}
	return s, nil
}

func openSQLite(path string, log *slog.Logger) (*SQLite, error) {
	if err := checkPath(path); err != nil {
		return nil, err
	}
	if err := keepPrivate(path, log); err != nil {
		return nil, err
	}
	_, err := os.Stat(walOf(path))
	without := errors.Is(err, os.ErrNotExist)
	address, err := address(path, writable)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", address)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(maxReaders + 1)
	db.SetMaxIdleConns(maxReaders + 1)
	s, err := beginSQLite(db, path, without, log)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// beginSQLite migrates the tables and starts the writer.
func beginSQLite(db *sql.DB, path string, withoutWAL bool, log *slog.Logger) (*SQLite, error) {
	ctx := context.Background()
	if err := migrateFile(ctx, db, path, log); err != nil {
		return nil, err
	}
	if withoutWAL {
		if err := warnOfCopy(ctx, db, path, log); err != nil {
			return nil, err
		}
	}
	file, err := beginUse(ctx, db, path)
	if err != nil {
		return nil, err
	}
	s, err := NewSQL(ctx, Engine{DB: db, Begin: beginWriting, Explain: inWords, Check: file.check, finish: finishFile})
	if err != nil {
		return nil, err
	}
	return &SQLite{s, path}, nil
}

// beginUse records in the file itself, and not only in its write-ahead log, that it is
// in use: a copy of the file alone is recognized by that.
func beginUse(ctx context.Context, db *sql.DB, path string) (*openFile, error) {
	for _, statement := range []string{lockLog, checkpoint} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	return watch(path)
}

// finishFile records that nothing is missing in the file, and writes the write-ahead log
// into it, if nobody else has the file open. If that cannot be done, as on a full disk,
// the log stays beside the file and nothing is lost. It is best effort, as the checkpoint
// of SQLite is when a database is closed.
func finishFile(w *writer) {
	if w.engine.check() != nil || w.commit(0, func() error { _, err := w.Exec(closeLog); return err }) != nil {
		return
	}
	ctx := context.Background()
	var mode string
	if _, err := w.conn.ExecContext(ctx, doNotWait); err == nil {
		err = w.conn.QueryRowContext(ctx, leaveWAL).Scan(&mode)
		if err == nil && mode != "wal" {
			return
		}
	}
	_ = w.commit(0, func() error { return nil }) // others use the file: it is not closed
}

// What only SQLite understands. Everything else that the stores send to a database
// is in statements.go and in migration/.
const (
	beginWriting   = "BEGIN IMMEDIATE" // takes the write lock, so that what is read holds until the end
	checkpoint     = "PRAGMA wal_checkpoint(TRUNCATE)"
	integrityCheck = "PRAGMA integrity_check(100)"
	vacuumInto     = "VACUUM INTO $1"
	doNotWait      = "PRAGMA busy_timeout = 0"
	leaveWAL       = "PRAGMA journal_mode = DELETE" // fails while somebody else has the file open
)

// writable are the settings of a connection that may write: a write-ahead log with
// full synchronization, so that accepted records survive power loss. It is written to
// the file every 4,000 pages, 16 MB, because streams that are appended to at random
// change the same pages again and again.
var writable = url.Values{
	"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "wal_autocheckpoint(4000)"},
	"_txlock": {"immediate"},
}

// readable are the settings of a connection that must not write.
var readable = url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(10000)"}}

// unchanging are the settings for a file that nobody writes to: SQLite then makes no
// other files beside it.
var unchanging = url.Values{"mode": {"ro"}, "immutable": {"1"}}

// address returns the URI of a file with the settings of each connection.
func address(path string, settings url.Values) (string, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	full = filepath.ToSlash(full)
	if full[0] != '/' {
		full = "/" + full // a drive letter
	}
	return "file://" + (&url.URL{Path: full}).EscapedPath() + "?" + settings.Encode(), nil
}

// alone are the settings of a connection to a file that nobody else has open; it
// fails if somebody has.
var alone = url.Values{"mode": {"rw"}, "_pragma": {"journal_mode(DELETE)", "synchronous(FULL)"}}

// versionTable is the table of the migrations that were made.
const versionTable = "goose_db_version"

// What doctor reads besides records.
const (
	countTables   = "SELECT COUNT(*) FROM sqlite_master"
	countVersions = "SELECT COUNT(*) FROM sqlite_master WHERE name = '" + versionTable + "'"
	readVersion   = "SELECT COALESCE(MAX(version_id), 0) FROM " + versionTable + " WHERE is_applied"
	readClosed    = "SELECT closed <> 0 FROM log"
	readLength    = "SELECT seq FROM streams WHERE stream = $1"
	countRecords  = "SELECT COUNT(*), COALESCE(MAX(position), 0) FROM events"
)

// What is compared of two databases.
const (
	listTables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
	readTable  = `SELECT * FROM "%s" ORDER BY rowid`
)
