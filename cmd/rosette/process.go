package main

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

	"rosette/engine/matches"
)

// grace is what a program has to end by itself once its input has.
const grace = time.Second

// starter returns what starts a program, which is killed when the context ends.
func starter(command []string) func(context.Context, io.Writer) (*matches.Process, error) {
	return func(ctx context.Context, errs io.Writer) (*matches.Process, error) {
		cmd := exec.CommandContext(ctx, command[0], command[1:]...)
		cmd.Stderr, cmd.WaitDelay = errs, grace
		apart(cmd)
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
		return &matches.Process{
			In: in, Out: out,
			CPU: func() (time.Duration, bool) { return processTime(cmd.Process.Pid) },
			End: func() error { return end(cmd) },
		}, nil
	}
}

// end waits for a program, and kills it when its grace is over. How it ended is
// its own affair.
func end(cmd *exec.Cmd) error {
	late := time.AfterFunc(grace, func() { _ = kill(cmd) }) // Wait sees to it
	defer late.Stop()
	err := cmd.Wait()
	if errors.As(err, new(*exec.ExitError)) || errors.Is(err, exec.ErrWaitDelay) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// ticks is how many of its ticks Linux counts to a second in /proc.
const ticks = 100

// processTime returns what a process and the children it has waited for have
// used, where /proc tells (proc(5): fields 14 to 17 of stat).
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
