package matches

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// endTimeout is the time that a program has to exit after its input is closed.
const endTimeout = time.Second

// A Process is a running program. End waits for it to exit, and kills it after a timeout.
type Process struct {
	In  io.WriteCloser
	Out io.Reader
	CPU func() (time.Duration, bool) // processor time so far, if known
	End func() error
}

// Command returns a function for [GTPEngine.Start] that runs a program with arguments. The program
// is killed when the context ends.
func Command(command []string) func(context.Context, io.Writer) (*Process, error) {
	return func(ctx context.Context, errs io.Writer) (*Process, error) {
		cmd := exec.CommandContext(ctx, command[0], command[1:]...)
		cmd.Stderr, cmd.WaitDelay = errs, endTimeout
		setProcessGroup(cmd)
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", command[0], err)
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", command[0], err)
		}
		if err := cmd.Start(); err != nil {
			return nil, fmt.Errorf("starting %s: %w", command[0], err)
		}
		return &Process{
			In: in, Out: out,
			CPU: func() (time.Duration, bool) { return processTime(cmd.Process.Pid) },
			End: func() error { return end(cmd) },
		}, nil
	}
}

// end waits for a program to exit and kills it after endTimeout. It ignores the exit status.
func end(cmd *exec.Cmd) error {
	late := time.AfterFunc(endTimeout, func() { _ = kill(cmd) }) // Wait reports it
	defer late.Stop()
	err := cmd.Wait()
	if errors.As(err, new(*exec.ExitError)) || errors.Is(err, exec.ErrWaitDelay) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// ticks is the number of clock ticks per second in /proc.
const ticks = 100

// processTime returns the processor time used by a process and by the children it has waited for,
// on systems with /proc (proc(5): fields 14 to 17 of stat).
func processTime(pid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	after := strings.LastIndex(string(text), ")") // the name may contain anything
	fields := strings.Fields(string(text)[after+1:])
	if after < 0 || len(fields) < 15 {
		return 0, false
	}
	sum := 0
	for _, field := range fields[11:15] {
		n, err := strconv.Atoi(field)
		if err != nil {
			return 0, false
		}
		sum += n
	}
	return time.Duration(sum) * time.Second / ticks, true
}
