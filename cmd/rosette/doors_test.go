package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rosette/engine/configure"
	"rosette/engine/task"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/lab/endings"
	"rosette/server/jobs"
)

// finals returns some final positions with a proof, on both lattices.
func finals(t *testing.T) (all []endings.Position) {
	t.Helper()
	file, err := os.Open("../../docs/bench/endings.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	positions, err := endings.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(positions); i += len(positions)/4 + 1 {
		all = append(all, positions[i])
	}
	return all
}

// A verdict is what a door says of a position.
type verdict struct {
	dead   string
	result string // "" where the door has none
}

// record writes the position as a file and returns its name.
func record(t *testing.T, g *game.Game) string {
	t.Helper()
	root, err := sgf.FromGame(g)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "final.sgf")
	var text bytes.Buffer
	if err := sgf.Write(&text, &sgf.Collection{Trees: []*sgf.Node{root}}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// outputOf runs the program and returns its standard output.
func outputOf(t *testing.T, in string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(t.Context(), args, strings.NewReader(in), &out, &errs); status != 0 {
		t.Fatalf("%v ends with %d: %s", args, status, &errs)
	}
	return out.String()
}

// askScore asks rosette score, which has no seed but for experiments.
func askScore(t *testing.T, _ *endings.Position, g *game.Game, _ uint64) verdict {
	t.Helper()
	var reports []sgf.ScoreReport
	if err := json.Unmarshal([]byte(outputOf(t, "", "score", "--json", record(t, g))), &reports); err != nil {
		t.Fatal(err)
	}
	var dead []string
	for _, c := range reports[0].Chains {
		if c.Status == "dead" {
			dead = append(dead, c.Stones...)
		}
	}
	slices.Sort(dead)
	return verdict{strings.Join(dead, " "), reports[0].Result}
}

// askGTP asks rosette gtp.
func askGTP(t *testing.T, _ *endings.Position, g *game.Game, seed uint64) verdict {
	t.Helper()
	in := "loadsgf " + record(t, g) + "\nfinal_status_list dead\nfinal_score\nquit\n"
	answers := strings.Split(outputOf(t, in, "gtp", "--seed", fmt.Sprint(seed)), "\n\n")
	dead := strings.Fields(strings.TrimPrefix(answers[1], "="))
	slices.Sort(dead)
	result := strings.TrimPrefix(answers[2], "= ")
	if result == "0" {
		result = "Draw"
	}
	return verdict{strings.Join(dead, " "), result}
}

func names(g *game.Game, points []board.Point) string {
	all := g.Graph().Names(points)
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestOnePositionHasOneAnswerThroughEveryDoor(t *testing.T) {
	for _, p := range finals(t) {
		g, err := p.Game()
		if err != nil {
			t.Fatal(err)
		}
		config := configure.Config{}
		found, err := config.Judge().Propose(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		want := verdict{names(g, found.Dead), g.ScoreRange(found.Dead, found.Unsure).Score.Result().String()}
		for door, ask := range map[string]func(*testing.T, *endings.Position, *game.Game, uint64) verdict{
			"score": askScore, "GTP": askGTP, "bots and page": askMover, "task": askTask,
		} {
			for _, seed := range []uint64{0, 77} {
				got := ask(t, &p, g, seed)
				if got.dead != want.dead || got.result != "" && got.result != want.result {
					t.Errorf("%s, %s, seed %d: %v, want %v", p.Board, door, seed, got, want)
				}
			}
		}
	}
}

// askMover asks the player of a server.
func askMover(t *testing.T, _ *endings.Position, g *game.Game, seed uint64) verdict {
	t.Helper()
	found, err := jobs.Player{Engine: configure.Config{Threads: 1 + int(seed%2)}}.Judge(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return verdict{dead: names(g, found.Dead)}
}

// askTask asks as a worker is asked.
func askTask(t *testing.T, _ *endings.Position, g *game.Game, seed uint64) verdict {
	t.Helper()
	config := configure.Config{Seed: seed}
	request, err := task.New(task.Judge, config, g, board.Empty)
	if err != nil {
		t.Fatal(err)
	}
	text, err := request.Do(t.Context(), configure.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var a task.Answer
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	return verdict{dead: names(g, a.Stones.Dead)}
}
