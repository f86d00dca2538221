//go:build !linux

package storm

import "errors"

var errNoPinning = errors.New("processes can be pinned to a core on Linux only; leave --pin out")

func pinSelf(int) error { return errNoPinning }

func onCore(int, func() error) error { return errNoPinning }

func cores() ([]int, error) { return nil, errNoPinning }
