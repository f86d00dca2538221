package train

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// program writes a shell script and returns its name.
func program(t *testing.T, script string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "python")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+script), 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestTheTrainerIsCalledWithItsSettings(t *testing.T) {
	var lines []string
	trainer := &Trainer{
		Dir: t.TempDir(), Python: program(t, `echo "$@"; pwd`), Size: "b1c16", Lattice: "grid", Seed: 3, Batch: 4, Window: 6, Rate: 5e-4, Cool: 0.5,
		Start: "networks/a.rnet", OnLine: func(line string) { lines = append(lines, line) },
	}
	if err := trainer.Learn(t.Context(), 2, 10, 0.25); err != nil {
		t.Fatal(err)
	}
	want := "-m learn.train --run . --networks 2 --steps 10 --size b1c16 --lattice grid --seed 3 --batch 4 --round 10 --window 6 --rate 0.0005 --cool 0.5 --gone 0.25 --wait 60 --grow networks/a.rnet"
	if len(lines) != 2 || lines[0] != want || filepath.Base(lines[1]) != filepath.Base(trainer.Dir) {
		t.Errorf("it prints %q, want %q", lines, want)
	}
}

func TestTheErrorOfTheTrainerIsItsLastLine(t *testing.T) {
	for script, want := range map[string]string{
		"echo first >&2; echo last >&2; exit 1": "the trainer: last",
		"exit 3":                                "the trainer: exit status 3",
	} {
		trainer := &Trainer{Dir: t.TempDir(), Python: program(t, script), OnLine: func(string) {}}
		if err := trainer.Learn(t.Context(), 1, 1, 0); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", script, err, want)
		}
	}
	trainer := &Trainer{Dir: t.TempDir(), Python: filepath.Join(t.TempDir(), "none"), OnLine: func(string) {}}
	if err := trainer.Learn(t.Context(), 1, 1, 0); err == nil || !strings.HasPrefix(err.Error(), "the trainer did not start: ") {
		t.Errorf("no program: %v", err)
	}
}

func TestAnInterruptedTrainerMayWriteItsCheckpoint(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	dir := t.TempDir()
	trainer := &Trainer{
		Dir: dir, Python: program(t, "trap 'echo done > checkpoint; exit 0' TERM\necho ready\nwhile :; do sleep 0.01; done"),
		OnLine: func(string) { stop() },
	}
	if err := trainer.Learn(ctx, 1, 1, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "checkpoint")); err != nil {
		t.Error(err)
	}
}

func TestUnpackingWritesOnlyWhatDiffers(t *testing.T) {
	trainer := &Trainer{Dir: t.TempDir()}
	if err := trainer.Unpack(); err != nil {
		t.Fatal(err)
	}
	all := files(t, trainer.Dir, "learn/*.py")
	if len(all) < 10 || len(all["train.py"]) == 0 {
		t.Fatalf("%d files", len(all))
	}
	name := filepath.Join(trainer.Dir, "learn", "train.py")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(trainer.Dir, "learn", "model.py"), 0o400); err != nil {
		t.Fatal(err)
	}
	if err := trainer.Unpack(); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != string(all["train.py"]) {
		t.Errorf("train.py is %q: %v", text, err)
	}
}
