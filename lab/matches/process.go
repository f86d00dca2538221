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

// endTimeout is how long a program has to end by itself once its input has ended.
const endTimeout = time.Second

// A Process is a running program. End kills it if it has not ended by itself
// within some time, and waits.
type Process struct {
	In  io.WriteCloser
	Out io.Reader
	CPU func() (time.Duration, bool) // processor time so far, if it is known
	End func() error
}

// Command returns a function that starts a program with arguments, for
// [GTPEngine.Start]. The program is killed when the context ends.
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

// end waits for a program to end and kills it after endTimeout. Its exit status is
// not looked at.
func end(cmd *exec.Cmd) error {
	late := time.AfterFunc(endTimeout, func() { _ = kill(cmd) }) // Wait reports it
	defer late.Stop()
	err := cmd.Wait()
	if errors.As(err, new(*exec.ExitError)) || errors.Is(err, exec.ErrWaitDelay) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// ticks is the number of clock ticks a second in /proc.
const ticks = 100

// processTime returns the processor time that a process and the children it has
// waited for have used, where there is a /proc (proc(5): fields 14 to 17 of stat).
func processTime(pid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	after := strings.LastIndex(string(text), ")") // the name may hold anything
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
