//go:build !unix || aix || solaris

package main

import (
	"os"
	"os/exec"
	"time"
)

// ownTime is not known here.
func ownTime() (time.Duration, bool) { return 0, false }

// lock does nothing here: whoever starts two at once must look after them.
func lock(*os.File) (free bool, err error) { return true, nil }

// apart does nothing here.
func apart(*exec.Cmd) {}

// kill ends a program.
func kill(cmd *exec.Cmd) error { return cmd.Process.Kill() }
