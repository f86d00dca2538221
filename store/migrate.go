package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"

	"github.com/pressly/goose/v3"
)

//go:embed migration/*.sql
var migrations embed.FS

// schemaVersion is the version of the tables that this program writes: the number
// of the last migration.
const schemaVersion = 4

// errNewer says that a newer program has migrated a database.
type errNewer struct{ has int64 }

func (e errNewer) Error() string {
	return fmt.Sprintf("made by a newer version of this program (tables %d, known %d): use that one", e.has, schemaVersion)
}

// migrate brings the tables up to date. Of an older database it first writes a
// backup beside it.
func migrate(ctx context.Context, db *sql.DB, path string, log *slog.Logger) error {
	files, err := fs.Sub(migrations, "migration")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files,
		goose.WithGoMigrations(goose.NewGoMigration(3, &goose.GoFunc{RunTx: copyVersion1}, nil)))
	if err != nil {
		return err
	}
	has, knows, err := provider.GetVersions(ctx)
	switch {
	case err != nil:
		return err
	case has > knows:
		return errNewer{has}
	case has == knows:
		return nil
	case has > 0:
		backup := fmt.Sprintf("%s.v%d-backup", path, has)
		if err := backUpOnce(ctx, db, backup); err != nil {
			return fmt.Errorf("a backup before the tables are migrated, %s: %w", backup, err)
		}
		log.Info("store: the tables of the database are migrated", "from", has, "to", knows, "backup", backup)
	}
	_, err = provider.Up(ctx)
	return err
}

// backUpOnce writes a database to a file unless it is there already, from a
// migration that was interrupted.
func backUpOnce(ctx context.Context, db *sql.DB, file string) error {
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return vacuum(ctx, db, file)
}
