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

// Backup writes the database in a file to a new file, while a server may use it. The
// new file appears when it is complete and on disk, and only its owner may read it. It
// refuses to overwrite one.
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

// vacuum writes a database to a new file that only its owner may read, all or nothing.
func vacuum(ctx context.Context, db *sql.DB, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(fmt.Errorf("%s exists: name a new file", to), err)
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

// markClosed writes the write-ahead log of a database into its file, and records that
// nothing is missing there. It fails while somebody else has the database open.
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

// syncFile waits until a file is on disk.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// Restore puts the database of a backup into a new file, and makes the folder of it if
// there is none. It checks the backup first. Where there is a database, or a file beside one
// that is gone, the error is [fs.ErrExist]. With force it replaces that, unless a server uses
// it, and keeps it aside under the name that it returns; with force it also takes a file that
// was copied without its write-ahead log.
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

// A takenError says that a name has a file.
type takenError struct{ name string }

// Error says what can be done.
func (e takenError) Error() string {
	return e.name + " exists: use --force to replace it; it is then kept aside"
}

// Is reports whether it is [fs.ErrExist].
func (e takenError) Is(other error) bool { return other == fs.ErrExist }

// endings are those of the files of a database: its own, and those that SQLite keeps beside
// it. What a database that is gone has left there SQLite takes for a part of the present one.
var endings = [...]string{"", "-wal", "-journal", "-shm"}

// filesOf returns which files of a database there are, its own first.
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

// putInPlace writes a database to a path. What it replaces it keeps aside.
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

// putAside renames a database with what is beside it, and returns the new name. It refuses one
// that a server uses; one that is damaged is renamed as it is.
func putAside(ctx context.Context, path string, now time.Time) (string, error) {
	if err := inUse(ctx, path); err != nil {
		return "", err
	}
	aside := path + ".before-" + now.UTC().Format("20060102-150405")
	if taken, err := filesOf(aside); err != nil || len(taken) > 0 {
		return "", cmp.Or(err, fmt.Errorf("%s exists: try again in a second", aside))
	}
	there, err := filesOf(path)
	if err != nil {
		return "", err
	}
	last := ""
	for _, name := range slices.Backward(there) { // the database itself last
		last = aside + strings.TrimPrefix(name, path)
		if err := os.Rename(name, last); err != nil {
			return "", err
		}
	}
	return last, nil
}

// InUse returns an error if another program has the database in a file open. To find out, it
// closes the database of a server that was killed as a start of the server does. A file that
// cannot be written counts as not in use.
func InUse(ctx context.Context, path string) error {
	if err := inUse(ctx, path); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

func inUse(ctx context.Context, path string) error {
	if err := markClosed(ctx, path); isBusy(err) {
		return fmt.Errorf("a server uses %s: stop it first", path)
	}
	return nil
}

// isBusy reports whether SQLite found a database locked.
func isBusy(err error) bool {
	var failed *sqlite.Error
	return errors.As(err, &failed) && failed.Code()&0xff == busy
}
