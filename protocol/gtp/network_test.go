package gtp

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/protocol/katago"
)

// A fixedNetwork gives each point of a 3×2 board its number, and win rates by symmetry.
type fixedNetwork struct{}

func (fixedNetwork) EvaluateRaw(g *game.Game, next board.Color, symmetry int) *engine.Evaluation {
	if g.Graph().Points() != 6 {
		return nil
	}
	return &engine.Evaluation{
		Win: 0.75, Score: 2.5 + float32(symmetry), ScoreStdev: 2, Policy: []float32{0, 0.1, 0.2, 0.3, 0.2, 0.1, 0.1},
		Ownership: []float32{1, 0.5, 0, -0.5, -1, 0},
	}
}

// Keys and order follow KataGo's documentation of kata-raw-nn.
func TestARawEvaluationIsWrittenWithKataGosKeys(t *testing.T) {
	s := &Session{Board: board.Square(3, 2), Network: fixedNetwork{}}
	got := answersTo(t, s, "play b a2\nkata-raw-nn 1\nkata-raw-nn 4\nkata-raw-nn x\nrosette-board square-3\nkata-raw-nn 0")[1:]
	want := `= symmetry 1
whiteWin 0.250000
whiteLoss 0.750000
noResult 0.000000
whiteLead -3.500
whiteScoreSelfplay -3.500
whiteScoreSelfplaySq 16.250
shorttermWinlossError -1.000
shorttermScoreError -1.000
policy
     NAN 0.100000 0.200000
0.300000 0.200000 0.100000
policyPass 0.100000
whiteOwnership
-1.0000000 -0.5000000 -0.0000000
 0.5000000  1.0000000 -0.0000000`
	if got[0] != want {
		t.Errorf("it is\n%s\nwant\n%s", got[0], want)
	}
	refused := []string{
		`? no symmetry "4"; use 0 to 3, or all`, `? no symmetry "x"; use 0 to 3, or all`, "=",
		"? no network evaluates this board; it is played with playouts",
	}
	if !slices.Equal(got[1:], refused) {
		t.Errorf("%q, want %q", got[1:], refused)
	}
	all := answersTo(t, &Session{Board: board.Square(3, 2), Network: fixedNetwork{}}, "kata-raw-nn all")[0]
	if n := strings.Count(all, "symmetry "); n != 4 {
		t.Errorf("all shows %d symmetries:\n%s", n, all)
	}
}

// A honeycomb has rows of different lengths, which together have all points.
func TestTheRowsOfARawEvaluationHaveEveryPoint(t *testing.T) {
	s := &Session{Board: board.Rosette(2)}
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	s.writeRows(&text, func(p board.Point) string { return strconv.Itoa(int(p)) })
	rows := strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
	var lengths []int
	for _, row := range rows {
		lengths = append(lengths, len(strings.Fields(row)))
	}
	if want := []int{5, 7, 7, 5}; !slices.Equal(lengths, want) {
		t.Errorf("rows of %v, want %v", lengths, want)
	}
	if all := strings.Join(strings.Fields(text.String()), " "); !strings.HasPrefix(all, "0 1 2 3 4 5 6") || !strings.HasSuffix(all, " 22 23") {
		t.Errorf("points %s", all)
	}
}

func TestTheModelsAreAnsweredAsJSON(t *testing.T) {
	s := &Session{Models: []katago.Model{{Name: "a.rnet", Hash: "12ab"}, {Name: "playouts"}}}
	var models []map[string]any
	if err := json.Unmarshal([]byte(answersTo(t, s, "kata-get-models")[0][2:]), &models); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintln(models[0]["name"], models[0]["internalName"], models[1]["internalName"], models[1]["usesHumanSLProfile"]); got != "a.rnet 12ab playouts false\n" {
		t.Errorf("%s in %v", got, models)
	}
	if got := answersTo(t, &Session{}, "kata-get-models")[0]; got != "= []" {
		t.Errorf("without models: %q", got)
	}
}

func TestClearCacheMakesThePlayerForget(t *testing.T) {
	cleared := 0
	s := &Session{ClearCache: func() error { cleared++; return nil }}
	if got := answersTo(t, s, "clear_cache\nclear_cache"); !slices.Equal(got, []string{"=", "="}) || cleared != 2 {
		t.Errorf("%q, cleared %d times", got, cleared)
	}
	s.ClearCache = func() error { return errors.New("no memory") }
	if got := answersTo(t, s, "clear_cache")[0]; got != "? no memory" {
		t.Errorf("a failure is answered by %q", got)
	}
	if got := answersTo(t, &Session{}, "clear_cache")[0]; got != "=" {
		t.Errorf("without a player: %q", got)
	}
}
