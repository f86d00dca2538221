package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"

	"github.com/pressly/goose/v3"
)

//go:embed migration/*.sql
var migrations embed.FS

// schemaVersion is this program's schema version: the number of the last migration.
const schemaVersion = 19

// logVersion is the schema version that introduced the log's current tables. Later migrations
// change other tables.
const logVersion = 4

// listsVersion is the schema version that introduced the current game lists. A migration from an
// older version rebuilds them.
const listsVersion = 16

// errNewer means that a newer program has migrated a database.
type errNewer struct{ has int64 }

func (e errNewer) Error() string {
	return fmt.Sprintf("written by a newer version of this program (tables %d, known %d); use that version", e.has,
		schemaVersion)
}

// migrateFile migrates an SQLite file to the current schema. It first writes a backup next to an
// older file. Several processes may call it at the same time: each migration is one transaction, so
// one process applies it and the others continue after it.
func migrateFile(ctx context.Context, db *sql.DB, path string, log *slog.Logger) error {
	files, err := fs.Sub(migrations, "migration")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files, third(copyVersion1))
	if err != nil {
		return err
	}
	for first, before := true, int64(-1); ; first = false {
		has, err := upgrade(ctx, provider, db, path, first, log)
		if err == nil || has <= before || errors.As(err, new(errNewer)) {
			return err
		}
		before = has
	}
}

// third returns the option for migration 3, which is written in Go.
func third(run func(context.Context, *sql.Tx) error) goose.ProviderOption {
	return goose.WithGoMigrations(goose.NewGoMigration(3, &goose.GoFunc{RunTx: run}, nil))
}

// upgrade makes one attempt to migrate. It returns the previous schema version.
func upgrade(
	ctx context.Context, provider *goose.Provider, db *sql.DB, path string, first bool, log *slog.Logger,
) (has int64, err error) {
	has, knows, err := provider.GetVersions(ctx)
	switch {
	case err != nil:
		return has, err
	case has > knows:
		return has, errNewer{has}
	case has == knows:
		return has, nil
	case has > 0 && first: // in later attempts there is a backup, or another process made it
		backup, err := backUp(ctx, db, path, has)
		if err != nil {
			return has, fmt.Errorf("backup before the migration, %s: %w", backup, err)
		}
		log.Info("store: database migrated", "from", has, "to", knows, "backup", backup)
	}
	_, err = provider.Up(ctx)
	return has, err
}

// backUp copies a database to a new file next to it and returns the file's name. If an interrupted
// migration left a file with the same contents, it returns that name instead.
func backUp(ctx context.Context, db *sql.DB, path string, version int64) (file string, err error) {
	for n := 1; ; n++ {
		file = fmt.Sprintf("%s.v%d-backup", path, version)
		if n > 1 {
			file += fmt.Sprintf("-%d", n)
		}
		if _, err := os.Lstat(file); errors.Is(err, fs.ErrNotExist) {
			failed := vacuum(ctx, db, file)
			if failed == nil {
				return file, keepBackup(ctx, file, version)
			}
			if _, err := os.Lstat(file); err != nil { // otherwise another process was first
				return file, failed
			}
		} else if err != nil {
			return file, err
		}
		same, err := holdsTheSame(ctx, db, file, version)
		if same || err != nil {
			return file, err
		}
	}
}

// errMigrated means that another process migrated the database first.
var errMigrated = errors.New("another process has migrated the database; retry")

// keepBackup removes a new backup if another process migrated the database before it was written.
func keepBackup(ctx context.Context, file string, version int64) error {
	f, err := openReadOnly(ctx, file)
	if err != nil {
		return err
	}
	has := f.version
	if err := f.Close(); err != nil || has == version {
		return err
	}
	return errors.Join(errMigrated, os.Remove(file))
}

// holdsTheSame reports whether a file is a sound database with the same rows as db. The error
// concerns db.
func holdsTheSame(ctx context.Context, db *sql.DB, file string, version int64) (bool, error) {
	want, err := digest(ctx, db)
	if err != nil {
		return false, err
	}
	f, err := openReadOnly(ctx, file)
	if err != nil {
		return false, ctx.Err() // not a database, or damaged
	}
	got, unreadable := digest(ctx, f.db)
	same := unreadable == nil && got == want && f.version == version && len(f.integrity(ctx)) == 0
	return same, errors.Join(f.Close(), ctx.Err())
}

// digest returns a hash over all rows in all tables, by row number.
func digest(ctx context.Context, db *sql.DB) (sum [sha256.Size]byte, err error) {
	tables, err := texts(ctx, db, listTables)
	if err != nil {
		return sum, err
	}
	all := sha256.New()
	for _, table := range tables {
		fmt.Fprintf(all, "table %q\n", table)
		if err := addRows(ctx, all, db, table); err != nil {
			return sum, err
		}
	}
	return [sha256.Size]byte(all.Sum(nil)), nil
}

// texts returns the values from a query with one column.
func texts(ctx context.Context, db *sql.DB, query string) (all []string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		text, err := scanText(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}

// addRows writes a table's rows to a hash.
func addRows(ctx context.Context, to io.Writer, db *sql.DB, table string) error {
	rows, err := db.QueryContext(ctx, fmt.Sprintf(readTable, strings.ReplaceAll(table, `"`, `""`)))
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	row := make([]any, len(columns))
	for i := range row {
		row[i] = new(sql.RawBytes)
	}
	for rows.Next() {
		if err := rows.Scan(row...); err != nil {
			return err
		}
		for _, value := range row {
			fmt.Fprintf(to, "%q,", *value.(*sql.RawBytes))
		}
	}
	return rows.Err()
}
