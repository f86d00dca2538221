//go:build !unix || aix || solaris

package matches

import (
	"os/exec"
	"time"
)

// ProcessCPU returns false: this system does not report the processor time.
func ProcessCPU() (time.Duration, bool) { return 0, false }

// setProcessGroup does nothing on this system.
func setProcessGroup(*exec.Cmd) {}

// kill ends a program.
func kill(cmd *exec.Cmd) error { return cmd.Process.Kill() }
