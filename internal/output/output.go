// Package output writes a command's result to a file or to standard output.
package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"rosette/internal/runlog"
)

// A File is the destination of a command's result.
type File struct {
	Name    string // "" and "-" mean standard output
	Force   bool   // replace an existing file
	Private bool   // only the owner may read the file
}

// An Error means that no file with that name can be written. Its text is one line and names a
// remedy.
type Error struct{ error }

// ExistsError returns the error for an existing file that must not be replaced.
func ExistsError(name string) error {
	return Error{fmt.Errorf("%s already exists; use another name, or --force", name)}
}

// Standard reports whether the file is standard output.
func (f File) Standard() bool { return f.Name == "" || f.Name == "-" }

// CheckName returns an [Error] if the name is a directory, or its directory is missing.
func (f File) CheckName() error {
	if f.Standard() {
		return nil
	}
	if err := runlog.CheckFile(f.Name); err != nil {
		return Error{err}
	}
	return nil
}

// Check returns the [Error] that Write would return. Call it before long work.
func (f File) Check() error {
	if err := f.CheckName(); err != nil || f.Standard() || f.Force {
		return err
	}
	if info, err := os.Stat(f.Name); err == nil && info.Mode().IsRegular() {
		return ExistsError(f.Name)
	}
	return nil
}

// Write writes data atomically to the file, or to standard.
func (f File) Write(standard io.Writer, data []byte) error {
	if f.Standard() {
		_, err := standard.Write(data)
		return err
	}
	if err := f.CheckName(); err != nil {
		return err
	}
	create, replace := runlog.CreateFile, runlog.WriteFile
	if f.Private {
		create, replace = runlog.CreatePrivateFile, runlog.WritePrivateFile
	}
	if f.Force {
		return replace(f.Name, data)
	}
	err := create(f.Name, data)
	if errors.Is(err, fs.ErrExist) {
		return ExistsError(f.Name)
	}
	return err
}
