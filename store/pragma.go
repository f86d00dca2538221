package store

import (
	"net/url"
	"path/filepath"
)

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
