//go:build !linux

package storm

import (
	"errors"
	"os"
)

var errNoPinning = errors.New("processes can be pinned to a core on Linux only; leave --pin out")

func pinSelf(int) error { return errNoPinning }

func startOn(core int, weak bool, start func() error) error {
	if core >= 0 {
		return errNoPinning
	}
	if weak && os.Getuid() == 0 {
		return errors.New("for root no folder is read-only: run this as another user")
	}
	return start()
}

func cores() ([]int, error) { return nil, errNoPinning }
