//go:build !linux

package storm

import (
	"errors"
	"os"
)

var errNoPinning = errors.New("only Linux can pin processes to cores; omit --pin")

func pinSelf(int) error { return errNoPinning }

func startOn(core int, weak bool, start func() error) error {
	if core >= 0 {
		return errNoPinning
	}
	if weak && os.Getuid() == 0 {
		return errors.New("root can write to read-only folders: run as another user")
	}
	return start()
}

func cores() ([]int, error) { return nil, errNoPinning }
