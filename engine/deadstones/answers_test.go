package deadstones

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
)

// An answer is what GNU Go says about a record. Its JSON is a line of
// -records-answers.
type answer struct {
	Hash   string   `json:"sha256"`
	Result string   `json:"result"`
	Dead   []string `json:"dead"`
	Seki   []string `json:"seki"`
	Millis float64  `json:"ms"`
}

// answers are those of GNU Go by hash.
type answers map[string]answer

// readAnswers reads -records-answers, if there is such a file.
func readAnswers(t *testing.T) answers {
	t.Helper()
	all := answers{}
	file, err := os.Open(*recordsAnswers)
	if *recordsAnswers == "" || errors.Is(err, fs.ErrNotExist) {
		return all // of then asks
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatalf("%s: %v", *recordsAnswers, err)
		}
		all[a.Hash] = a
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// of returns GNU Go's answer about a record, and asks where it is not known.
func (all answers) of(t *testing.T, r record, name string, g *game.Game) answer {
	t.Helper()
	if a, ok := all[r.hash]; ok {
		return a
	}
	a := answer{Hash: r.hash}
	t.Run(filepath.Base(r.path), func(t *testing.T) { // GNU Go ends with the test
		rules := "--chinese-rules"
		if r.rules == "japanese" {
			rules = "--japanese-rules"
		}
		it := gnugo(t, rules, "--level", "10", "--seed", "1")
		before := time.Now()
		send(t, it, "loadsgf "+name)
		send(t, it, fmt.Sprintf("komi %v", r.komi))
		for _, c := range []board.Color{board.Black, board.White} {
			if got, want := strings.Fields(send(t, it, "list_stones "+c.String())), stonesOf(g, c); !sameStones(got, want) {
				t.Fatalf("GNU Go has other %v stones: %v, not %v", c, got, want)
			}
		}
		result, err := game.ParseResult(strings.TrimSuffix(send(t, it, "final_score"), ".0"))
		if err != nil {
			t.Fatal(err)
		}
		a.Result = result.String()
		a.Dead = strings.Fields(send(t, it, "final_status_list dead"))
		a.Seki = strings.Fields(send(t, it, "final_status_list seki"))
		a.Millis = float64(time.Since(before).Microseconds()) / 1000
	})
	all.keep(t, a)
	return a
}

// keep adds an answer to -records-answers.
func (all answers) keep(t *testing.T, a answer) {
	t.Helper()
	if all[a.Hash] = a; *recordsAnswers == "" || a.Result == "" {
		return
	}
	file, err := os.OpenFile(*recordsAnswers, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if err := cmp.Or(json.NewEncoder(file).Encode(a), file.Close()); err != nil {
		t.Fatal(err)
	}
}

// stonesOf returns the names of the stones of a colour.
func stonesOf(g *game.Game, c board.Color) (names []string) {
	for p := range board.Point(g.Graph().Points()) {
		if g.Board().At(p) == c {
			names = append(names, g.Graph().PointName(p))
		}
	}
	return names
}

// sameStones reports whether two lists name the same points.
func sameStones(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}
