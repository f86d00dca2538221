//go:build unix && !aix && !solaris

package runlog

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// lock locks a file until it is closed. If another process has locked it, lock waits or returns
// false.
func lock(file *os.File, wait bool) (free bool, err error) {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		err = syscall.Flock(int(file.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// syncFolder makes a new or renamed name in a directory survive a power loss. It ignores a
// directory that cannot be synced.
func syncFolder(name string) error {
	folder, err := os.Open(name)
	if errors.Is(err, fs.ErrPermission) { // the directory is writable but not readable
		return nil
	}
	if err != nil {
		return err
	}
	if err := folder.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return errors.Join(err, folder.Close())
	}
	return folder.Close()
}
