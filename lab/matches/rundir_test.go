package matches

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestARunDirectoryIsUsedByOneProcessAtATime(t *testing.T) {
	dir := t.TempDir()
	c := Conditions{Kind: "match"}
	first, _, err := OpenRunDir(dir, &c, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenRunDir(dir, &c, true); err == nil || !strings.Contains(err.Error(), "another process plays there") {
		t.Errorf("the second error is %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, _, err := OpenRunDir(dir, &c, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestARunDirectoryKeepsGamesAndSeed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	c := Conditions{Kind: "match", Seed: 7}
	d, games, err := OpenRunDir(dir, &c, true)
	if err != nil || len(games) > 0 {
		t.Fatal(games, err)
	}
	for _, g := range []Game{{Number: 1, Black: "a", SGF: "(;)"}, {Number: 0, Black: "b"}, {Number: 1, Black: "c"}} {
		if err := d.Keep(g); err != nil {
			t.Fatal(err)
		}
	}
	if logged, err := d.Log(time.Unix(0, 0), "something"); !logged || err != nil {
		t.Error(logged, err)
	}
	if err := errors.Join(d.Write(SummaryFile, []byte("{}")), d.Close()); err != nil {
		t.Fatal(err)
	}
	other := Conditions{Kind: "match", Seed: 8}
	d, games, err = OpenRunDir(dir, &other, false)
	if err != nil || len(games) != 2 || games[0].Black != "a" || games[1].Number != 0 || other.Seed != 7 {
		t.Errorf("%+v, seed %d, %v", games, other.Seed, err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}

func TestAStartThatEndedBeforeItWroteTheConditionsIsRepeated(t *testing.T) {
	for _, left := range []string{recordsDir, "." + conditionsFile + ".0123abcd.part"} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, left), 0o777); err != nil {
			t.Fatal(err)
		}
		d, _, err := OpenRunDir(dir, &Conditions{Kind: "komi"}, true)
		if err != nil {
			t.Errorf("%s is left: %v", left, err)
			continue
		}
		if err := errors.Join(d.Keep(Game{SGF: "(;)"}), d.Close(), os.Remove(filepath.Join(dir, conditionsFile))); err != nil {
			t.Fatal(err)
		}
		if _, _, err := OpenRunDir(dir, &Conditions{Kind: "komi"}, true); err == nil || !strings.Contains(err.Error(), "holds other files") {
			t.Errorf("games without conditions: %v", err)
		}
	}
}

func TestADirectoryThatIsNotForTheRunIsRefused(t *testing.T) {
	dir := t.TempDir()
	run := filepath.Join(dir, "run")
	full := filepath.Join(dir, "full")
	broken := filepath.Join(dir, "broken")
	c := Conditions{Kind: "ladder", Seed: 1}
	d, _, err := OpenRunDir(run, &c, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{filepath.Join(full, "x"): "", filepath.Join(broken, conditionsFile): "no JSON"} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		run:                           run + " holds another ladder: its seed differs; name a new folder",
		full:                          full + " holds other files; name a new folder",
		broken:                        "cannot be read",
		filepath.Join(full, "x/y"):    "not a directory",
		filepath.Join(run, gamesFile): "not a directory",
	} {
		if _, _, err := OpenRunDir(path, &Conditions{Kind: "ladder", Seed: 2}, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
	if err := os.WriteFile(filepath.Join(run, gamesFile), []byte("{}\n{no\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenRunDir(run, &c, true); err == nil || !strings.Contains(err.Error(), "line 2 cannot be read") || !strings.Contains(err.Error(), "delete the line to replay its game") {
		t.Errorf("a damaged line: %v", err)
	}
}

func TestNothingIsKeptWithoutADirectory(t *testing.T) {
	d, games, err := OpenRunDir("", &Conditions{}, true)
	if err != nil || games != nil {
		t.Fatal(games, err)
	}
	logged, logErr := d.Log(time.Unix(0, 0), "something")
	if err := errors.Join(d.Keep(Game{}), d.Write("x", nil), logErr, d.Close()); err != nil || logged {
		t.Error(logged, err)
	}
}
