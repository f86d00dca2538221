package runlog

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"rosette/internal/permission"
)

// WriteFile replaces a file atomically: whenever the process ends, the file holds either its old
// contents or all of data. See [WriteWith].
func WriteFile(name string, data []byte) error {
	return WriteWith(name, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// WriteWith atomically replaces a file's contents by the output of write. An existing file keeps
// its permissions, and a symbolic link remains: its target is replaced. Devices and pipes are
// written directly. After an error the file is unchanged.
func WriteWith(name string, write func(io.Writer) error) error {
	return writeWith(name, usual, write)
}

// WritePrivateFile is like [WriteFile], but only the owner may read the file, even if others could
// read the old one.
func WritePrivateFile(name string, data []byte) error {
	return writeWith(name, permission.File, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// usual are a new file's permissions before the umask.
const usual fs.FileMode = 0o666

func writeWith(name string, most fs.FileMode, write func(io.Writer) error) error {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		info = nil
	case err != nil:
		return err
	case !info.Mode().IsRegular() && !info.IsDir():
		return writeDirectly(name, write)
	}
	to := name
	if real, err := filepath.EvalSymlinks(name); err == nil {
		to = real
	}
	temporary, err := writeBeside(to, info, most, write)
	if err != nil {
		return err
	}
	return Rename(temporary, to)
}

// CheckFile returns an error if the file cannot be written because it is a directory or its
// directory is missing. The error is for the command line.
func CheckFile(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a directory; name a file in it", name)
	}
	dir := filepath.Dir(name)
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no directory %s; make it first", name, dir)
	case err != nil:
		return err
	case !info.IsDir():
		return fmt.Errorf("%s: %s is not a directory", name, dir)
	}
	return nil
}

// Rename atomically renames a complete file on the same file system, replacing any existing file,
// and makes the name survive a power loss. If it fails, it removes the temporary file.
func Rename(temporary, name string) error {
	if err := os.Rename(temporary, name); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return syncFolder(filepath.Dir(name))
}

// CreateFile creates a file atomically. If the name is taken, even by a concurrent process, the
// error wraps [fs.ErrExist] and the existing file is unchanged. Devices and pipes are written
// directly.
func CreateFile(name string, data []byte) error { return createFile(name, usual, data) }

// CreatePrivateFile is like [CreateFile] for a file that only its owner may read.
func CreatePrivateFile(name string, data []byte) error {
	return createFile(name, permission.File, data)
}

func createFile(name string, most fs.FileMode, data []byte) error {
	write := func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
	if info, err := os.Stat(name); err == nil {
		if info.Mode().IsRegular() || info.IsDir() {
			return &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
		}
		return writeDirectly(name, write)
	}
	temporary, err := writeBeside(name, nil, most, write)
	if err != nil {
		return err
	}
	return Publish(temporary, name)
}

// Publish atomically gives a complete file on the same file system its name, and removes the
// temporary name. If the name is taken, the error wraps [fs.ErrExist] and the existing file is
// unchanged.
func Publish(temporary, name string) error {
	err := os.Link(temporary, name)
	switch {
	case err == nil, errors.Is(err, fs.ErrExist):
		if err = errors.Join(err, os.Remove(temporary)); err != nil {
			return err
		}
	default: // a file system without links
		if err := os.Rename(temporary, name); err != nil {
			return errors.Join(err, os.Remove(temporary))
		}
	}
	return syncFolder(filepath.Dir(name))
}

func writeDirectly(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// writeBeside writes a temporary file in name's directory, with the existing file's permissions, if
// there is one, and returns its name. A private file keeps only its owner's permissions.
func writeBeside(
	name string, info fs.FileInfo, most fs.FileMode, write func(io.Writer) error,
) (temporary string, err error) {
	file, err := createTemporary(name, most)
	if err != nil {
		return "", renamed(name, err)
	}
	err = writeTemporary(file, info, most, write)
	if err = errors.Join(renamed(name, err), file.Close()); err != nil {
		return "", errors.Join(err, os.Remove(file.Name()))
	}
	return file.Name(), nil
}

// writeTemporary writes a temporary file, which gets the permissions in info unless info is nil.
func writeTemporary(file *os.File, info fs.FileInfo, most fs.FileMode, write func(io.Writer) error) error {
	if err := write(file); err != nil {
		return err
	}
	if info != nil {
		mode := info.Mode().Perm()
		if most == permission.File {
			mode &= permission.Folder
		}
		if err := file.Chmod(mode); err != nil {
			return err
		}
	}
	return file.Sync()
}

// createTemporary creates a hidden file in name's directory. Unlike [os.CreateTemp] it uses a new
// file's usual permissions, or fewer.
func createTemporary(name string, most fs.FileMode) (file *os.File, err error) {
	for range 100 {
		temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%08x.part", filepath.Base(name), rand.Uint32()))
		file, err = os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, most)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
	return nil, err
}

// renamed returns err with the temporary file's name replaced by name.
func renamed(name string, err error) error {
	if wrong := (*fs.PathError)(nil); errors.As(err, &wrong) {
		wrong.Path = name
	}
	return err
}
