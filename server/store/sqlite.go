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

// maxReaders limits concurrent reads, because each connection takes memory.
const maxReaders = 4

// SQLite is a store in an SQLite file. It uses write-ahead logging with full synchronization, so
// that accepted records survive power loss. Several processes may open the same file.
type SQLite struct {
	*SQL
	path string
}

// OpenSQLite opens a store in a file and creates or migrates the file if necessary. Before a
// migration it writes a backup next to the file. It rejects a file from a newer program. Only the
// owner may read the file and the files next to it: OpenSQLite removes others' permissions. It logs
// changed permissions and a migration, and warns about a file that was copied while in use.
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

// beginUse records in the database file itself, not only in its write-ahead log, that it is in use.
// This identifies a copy without the log.
func beginUse(ctx context.Context, db *sql.DB, path string) (*openFile, error) {
	for _, statement := range []string{lockLog, checkpoint} {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return nil, err
		}
	}
	return watch(path)
}

// finishFile marks the file as complete and checkpoints the write-ahead log into it, unless the
// file is open elsewhere. If that fails, for example on a full disk, the log remains next to the
// file and no data is lost. Like SQLite's own checkpoint on closing, it is best effort.
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
	_ = w.commit(0, func() error { return nil }) // the file is in use elsewhere, so it is not closed
}

// Statements specific to SQLite. All others are in statements.go and in migration/.
const (
	beginWriting   = "BEGIN IMMEDIATE" // takes the write lock, so that data read remains valid until the end
	checkpoint     = "PRAGMA wal_checkpoint(TRUNCATE)"
	integrityCheck = "PRAGMA integrity_check(100)"
	vacuumInto     = "VACUUM INTO $1"
	doNotWait      = "PRAGMA busy_timeout = 0"
	leaveWAL       = "PRAGMA journal_mode = DELETE" // fails while the file is open elsewhere
)

// writable configures a connection that may write: a write-ahead log with full synchronization, so
// that accepted records survive power loss. SQLite checkpoints the log every 4,000 pages (16 MB),
// because appends to many streams change the same pages repeatedly.
var writable = url.Values{
	"_pragma": {"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)", "wal_autocheckpoint(4000)"},
	"_txlock": {"immediate"},
}

// readable configures a connection that must not write.
var readable = url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(10000)"}}

// unchanging configures a connection to a file without a writer: SQLite then creates no other files
// next to it.
var unchanging = url.Values{"mode": {"ro"}, "immutable": {"1"}}

// address returns a file's URI with connection settings.
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

// alone configures an exclusive connection. It fails if the file is open elsewhere.
var alone = url.Values{"mode": {"rw"}, "_pragma": {"journal_mode(DELETE)", "synchronous(FULL)"}}

// versionTable lists the applied migrations.
const versionTable = "goose_db_version"

// Queries for doctor, besides those for records.
const (
	countTables   = "SELECT COUNT(*) FROM sqlite_master"
	countVersions = "SELECT COUNT(*) FROM sqlite_master WHERE name = '" + versionTable + "'"
	readVersion   = "SELECT COALESCE(MAX(version_id), 0) FROM " + versionTable + " WHERE is_applied"
	readClosed    = "SELECT closed <> 0 FROM log"
	readLength    = "SELECT seq FROM streams WHERE stream = $1"
	countRecords  = "SELECT COUNT(*), COALESCE(MAX(position), 0) FROM events"
)

// Queries that compare two databases.
const (
	listTables = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
	readTable  = `SELECT * FROM "%s" ORDER BY rowid`
)
