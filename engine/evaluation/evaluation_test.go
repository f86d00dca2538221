package evaluation

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rosette/draw"
	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

func randomNetwork(t *testing.T) *neural.Network {
	t.Helper()
	net, err := neural.Random(board.Honeycomb, 1, 16, 4)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// played returns a game on rosette-2 with the given moves in alternating colors.
func played(t *testing.T, moves string) *game.Game {
	t.Helper()
	g := game.New(board.Rosette(2), game.DefaultRules(board.Rosette(2)))
	for i, name := range strings.Fields(moves) {
		p, err := g.Graph().Point(name)
		if err == nil {
			err = g.Play(p, board.Colors[i%2])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func near(a, b float32) bool { return math.Abs(float64(a-b)) < 1e-5 }

func TestAnEvaluationIsBlacksWhoeverMoves(t *testing.T) {
	net := randomNetwork(t)
	for ply, moves := range []string{"", "A2", "A2 C3"} {
		g := played(t, moves)
		next := board.Colors[ply%2]
		e := neural.New(net, 1)
		e.Average, e.Float32 = true, true
		var want engine.Evaluation
		e.Evaluate(g, next, &want)
		got := New(net, "a.rnet", g, true)
		if got.File != "a.rnet" || got.Hash != net.Hash || got.Board != "rosette-2" || got.Moves != ply ||
			got.Next != next.String() || !got.Average {
			t.Errorf("after %q: %+v", moves, got)
		}
		if !near(got.BlackWins+got.Draw/2, want.Win) || !near(got.Score, want.Score) || !near(got.ScoreStdev, want.ScoreStdev) {
			t.Errorf("after %q: %+v, the evaluator says %v %v", moves, got, want.Win, want.Score)
		}
		if !near(got.BlackWins+got.WhiteWins+got.Draw, 1) || !near(got.Score-got.Margin, -float32(g.Rules().Komi)) {
			t.Errorf("after %q: %+v", moves, got)
		}
		if !slices.EqualFunc(got.Ownership, want.Ownership, near) {
			t.Errorf("after %q: ownership %v, want %v", moves, got.Ownership, want.Ownership)
		}
		sum := float32(0)
		for i, m := range got.Policy {
			if sum += m.Probability; i > 0 && m.Probability > got.Policy[i-1].Probability {
				t.Errorf("after %q %s is likelier than the move before", moves, m.Move)
			}
			if m.point != board.Pass && want.Policy[m.point] != m.Probability {
				t.Errorf("after %q %s has a probability of %v, not %v", moves, m.Move, m.Probability, want.Policy[m.point])
			}
		}
		if len(got.Policy) != 25-ply || !near(sum, 1) {
			t.Errorf("after %q %d moves have %v together", moves, len(got.Policy), sum)
		}
	}
}

func TestAnEvaluationWithoutAverageIsWhatAnAnalysisBeginsWith(t *testing.T) {
	net := randomNetwork(t)
	g := played(t, "A2")
	analyzer := configure.Analyzer{Config: configure.Config{Network: net}}
	want := analyzer.Analyze(t.Context(), g, board.White, engine.SearchParams{Visits: 1}).Raw
	if got := New(net, "", g, false); !near(got.BlackWins+got.Draw/2, want.Win) || !near(got.Score, want.Score) {
		t.Errorf("%+v, want %v %v", got, want.Win, want.Score)
	}
}

func TestTheTextHasOutcomeScoreMovesAndBoards(t *testing.T) {
	e := New(randomNetwork(t), "", played(t, "A2"), false)
	e.BlackWins = 0.5
	e.Draw = 0
	e.WhiteWins = 0.5
	e.Score = -3.25
	e.Margin = 0.04
	e.ScoreStdev = 2
	lines := strings.Split(e.Text(draw.Style{}), "\n")
	want := []string{
		fmt.Sprintf("rosette-2, after move 1, White to move, mindsports-chinese, komi %v", e.Rules.Komi),
		"outcome   Black wins 50.0 %, White 50.0 %",
		"score     White by 3.2, give or take 2.0; even on the board",
	}
	if !slices.Equal(lines[:3], want) || !strings.HasPrefix(lines[3], "moves     ") || strings.TrimSpace(lines[13]) != "" {
		t.Errorf("%q", lines[:14])
	}
	e.Draw = 0.125
	e.Moves = 0
	e.Rules.Preset = ""
	e.Score = 1
	text := e.Text(draw.Style{})
	for _, part := range []string{"before the first move, White to move, rules of its own,", ", draw 12.5 %\n", "score     Black by 1.0,"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %s", part, text)
		}
	}
}

func TestThePictureHasSquaresWhereNoStoneOfTheOwnerStands(t *testing.T) {
	g := played(t, "A2")
	e := New(randomNetwork(t), "", g, false)
	at, err := g.Graph().Point("A2")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		ownership, square float32
		marks             int
	}{{0.5, 0, 1}, {-0.5, -0.5, 0}} {
		e.Ownership[at] = c.ownership
		p := e.Picture(draw.Wood)
		if p.Ownership[at] != c.square || p.Tint[at] != c.ownership || len(p.Marks) != c.marks {
			t.Errorf("owned %v: square %v, land %v, %d marks", c.ownership, p.Ownership[at], p.Tint[at], len(p.Marks))
		}
		var svg bytes.Buffer
		if err := p.Write(t.Context(), &svg, "svg", 0); err != nil || !strings.HasPrefix(p.Caption, "White to move after A2, score ") {
			t.Errorf("%q, %v", p.Caption, err)
		}
	}
	if p := New(
		randomNetwork(t), "", played(t, ""), false,
	).Picture(draw.Wood); !strings.HasPrefix(p.Caption, "Black to move, score ") || len(p.Marks) != 0 {
		t.Errorf("%q with %d marks", p.Caption, len(p.Marks))
	}
}
