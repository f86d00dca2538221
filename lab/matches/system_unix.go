//go:build unix && !aix && !solaris

package matches

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// ProcessCPU returns the processor time used by this process, for [NewCPUTimer].
func ProcessCPU() (time.Duration, bool) {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0, false
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()), true
}

// setProcessGroup puts a program and its children into a new process group, so that a terminal's
// interrupt does not reach them and they can be killed together.
func setProcessGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return kill(cmd) }
}

// kill kills a program and its children.
func kill(cmd *exec.Cmd) error {
	err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	return err
}
