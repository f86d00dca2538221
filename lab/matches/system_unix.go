//go:build unix && !aix && !solaris

package matches

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// ProcessCPU returns the processor time that this process has used, for
// [NewCPUTimer].
func ProcessCPU() (time.Duration, bool) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0, false
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), true
}

// setProcessGroup puts a program and those that it starts into a process group of
// their own: a terminal's interrupt does not reach them, and all of them can be
// killed together.
func setProcessGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return kill(cmd) }
}

// kill ends a program with those that it started.
func kill(cmd *exec.Cmd) error {
	err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}
