package store

import (
	"fmt"
	"os"
	"path/filepath"
)

// checkFile returns why a database cannot be in that file, in words that say what
// to do: SQLite says "unable to open database file" for all of it. It creates the
// file if there is none.
func checkFile(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder; name a file", path)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	beside, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+"-*") // as the write-ahead log will be
	if err != nil {
		return fmt.Errorf("no file can be written beside the database: %w", err)
	}
	if err := beside.Close(); err != nil {
		return err
	}
	return os.Remove(beside.Name())
}
