//go:build !unix

package storm

import (
	"errors"
	"syscall"
)

func nobody() (*syscall.SysProcAttr, error) {
	return nil, errors.New("processes run as the user nobody on Unix only")
}
