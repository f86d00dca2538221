package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile writes a file whole or not at all: beside its name first, and then
// under it. It does not write over a file that is there unless forced. No name,
// and -, are the standard output.
func writeFile(out io.Writer, to string, force bool, data []byte) error {
	if to == "" || to == "-" {
		_, err := out.Write(data)
		return err
	}
	there, err := os.Stat(to)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil && !force {
		return usageError{fmt.Errorf("%s exists already; use another name, or --force", to)}
	}
	if err == nil && there.IsDir() {
		return usageError{fmt.Errorf("%s is a directory; name a file in it", to)}
	}
	if err == nil && !there.Mode().IsRegular() { // a device or a pipe takes what it is given
		return os.WriteFile(to, data, 0)
	}
	if real, err := filepath.EvalSymlinks(to); err == nil {
		to = real // a link stays one
	}
	beside, err := writeBeside(to, there, data)
	if err != nil {
		return err
	}
	if force {
		err = os.Rename(beside, to)
	} else if err = os.Link(beside, to); errors.Is(err, fs.ErrExist) { // came between
		err = usageError{fmt.Errorf("%s exists already; use another name, or --force", to)}
	} else if err != nil { // a file system without links
		return os.Rename(beside, to)
	}
	if !force || err != nil {
		err = errors.Join(err, os.Remove(beside))
	}
	return err
}

// vacant says, before there is something to write, whether writeFile would write
// it: work whose result cannot be kept is not begun.
func vacant(to string, force bool) error {
	if to == "" || to == "-" || force {
		return nil
	}
	if there, err := os.Stat(to); err == nil && there.Mode().IsRegular() {
		return usageError{fmt.Errorf("%s exists already; use another name, or --force", to)}
	}
	return nil
}

// writeBeside writes to a temporary file in the same directory, with the
// permissions that the file there has, if one is.
func writeBeside(to string, there fs.FileInfo, data []byte) (beside string, err error) {
	beside = filepath.Join(filepath.Dir(to), fmt.Sprintf(".%s.%d.part", filepath.Base(to), os.Getpid()))
	file, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return "", as(to, err)
	}
	_, err = file.Write(data)
	if err == nil && there != nil {
		err = file.Chmod(there.Mode().Perm())
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(as(to, err), file.Close()); err != nil {
		return "", errors.Join(err, os.Remove(beside))
	}
	return beside, nil
}

// as says an error of the temporary file of the one that was asked for.
func as(to string, err error) error {
	if wrong := (*fs.PathError)(nil); errors.As(err, &wrong) && !errors.Is(err, fs.ErrExist) {
		wrong.Path = to
	}
	return err
}
