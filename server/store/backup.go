package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"modernc.org/sqlite"

	"rosette/internal/permission"
	"rosette/internal/runlog"
)

// Backup copies the database in a file to a new file, even while a server uses it. The new file
// appears only when it is complete and on disk, and only its owner may read it. Backup does not
// overwrite files.
func Backup(ctx context.Context, path, to string) error {
	if err := backup(ctx, path, to); err != nil {
		return fmt.Errorf("store: %s: %w", path, inWords(err))
	}
	return nil
}

func backup(ctx context.Context, path, to string) error {
	f, err := openReadOnly(ctx, path)
	if err != nil {
		return err
	}
	if f.copied {
		err = errCopied
	} else {
		err = vacuum(ctx, f.db, to)
	}
	return errors.Join(err, f.Close())
}

// vacuum copies a database to a new file that only its owner may read. It leaves either a complete
// file or no file.
func vacuum(ctx context.Context, db *sql.DB, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s exists; use a new file", to), err)
	}
	folder, err := os.MkdirTemp(filepath.Dir(to), ".rosette-backup-*")
	if err != nil {
		return fmt.Errorf("%s: %w", to, fileError(err))
	}
	part := filepath.Join(folder, "rosette.db")
	err = vacuumPart(ctx, db, part)
	if err == nil {
		err = runlog.Publish(part, to)
	}
	return errors.Join(err, os.RemoveAll(folder))
}

// vacuumPart writes a database to a new file that only its owner may read, and syncs it.
func vacuumPart(ctx context.Context, db *sql.DB, part string) error {
	file, err := permission.Create(part)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, vacuumInto, part); err != nil {
		return err
	}
	if err := markClosed(ctx, part); err != nil {
		return err
	}
	return syncFile(part)
}

// markClosed checkpoints a database's write-ahead log into its file and records that the file is
// complete. It fails if the database is open elsewhere.
func markClosed(ctx context.Context, path string) error {
	address, err := address(path, alone)
	if err != nil {
		return err
	}
	db, err := sql.Open("sqlite", address)
	if err != nil {
		return err
	}
	has, err := tableVersion(ctx, db)
	if err == nil && has > 1 {
		_, err = db.ExecContext(ctx, closeLog)
	}
	return errors.Join(err, db.Close())
}

// syncFile flushes a file to disk.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Restore copies the database from a backup to path and creates the folder if necessary. It checks
// the backup first. If path has a database, or SQLite files left by an earlier one, the error is
// [fs.ErrExist]. With force it renames these files and returns the new name in aside, unless a
// server uses the database; it then also accepts a backup that was copied without its write-ahead
// log.
func Restore(ctx context.Context, backup, path string, force bool, now time.Time) (aside string, err error) {
	aside, err = restore(ctx, backup, path, force, now)
	if err != nil {
		return aside, fmt.Errorf("store: %w", inWords(err))
	}
	return aside, nil
}

func restore(ctx context.Context, backup, path string, force bool, now time.Time) (aside string, err error) {
	f, err := openReadOnly(ctx, backup)
	if err != nil {
		return "", fmt.Errorf("%s: %w", backup, inWords(err))
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	switch problems := f.integrity(ctx); {
	case len(problems) > 0:
		return "", fmt.Errorf("%s is damaged: %s", backup, problems[0])
	case f.copied && !force:
		return "", fmt.Errorf("%s: %w", backup, errCopied)
	}
	there, err := filesOf(path)
	switch {
	case err == nil && len(there) > 0 && !force:
		return "", takenError{there[0]}
	case err == nil && len(there) == 0:
		err = os.MkdirAll(filepath.Dir(path), permission.Folder)
	}
	if err != nil {
		return "", fileError(err)
	}
	return putInPlace(ctx, f.db, path, len(there) > 0, now)
}

// A takenError means that the named file exists.
type takenError struct{ name string }

// Error describes what the caller can do.
func (e takenError) Error() string {
	return e.name + " exists: use --force to replace it; it is then kept aside"
}

// Is reports whether other is [fs.ErrExist].
func (e takenError) Is(other error) bool { return other == fs.ErrExist }

// endings lists the file name suffixes for a database: its own file and the files that SQLite
// creates next to it. SQLite uses such a file with the current database even if an earlier one left
// it.
var endings = [...]string{"", "-wal", "-journal", "-shm"}

// filesOf returns a database's existing files, its own first.
func filesOf(path string) (names []string, err error) {
	for _, end := range endings {
		name := path + end
		if _, err := os.Lstat(name); err == nil {
			names = append(names, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return names, nil
}

// putInPlace writes a database to a path. It renames the files that it replaces.
func putInPlace(ctx context.Context, db *sql.DB, path string, replace bool, now time.Time) (aside string, err error) {
	part := path + ".restoring"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := vacuum(ctx, db, part); err != nil {
		return "", err
	}
	if replace {
		if aside, err = putAside(ctx, path, now); err != nil {
			return "", errors.Join(err, os.Remove(part))
		}
	}
	return aside, runlog.Rename(part, path)
}

// putAside renames a database's files and returns the new name. It fails if a server uses the
// database. A damaged database is renamed unchanged.
func putAside(ctx context.Context, path string, now time.Time) (string, error) {
	if err := inUse(ctx, path); err != nil {
		return "", err
	}
	aside := path + ".before-" + now.UTC().Format("20060102-150405")
	if taken, err := filesOf(aside); err != nil || len(taken) > 0 {
		return "", cmp.Or(err, fmt.Errorf("%s exists; retry in a second", aside))
	}
	there, err := filesOf(path)
	if err != nil {
		return "", err
	}
	last := ""
	for _, name := range slices.Backward(there) { // the database file last
		last = aside + strings.TrimPrefix(name, path)
		if err := os.Rename(name, last); err != nil {
			return "", err
		}
	}
	return last, nil
}

// InUse returns an error if another program has the database in a file open. To find out, it closes
// a killed server's database, as a server does when it starts. A file that cannot be written counts
// as not in use.
func InUse(ctx context.Context, path string) error {
	if err := inUse(ctx, path); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

func inUse(ctx context.Context, path string) error {
	if err := markClosed(ctx, path); isBusy(err) {
		return fmt.Errorf("a server uses %s; stop it first", path)
	}
	return nil
}

// isBusy reports whether err is SQLite's error for a locked database.
func isBusy(err error) bool {
	var failed *sqlite.Error
	return errors.As(err, &failed) && failed.Code()&0xff == busy
}
