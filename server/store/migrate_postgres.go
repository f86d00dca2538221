package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"log/slog"

	"github.com/pressly/goose/v3"
)

// Queries that count the tables in a PostgreSQL schema and check for Rosette's tables.
const (
	countInSchema      = `SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema()`
	listPostgresTables = `SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() ORDER BY table_name`
	hasVersion         = `SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = '` + versionTable + `'`
)

// ErrForeign means that a database has another program's tables.
var ErrForeign = errors.New("the database has tables of another program; use a separate database for Rosette")

// MigratePostgres migrates a PostgreSQL database to the current schema with the migrations that
// SQLite files use. Several processes may call it at the same time: they wait for each other.
func MigratePostgres(ctx context.Context, db *sql.DB, log *slog.Logger) (err error) {
	has, err := postgresVersion(ctx, db)
	if err != nil || has == schemaVersion {
		return err
	}
	session, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	if _, err := session.ExecContext(ctx, lockMigrations); err != nil {
		return err
	}
	err = upgradePostgres(ctx, db, log)
	_, failed := session.ExecContext(context.WithoutCancel(ctx), unlockMigrations)
	return errors.Join(err, failed)
}

// An advisory lock serializes migrations. Its number is arbitrary, but must not be used elsewhere.
const (
	lockMigrations   = `SELECT pg_advisory_lock(7263845109)`
	unlockMigrations = `SELECT pg_advisory_unlock(7263845109)`
)

// upgradePostgres applies the missing migrations.
func upgradePostgres(ctx context.Context, db *sql.DB, log *slog.Logger) error {
	has, err := postgresVersion(ctx, db)
	if err != nil || has == schemaVersion {
		return err // another process was first
	}
	if has > 0 {
		log.Info("store: database migrated", "from", has, "to", schemaVersion)
	}
	files, err := fs.Sub(migrations, "migration")
	if err != nil {
		return err
	}
	nothing := func(context.Context, *sql.Tx) error { return nil } // version 1 existed only in files
	provider, err := goose.NewProvider(goose.DialectPostgres, db, collated{files}, third(nothing))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// postgresVersion returns a PostgreSQL database's schema version, 0 if the database is empty.
func postgresVersion(ctx context.Context, db interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
},
) (has int64, err error) {
	var tables, versions int
	if err := db.QueryRowContext(ctx, countInSchema).Scan(&tables); err != nil || tables == 0 {
		return 0, err
	}
	if err := db.QueryRowContext(ctx, hasVersion).Scan(&versions); err != nil {
		return 0, err
	}
	if versions == 0 {
		return 0, ErrForeign
	}
	if err := db.QueryRowContext(ctx, readVersion).Scan(&has); err != nil {
		return 0, err
	}
	if has > schemaVersion {
		return has, errNewer{has}
	}
	return has, nil
}

// collated adapts the migrations to PostgreSQL. SQLite compares texts by bytes, and with this
// collation PostgreSQL does too. Any other order would break searches for a name's beginning, and
// lists would differ between servers.
type collated struct{ fs.FS }

// Open implements [fs.FS].
func (c collated) Open(name string) (fs.File, error) {
	f, err := c.FS.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		return f, err
	}
	text, err := io.ReadAll(f)
	return collatedFile{f, bytes.NewReader(bytes.ReplaceAll(text, []byte(" TEXT "), []byte(` TEXT COLLATE "C" `)))}, err
}

// ReadDir implements [fs.ReadDirFS].
func (c collated) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(c.FS, name) }

// A collatedFile is a file in collated.
type collatedFile struct {
	fs.File
	text *bytes.Reader
}

// Read implements [fs.File].
func (f collatedFile) Read(p []byte) (int, error) { return f.text.Read(p) }
