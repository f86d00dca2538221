package endings

import (
	"bytes"
	"os"
	"reflect"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// kept reads the repository's positions.
func kept(t *testing.T) []Position {
	t.Helper()
	file, err := os.Open("../../docs/bench/endings.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := Read(file)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// sampled is the stride through the positions judged here; `rosette lab exam endings` judges all.
const sampled = 14

func TestTheJudgeIsRightOrUnsureAboutPositionsWithAProof(t *testing.T) {
	var some []Position
	for i, p := range kept(t) {
		if i%sampled == 0 {
			some = append(some, p)
		}
	}
	var lines bytes.Buffer
	exam := Exam{Seeds: 1}
	table, err := exam.Run(t.Context(), some, &lines)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", table)
	if table.Wrong() > 0 {
		t.Errorf("certain and wrong:\n%s", &lines)
	}
	for kind, row := range table {
		if row[AnsweredRight] == 0 {
			t.Errorf("%s: none is right", kind)
		}
	}
}

func TestThePositionsAreOfEveryKindAndHalfOnHoneycombs(t *testing.T) {
	count, honeycombs := map[Kind]int{}, 0
	all := kept(t)
	for _, p := range all {
		count[p.Kind]++
		g, err := p.Game()
		if err != nil {
			t.Fatal(err)
		}
		if g.Graph().Lattice() == board.Honeycomb {
			honeycombs++
		}
		if p.Nodes == 0 && p.Authority == "" {
			t.Errorf("%v has neither a proof nor an authority", p)
		}
	}
	if len(all) < 150 || 2*honeycombs < len(all) {
		t.Errorf("%d positions, %d on honeycombs", len(all), honeycombs)
	}
	for _, kind := range Kinds {
		if count[kind] < 30 {
			t.Errorf("%d of the kind %s", count[kind], kind)
		}
	}
}

func TestTheSameSeedDrawsTheSamePositions(t *testing.T) {
	graph := board.Rosette(3)
	g := Generator{Graph: graph, Rules: game.DefaultRules(graph), Seed: 3, Want: map[Kind]int{Dead: 1, First: 1, Ko: 1}, Tries: 400}
	all := g.Generate(t.Context())
	if len(all) == 0 || !reflect.DeepEqual(all, g.Generate(t.Context())) {
		t.Errorf("it draws %v and then others", all)
	}
	var text bytes.Buffer
	if err := Write(&text, all); err != nil {
		t.Fatal(err)
	}
	if again, err := Read(&text); err != nil || !reflect.DeepEqual(again, all) {
		t.Errorf("written and read they are %v, %v", again, err)
	}
}
