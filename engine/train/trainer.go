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

// A Trainer runs the trainer in Python for one run.
type Trainer struct {
	Run     string // the folder
	Python  string // that has PyTorch
	Size    string // of the network, such as b4c48
	Lattice string // honeycomb or grid
	Seed    uint64
	Batch   int               // positions a step
	Round   int               // steps between networks
	Window  int               // newest positions to learn from
	Say     func(line string) // hears how it goes
}

// pythons are those to try: the system's has Debian's PyTorch even where PATH
// leads to another one.
var pythons = []string{"python3", "/usr/bin/python3"}

// hasTorch ends well where PyTorch is installed; importing it takes seconds.
const hasTorch = `import importlib.util as u, sys; sys.exit(not all(map(u.find_spec, ("torch", "numpy"))))`

// FindPython returns a Python that has PyTorch, the one that is named or the first
// there is.
func FindPython(ctx context.Context, named string) (string, error) {
	all := pythons
	if named != "" {
		all = []string{named}
	}
	for _, name := range all {
		if exec.CommandContext(ctx, name, "-c", hasTorch).Run() == nil {
			return name, nil
		}
	}
	return "", fmt.Errorf("%s has no PyTorch with NumPy; install them, on Debian: apt-get install python3-torch python3-numpy libopenblas0-pthread", strings.Join(all, " and "))
}

// Unpack writes the trainer into the folder of the run.
func (t *Trainer) Unpack() error {
	return fs.WalkDir(learn, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := learn.ReadFile(name)
		if err != nil {
			return err
		}
		to := filepath.Join(t.Run, filepath.FromSlash(name))
		if there, err := os.ReadFile(to); err == nil && bytes.Equal(there, text) {
			return nil
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o666)
	})
}

// patience is how long a trainer that is told to stop may write its checkpoint.
const patience = time.Minute

// Learn learns until the run has had so many steps. When ctx ends the trainer
// writes a checkpoint and goes.
func (t *Trainer) Learn(ctx context.Context, steps int) error {
	args := []string{
		"-m", "learn.train", "--run", ".", "--steps", strconv.Itoa(steps), "--size", t.Size, "--lattice", t.Lattice,
		"--seed", strconv.FormatUint(t.Seed, 10), "--batch", strconv.Itoa(t.Batch), "--round", strconv.Itoa(t.Round),
		"--window", strconv.Itoa(t.Window),
	}
	cmd := exec.CommandContext(ctx, t.Python, args...)
	cmd.Dir, cmd.WaitDelay = t.Run, patience
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1") // the trainer has one thread
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("the trainer did not start: %w", err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		t.Say(lines.Text())
	}
	if err := cmd.Wait(); err != nil && ctx.Err() == nil {
		return fmt.Errorf("the trainer: %s", lastLine(complaint.String(), err))
	}
	return ctx.Err()
}

// lastLine is what a program said last, or how it ended if it said nothing.
func lastLine(said string, ended error) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if last := lines[len(lines)-1]; last != "" {
		return last
	}
	return ended.Error()
}
