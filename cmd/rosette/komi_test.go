package main

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/internal/goldentest"
)

// cpuLine matches the line that differs between runs.
var cpuLine = regexp.MustCompile(`(?m)^a move .*\n`)

func TestASearchForKomiThatIsInterruptedGoesOnWithTheSameCommand(t *testing.T) {
	dir := t.TempDir()
	command := func(to string) []string {
		return []string{
			"lab", "komi", "--visits", "12", "--board", "rosette-1", "--from", "-7", "--to", "7", "--step", "2", "--games", "20",
			"--seed", "5", "--parallel", "2", "--out", filepath.Join(dir, to),
		}
	}
	var want, got, errs bytes.Buffer
	if status := run(t.Context(), command("whole"), nil, &want, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	ctx, stop := context.WithCancel(t.Context())
	broken := stopper{at: "game 5 of 20", stop: stop}
	if status := run(ctx, command("broken"), nil, &got, &broken); status != failed {
		t.Fatalf("status %d after an interruption", status)
	}
	if !bytes.Contains(broken.Bytes(), []byte("the same command resumes")) || !bytes.Contains(got.Bytes(), []byte("fair komi ")) {
		t.Errorf("it says\n%s\n%s", &broken, &got)
	}
	if n := len(recordsIn(t, filepath.Join(dir, "broken"))); n < 4 || n > 8 { // the fifth may end before the fourth
		t.Errorf("%d records after an interruption", n)
	}
	got.Reset()
	if status := run(t.Context(), command("broken"), nil, &got, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	if a, b := cpuLine.ReplaceAllString(got.String(), ""), cpuLine.ReplaceAllString(want.String(), ""); a != b {
		t.Errorf("it finds\n%s\nand without interruption\n%s", a, b)
	}
	compareRecords(t, recordsIn(t, filepath.Join(dir, "broken")), recordsIn(t, filepath.Join(dir, "whole")))
}

func TestWhatASearchForKomiFindsIsGolden(t *testing.T) {
	var out, errs bytes.Buffer
	args := []string{"lab", "komi", "--network", "none", "--board", "rosette-1", "--visits", "16", "--games", "30", "--from", "-7", "--to", "7", "--step", "2", "--seed", "1"}
	if status := run(t.Context(), args, nil, &out, &errs); status != 0 {
		t.Fatalf("status %d: %s", status, &errs)
	}
	got := cpuLine.ReplaceAll(out.Bytes(), nil)
	goldentest.Text(t, "testdata/komi.txt", string(got))
}

func TestTheSummaryOfASearchForKomiSaysWhoPlayedAndHowToRepeatIt(t *testing.T) {
	read := func(args ...string) (s engine.FairKomi) {
		t.Helper()
		var out, errs bytes.Buffer
		if status := run(t.Context(), args, nil, &out, &errs); status != 0 {
			t.Fatalf("status %d: %s", status, &errs)
		}
		if err := json.Unmarshal(out.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		return s
	}
	rules := `{"preset":"tromp-taylor","suicide":false}`
	dir := filepath.Join(t.TempDir(), "kept")
	first := read("lab", "komi", "--json", "--network", "none", "--board", "rosette-1", "--rules", rules, "--visits", "12", "--seed", "3",
		"--from", "-7", "--to", "7", "--step", "7", "--games", "9", "--parallel", "2", "--out", dir)
	want := engine.KomiOrigin{
		Version: version(), Date: first.Origin.Date, Player: engine.KomiPlayer{Level: "full", Visits: 12, Threads: 1},
		Command: "rosette lab komi --board rosette-1 --rules '" + rules + "' --network none --visits 12 --games 9 --from -7 --to 7 --step 7 --seed 3 --json",
	}
	if got := first.Origin; got != want {
		t.Errorf("it comes from %+v, wants %+v", got, want)
	}
	if _, err := time.Parse(time.DateOnly, first.Origin.Date); err != nil {
		t.Error(err)
	}
	words := strings.Fields(strings.Replace(first.Origin.Command, "'"+rules+"'", rules, 1))
	if again := read(words[1:]...); !slices.EqualFunc(again.Rows, first.Rows, func(a, b engine.KomiRow) bool {
		return a.Komi == b.Komi && a.Wins == b.Wins && a.Losses == b.Losses && a.Draws == b.Draws
	}) {
		t.Errorf("by its command it finds %+v, at first %+v", again.Rows, first.Rows)
	}
	learned := read("lab", "komi", "--json", "--board", "rosette-2", "--visits", "2", "--seed", "1", "--from", "-30", "--to", "30", "--step", "60", "--games", "2")
	if net := learned.Origin.Player.Network; net == nil || !strings.HasSuffix(learned.Conditions.Defaults, " network="+net.Hash) || net.Name == "" {
		t.Errorf("the network is %+v, played by %s", net, learned.Conditions.Defaults)
	}
}
