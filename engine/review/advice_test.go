package review

import (
	"context"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

func TestACoachSpeaksOfWhatIsWorthItOnceAndIsQuietAfterTwoRefusals(t *testing.T) {
	saves := engine.Advice{Move: 3, Worth: 5, Reason: engine.Reason{Does: "saves", Count: 2}}
	grows := engine.Advice{Move: 3, Worth: 5, Reason: engine.Reason{Does: "grows"}}
	pass := engine.Advice{Move: board.Pass, Reason: engine.Reason{Does: "pass"}}
	for _, test := range []struct {
		name    string
		advice  engine.Advice
		refused []board.Point
		want    bool
	}{
		{"stones at stake", saves, nil, true},
		{"another point was refused", saves, []board.Point{4}, true},
		{"the point was refused", saves, []board.Point{3}, false},
		{"two points were refused", saves, []board.Point{4, 5}, false},
		{"area counts from a larger worth on", grows, nil, false},
		{"a pass", pass, nil, true},
		{"a refused pass", pass, []board.Point{board.Pass}, false},
	} {
		if got := Speaks(test.advice, test.refused); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

// A leader is an analyzer for whom Black leads by ten points if a point is Black's, and otherwise is
// ten points behind. It prefers the first allowed move.
type leader struct{ point board.Point }

func (l leader) Analyze(
	_ context.Context, g *game.Game, next board.Color, p engine.SearchParams,
) engine.Analysis {
	a := engine.Analysis{Next: next, Visits: p.Visits, Score: -10, Ownership: make([]float32, g.Graph().Points())}
	if g.Board().At(l.point) == board.Black {
		a.Score = 10
	}
	for i := range a.Ownership {
		a.Ownership[i] = float32((float64(a.Score) - g.ScoreOffset(next)) / float64(len(a.Ownership)))
	}
	move := l.point
	if len(p.AllowMoves) > 0 {
		move = p.AllowMoves[len(p.AllowMoves)-1]
	}
	a.Candidates = []engine.Candidate{{Move: move, Visits: p.Visits, Score: a.Score}}
	return a
}

func TestTheWorthOfAnAdviceIsTheLossElsewhere(t *testing.T) {
	g := game.New(board.Square(5, 5), game.DefaultRules(board.Square(5, 5)))
	c3, err := g.Graph().Point("C3")
	if err != nil {
		t.Fatal(err)
	}
	a, err := Advise(t.Context(), leader{c3}, g, board.Black)
	if err != nil || a.Move != c3 || a.Worth < 19.9 || a.Worth > 20.1 {
		t.Errorf("%+v, %v", a, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Advise(ctx, leader{c3}, g, board.Black); err == nil {
		t.Error("an advice after its client has gone")
	}
	if near, reached := len(within(g.Graph(), c3, 1)), len(within(g.Graph(), c3, 2)); near != 5 || reached != 13 {
		t.Errorf("%d and %d points within reach", near, reached)
	}
}

// A resigned analyzer is a leader whose searches visit a pass most, as in a decided game.
type resigned struct{ leader }

func (r resigned) Analyze(
	ctx context.Context, g *game.Game, next board.Color, p engine.SearchParams,
) engine.Analysis {
	a := r.leader.Analyze(ctx, g, next, p)
	if len(p.AllowMoves) == 0 {
		a.Visits = 100
		a.Candidates = []engine.Candidate{
			{Move: board.Pass, Visits: 60, Score: -10},
			{Move: r.point + 1, Visits: 30, Score: -10},
			{Move: r.point, Visits: 10, Score: 10},
		}
	}
	return a
}

func TestNoPassIsAdvisedWhileAMoveGainsPoints(t *testing.T) {
	g := game.New(board.Square(5, 5), game.DefaultRules(board.Square(5, 5)))
	c3, err := g.Graph().Point("C3")
	if err != nil {
		t.Fatal(err)
	}
	analyzer := resigned{leader{c3}}
	a, err := Advise(t.Context(), analyzer, g, board.Black)
	if err != nil || a.Move != c3 || a.Worth < 19.9 {
		t.Errorf("%+v, %v", a, err)
	}
	h, err := Hint(t.Context(), analyzer, g, board.Black)
	if err != nil || h.Move != c3 {
		t.Errorf("%+v, %v", h, err)
	}
	if gain, err := Gain(t.Context(), analyzer, g, board.Black, engine.SearchParams{}); err != nil || gain < 19.9 {
		t.Errorf("gain %v, %v", gain, err)
	}
	if err := g.Play(c3, board.Black); err != nil {
		t.Fatal(err)
	}
	nothing := resigned{leader{c3}} // Black leads by ten points after any move
	if a, err := Advise(t.Context(), nothing, g, board.Black); err != nil || Speaks(a, nil) {
		t.Errorf("points without an owner: %+v, %v", a, err)
	}
	if h, err := Hint(t.Context(), nothing, g, board.Black); err != nil || h.Move != board.Pass {
		t.Errorf("%+v, %v", h, err)
	}
}

func TestAReasonComparesTheOwnershipAfterTwoMoves(t *testing.T) {
	g := game.New(board.Square(5, 5), game.DefaultRules(board.Square(5, 5)))
	for i, name := range []string{"A1", "E5", "A2", "E4"} {
		p, err := g.Graph().Point(name)
		if err == nil {
			err = g.Play(p, board.Colors[i%2])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	at := func(name string) board.Point {
		p, err := g.Graph().Point(name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for want, changed := range map[string][]string{
		"lives": {"A1", "A2"}, "kills": {"E5", "E4"}, "reduces": {"B5", "C5"}, "biggest": nil,
	} {
		after, instead := make([]float32, 25), make([]float32, 25)
		for _, name := range changed {
			after[at(name)], instead[at(name)] = 0.9, -0.9
		}
		if got := reasonAgainst(g, at("C3"), board.Black, after, instead); got.Does != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
	after, instead := make([]float32, 25), make([]float32, 25)
	for _, name := range []string{"B5", "C5"} {
		after[at(name)], instead[at(name)] = 0.9, -0.9
	}
	if got := reasonAgainst(g, at("C3"), board.Black, after, instead); got.Count != 4 {
		t.Errorf("%v, want 4 points", got)
	}
	after[at("C5")] = -0.9
	if got := reasonAgainst(g, at("C3"), board.Black, after, instead); got.Does != "biggest" {
		t.Errorf("%v for less than two points", got)
	}
	nine := game.New(board.Square(9, 9), game.DefaultRules(board.Square(9, 9)))
	if got := reasonAgainst(nine, 40, board.Black, make([]float32, 81), make([]float32, 81)); got.Does != "opens" {
		t.Errorf("%v on an empty board", got)
	}
}
