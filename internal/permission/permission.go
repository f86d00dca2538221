// Package permission creates files that only their owner may read, and finds and restricts files
// that others may read. On Windows, where a file inherits access from its folder, no file counts as
// shared.
package permission

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"runtime"
)

// File and Folder are the permissions for files with secrets and for their folders.
const (
	File   fs.FileMode = 0o600
	Folder fs.FileMode = 0o700
)

// others are the permissions for the group and all other users.
const others fs.FileMode = 0o077

// Create creates a file that only its owner may read and write, regardless of the umask. The error
// wraps [fs.ErrExist] if the name is taken.
func Create(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, File)
}

// Shared reports whether users other than the owner may read, write or search a file or
// folder. It follows symbolic links.
func Shared(name string) (bool, error) {
	info, err := os.Stat(name)
	if err != nil || runtime.GOOS == "windows" {
		return false, err
	}
	return info.Mode().Perm()&others != 0, nil
}

// Narrow removes other users' permissions from files and folders. It logs a line for each change,
// and a warning for each that fails. Files that do not exist are skipped.
func Narrow(log *slog.Logger, names ...string) {
	for _, name := range names {
		mode, err := narrow(name)
		switch {
		case err != nil:
			log.Warn("other users may read this file, and its permissions cannot be changed", "file", name, "err", err)
		case mode != 0:
			log.Info("other users could read this file: its permissions are narrowed", "file", name, "mode",
				mode.String())
		}
	}
}

// narrow removes other users' permissions from a file. It returns the old permissions, or 0 if there
// is nothing to change.
func narrow(name string) (fs.FileMode, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	shared, err := Shared(name)
	if err != nil || !shared {
		return 0, err
	}
	return info.Mode().Perm(), os.Chmod(name, info.Mode()&^others)
}

// Warn logs a warning if users other than the owner may read a file with secrets. Setting names the
// flag that gave the file.
func Warn(log *slog.Logger, setting, name string) {
	if name == "" {
		return
	}
	if shared, err := Shared(name); err == nil && shared {
		log.Warn("other users may read this file with secrets: make its mode 0600", "file", name, "setting", setting)
	}
}
