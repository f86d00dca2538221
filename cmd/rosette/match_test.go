package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rosette/lab/matches"
)

// badEngine is a GTP program that passes, and misbehaves at its second genmove as its argument
// selects.
func badEngine() {
	moves := 0
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		answer := "="
		if strings.HasPrefix(in.Text(), "genmove") {
			if answer, moves = "= pass", moves+1; moves > 1 {
				switch os.Args[1] {
				case "crash":
					fmt.Fprintln(os.Stderr, "bad engine: out of order")
					os.Exit(3)
				case "hang":
					time.Sleep(time.Hour)
				case "rubbish":
					answer = "= a good move"
				case "resign":
					answer = "= RESIGN"
				}
			}
		}
		fmt.Printf("%s\n\n", answer)
	}
}

// A stopper is a writer that calls stop at a text.
type stopper struct {
	bytes.Buffer
	at   string
	stop func()
}

func (s *stopper) Write(b []byte) (int, error) {
	if strings.Contains(string(b), s.at) {
		s.stop()
	}
	return s.Buffer.Write(b)
}

// recordsIn returns a match's records by name.
func recordsIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "games", "*.sgf"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = string(text)
	}
	return all
}

// compareRecords compares an interrupted run's records with another run's.
func compareRecords(t *testing.T, got, want map[string]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d games, want %d", len(got), len(want))
	}
	for name, record := range got {
		if record != want[name] {
			t.Errorf("%s is\n%s\nand without interruption\n%s", name, record, want[name])
		}
	}
}

func TestAMatchThatIsInterruptedGoesOnWithTheSameCommand(t *testing.T) {
	dir := t.TempDir()
	command := func(to string) []string {
		return []string{
			"match", "visits=20", "visits=10 level=3", "--board", "square-4", "--pairs", "3", "--seed", "5", "--parallel", "2",
			"--out", filepath.Join(dir, to),
		}
	}
	var out, errs bytes.Buffer
	if status := run(t.Context(), command("whole"), nil, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	want := recordsIn(t, filepath.Join(dir, "whole"))
	if len(want) != 6 {
		t.Fatalf("%d records of 6 games", len(want))
	}
	ctx, stop := context.WithCancel(t.Context())
	broken := stopper{at: "game 2 of 6", stop: stop}
	if status := run(ctx, command("broken"), nil, &out, &broken); status != failed {
		t.Fatalf("status %d after an interruption", status)
	}
	if !strings.Contains(broken.String(), "the same command resumes") {
		t.Errorf("it says\n%s", &broken)
	}
	if n := len(recordsIn(t, filepath.Join(dir, "broken"))); n < 1 || n > 5 {
		t.Fatalf("%d records after an interruption", n)
	}
	// Cut the last line short, as a power failure would.
	games := filepath.Join(dir, "broken", "games.jsonl")
	file, err := os.OpenFile(games, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(`{"number":5,"pair`); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if status := run(t.Context(), command("broken"), nil, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	compareRecords(t, recordsIn(t, filepath.Join(dir, "broken")), want)
	text, err := os.ReadFile(games)
	if err != nil || bytes.Count(text, []byte("\n")) != 6 || bytes.Contains(text, []byte("pair{")) {
		t.Errorf("%v, the games are\n%s", err, text)
	}
}

// On a full disk, a match must not continue past a game that cannot be stored.
func TestAGameThatCannotBeKeptStopsTheMatchWithAWord(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	command := []string{"match", "visits=5", "visits=6", "--board", "rosette-1", "--pairs", "3", "--seed", "5", "--out", dir}
	games := filepath.Join(dir, "games")
	var out, errs bytes.Buffer
	broken := stopper{at: "game 2 of 6", stop: func() {
		if err := os.Rename(games, games+" away"); err != nil {
			t.Error(err)
		}
	}}
	if status := run(t.Context(), command, nil, &out, &broken); status != failed {
		t.Fatalf("status %d: %s", status, &broken)
	}
	if want := "rosette: cannot store game 3: open " + games; !strings.Contains(broken.String(), want) ||
		!strings.HasSuffix(broken.String(), "; earlier games are stored, and the same command resumes\n") || !strings.Contains(out.String(), "games    2:") {
		t.Errorf("it says %s%s, want %s …", &broken, &out, want)
	}
	if err := os.Rename(games+" away", games); err != nil {
		t.Fatal(err)
	}
	if status := run(t.Context(), command, nil, &out, &errs); status != 0 || len(recordsIn(t, dir)) != 6 {
		t.Errorf("status %d, %d records: %s", status, len(recordsIn(t, dir)), &errs)
	}
}

// gnuGo returns the command for GNU Go with Tromp-Taylor rules.
func gnuGo(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("gnugo")
	if err != nil {
		program = "/usr/games/gnugo"
	}
	if _, err := os.Stat(program); err != nil {
		t.Fatalf("%v; install it, on Debian: apt-get install gnugo", err)
	}
	return program + " --mode gtp --level 1 --chinese-rules --positional-superko --allow-suicide --capture-all-dead"
}

func TestGNUGoPlaysAMatch(t *testing.T) {
	out, errs := bytes.Buffer{}, bytes.Buffer{}
	dir := filepath.Join(t.TempDir(), "out")
	status := run(t.Context(), []string{
		"match", "visits=10", "gnu = " + gnuGo(t), "--board", "square-7", "--komi", "7", "--pairs", "1", "--seed", "1",
		"--parallel", "2", "--out", dir, "--json",
	}, nil, &out, &errs)
	if status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	var s matches.MatchSummary
	if err := json.Unmarshal(out.Bytes(), &s); err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v\n%s", s.Standing, &errs)
	log, err := os.ReadFile(filepath.Join(dir, "log.txt"))
	if err != nil {
		t.Fatal(err)
	}
	cost := s.Standing.Costs[1]
	if s.Standing.Games != 2 || s.Second != "gnu" || len(s.Standing.Faults[1]) > 0 || cost.Moves < 20 || !cost.CPUKnown || cost.CPU <= 0 {
		t.Errorf("%+v\n%s", s.Standing, log)
	}
	for name, record := range recordsIn(t, dir) {
		if !strings.Contains(record, "SZ[7]") || !strings.Contains(record, "RE[") {
			t.Errorf("%s is\n%s", name, record)
		}
	}
	out.Reset()
	if status := run(t.Context(), []string{"score", filepath.Join(dir, "games", "00001.sgf")}, nil, &out, &errs); status != 0 {
		t.Errorf("rosette score: %s", &errs)
	}
}
