package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rosette/programtest"
)

// TestARunThatIsKilledAtAnyMomentGoesOn kills the program, its players and its
// trainer without a word, again and again, and then lets it end. What it learns
// from must be what a run that nobody killed has played.
func TestARunThatIsKilledAtAnyMomentGoesOn(t *testing.T) {
	t.Parallel()
	program := programtest.Build(t)
	command := func(run string) (*exec.Cmd, *bytes.Buffer) {
		c := exec.Command(program, "train", "--run", run, "--board", "rosette-1", "--size", "b2c16", "--seed", "3", "--games", "4", "--first", "2",
			"--every", "2", "--steps", "4", "--pairs", "1", "--trial-visits", "8", "--cycles", "2", "--threads", "1")
		var out bytes.Buffer
		c.Stdout, c.Stderr = &out, &out
		return c, &out
	}
	killed, whole := filepath.Join(t.TempDir(), "killed"), filepath.Join(t.TempDir(), "whole")
	for range 4 {
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

// compareRuns wants the same games and as many cycles of two runs.
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
	for _, run := range []string{killed, whole} {
		trials, err := readLog[trialReport](filepath.Join(run, trialsFile), func(string) {})
		kept := latest(trials)
		for _, one := range kept {
			if (one.Gauge != nil) != one.Promoted || one.Gauge != nil && one.Gauge.Standing.Games != 2 {
				t.Errorf("%s: promoted %v, measured by %+v", run, one.Promoted, one.Gauge)
			}
		}
		if err != nil || len(kept) != 2 || kept[1].Cycle != 2 {
			t.Errorf("%s has the trials %+v: %v", run, kept, err)
		}
		var s schooling
		s.run = run
		if err := s.recall(); err != nil || s.state.Cycle != 2 || s.state.Steps != 8 {
			t.Errorf("%s remembers %+v: %v", run, s.state, err)
		}
	}
}

func TestAnUnfinishedLineOfARunIsMentionedAndDoesNotCount(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lines.jsonl")
	if err := os.WriteFile(name, []byte("{\"cycle\":1}\n{\"cyc"), 0o666); err != nil {
		t.Fatal(err)
	}
	var notes []string
	all, err := readLog[trialReport](name, func(line string) { notes = append(notes, line) })
	if err != nil || len(all) != 1 || all[0].Cycle != 1 || len(notes) != 1 {
		t.Errorf("read are %+v, with the notes %q: %v", all, notes, err)
	}
}
