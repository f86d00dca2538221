//go:build unix && !aix && !solaris

package main

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps a file for this process until it is closed, or tells that another
// has it.
func lock(file *os.File) (free bool, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
