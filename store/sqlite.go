package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
)

// maxReaders bounds the number of concurrent reads, because each connection takes
// memory.
const maxReaders = 4

// SQLite is a store in a SQLite file. It uses write-ahead logging with full
// synchronization, so that accepted records survive power loss. Several processes may
// open the same file.
type SQLite struct{ *SQL }

// OpenSQLite opens a store in a file, and creates or migrates the file if
// necessary; of a file that it migrates it first writes a backup beside it. It
// refuses a file of a newer version of the program. The log gets a line about a
// migration, and a warning about a file that was copied while it was in use.
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
	return &SQLite{s}, nil
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
