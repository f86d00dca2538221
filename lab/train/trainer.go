package train

import (
	"bufio"
	"bytes"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

//go:embed learn/*.py
var learn embed.FS

// A Trainer runs the Python trainer in a run directory.
type Trainer struct {
	Dir     string // run directory
	Python  string // a program with PyTorch; see package pytorch
	Size    string // network size, such as b4c48
	Lattice string // honeycomb or grid
	Start   string // initial network file in Dir, if any
	Seed    uint64
	Batch   int               // positions per step
	Window  int               // positions in the replay window
	Rate    float64           // learning rate
	Cool    float64           // final share of the time in which the rate falls
	OnLine  func(line string) // called with each line that the trainer prints
}

// Unpack writes the trainer's source into the run directory.
func (t *Trainer) Unpack() error {
	return fs.WalkDir(learn, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := learn.ReadFile(name)
		if err != nil {
			return err
		}
		to := filepath.Join(t.Dir, filepath.FromSlash(name))
		if there, err := os.ReadFile(to); err == nil && bytes.Equal(there, text) {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o666)
	})
}

// CheckSize returns an error if name is not a valid network size such as b4c48.
func CheckSize(name string) error {
	var blocks, channels int
	_, err := fmt.Sscanf(name, "b%dc%d", &blocks, &channels)
	if err != nil || name != fmt.Sprintf("b%dc%d", blocks, channels) {
		return fmt.Errorf("%s; use blocks and channels, such as b4c48", name)
	}
	if blocks < 1 || blocks > 64 || channels < 16 || channels > 512 || channels%16 != 0 {
		return fmt.Errorf("%s; use 1 to 64 blocks and a multiple of 16 channels up to 512", name)
	}
	return nil
}

// stopTimeout is the time that an interrupted trainer has to write its checkpoint.
const stopTimeout = time.Minute

// orphanTimeout is the time after which a trainer ends if its run was killed: it exits when it next
// writes a line without a reader.
const orphanTimeout = time.Minute

// Learn trains until the run has had steps steps, but at least one more, and then writes the
// cycle's network. A network already written for the cycle stays, whatever its steps. Gone is the
// elapsed share of the run's time. When ctx ends, the trainer writes a checkpoint and exits.
func (t *Trainer) Learn(ctx context.Context, cycle, steps int, gone float64) error {
	decimal := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	args := []string{
		"-m", "learn.train", "--run", ".", "--networks", strconv.Itoa(cycle), "--steps", strconv.Itoa(steps), "--size",
		t.Size, "--lattice", t.Lattice,
		"--seed", strconv.FormatUint(t.Seed, 10), "--batch", strconv.Itoa(t.Batch), "--round", strconv.Itoa(steps),
		"--window", strconv.Itoa(t.Window), "--rate", decimal(t.Rate), "--cool", decimal(t.Cool), "--gone",
		decimal(gone), "--wait", strconv.Itoa(int(orphanTimeout.Seconds())),
	}
	if t.Start != "" {
		args = append(args, "--grow", t.Start)
	}
	cmd := exec.CommandContext(ctx, t.Python, args...)
	cmd.Dir, cmd.WaitDelay = t.Dir, stopTimeout
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	// The trainer has one thread.
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the trainer did not start: %w", err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		t.OnLine(lines.Text())
	}
	if err := cmd.Wait(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("the trainer: %s", lastLine(stderr.String(), err))
	}
	return ctx.Err()
}

// lastLine returns the last line of a program's output, or its exit error without output.
func lastLine(printed string, ended error) string {
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return last
	}
	return ended.Error()
}
