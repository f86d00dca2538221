package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rosette/internal/programtest"
	"rosette/internal/runlog"
	"rosette/lab/train"
)

var kills = flag.Int("kills", 2, "how often a training run is killed")

// A run is killed several times at random moments and then continued to its end. Its training data
// must equal an uninterrupted run's.
func TestATrainingRunThatIsKilledContinues(t *testing.T) {
	t.Parallel()
	program := programtest.Build(t)
	command := func(run string) (*exec.Cmd, *bytes.Buffer) {
		c := exec.Command(program, "lab", "train", "--run", run, "--board", "rosette-1", "--size", "b2c16", "--seed", "3", "--games", "4", "--first", "2",
			"--every", "2", "--passes", "40", "--measure", "1", "--gate", "--pairs", "1", "--trial-visits", "8", "--cycles", "2", "--threads", "1")
		var out bytes.Buffer
		c.Stdout, c.Stderr = &out, &out
		return c, &out
	}
	killed, whole := filepath.Join(t.TempDir(), "killed"), filepath.Join(t.TempDir(), "whole")
	for range *kills {
		c, _ := command(killed)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		after := time.Duration(rand.Int64N(int64(6 * time.Second)))
		t.Logf("killed after %v", after)
		timer := time.AfterFunc(after, func() {
			if err := c.Process.Kill(); err != nil {
				t.Log(err) // it has ended
			}
		})
		var ended *exec.ExitError
		if err := c.Wait(); err != nil && !errors.As(err, &ended) {
			t.Fatal(err)
		}
		timer.Stop()
	}
	for _, run := range []string{killed, whole} {
		c, out := command(run)
		if err := c.Run(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	compareRuns(t, killed, whole)
}

// compareRuns checks that two runs have the same games and the same number of cycles.
func compareRuns(t *testing.T, killed, whole string) {
	t.Helper()
	for _, pattern := range []string{"shards/*", "networks/*"} {
		var names [2][]string
		for i, run := range []string{killed, whole} {
			found, err := filepath.Glob(filepath.Join(run, pattern))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range found {
				names[i] = append(names[i], filepath.Base(name))
			}
		}
		if a, b := strings.Join(names[0], " "), strings.Join(names[1], " "); a != b || a == "" {
			t.Errorf("%s: %s after kills, %s without", pattern, a, b)
		}
	}
	steps := map[int]bool{}
	for _, run := range []string{killed, whole} {
		log, err := runlog.Read(filepath.Join(run, "trials.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		reports, err := runlog.Decode[train.CycleReport](log)
		cycles := map[int]bool{}
		for _, r := range reports { // a cycle that was killed before its end may have two
			cycles[r.Cycle] = true
			if (r.Rating != nil) != r.Promoted || r.Rating != nil && r.Rating.Standing.Games != 2 {
				t.Errorf("%s: promoted %v, measured by %+v", run, r.Promoted, r.Rating)
			}
		}
		if err != nil || len(cycles) != 2 || !cycles[1] || !cycles[2] {
			t.Errorf("%s has the cycles %+v: %v", run, reports, err)
		}
		text, err := os.ReadFile(filepath.Join(run, "state.json"))
		var state train.State
		if err == nil {
			err = json.Unmarshal(text, &state)
		}
		if err != nil || state.Cycle != 2 || state.Steps < 4 {
			t.Errorf("%s has the state %+v: %v", run, state, err)
		}
		steps[state.Steps] = true
	}
	if len(steps) != 1 {
		t.Errorf("the runs have different steps: %v", steps)
	}
}
