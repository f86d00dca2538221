package review

import (
	"strings"
	"testing"

	"rosette/engine"
	"rosette/game/board"
)

func TestTheStrengthOfReviewsIsStatedForMeasuredBoards(t *testing.T) {
	for _, test := range []struct {
		graph   *board.Graph
		builtIn bool
		want    string
	}{
		{board.Square(9, 9), true, "in 10 mistakes named are real"},
		{board.Square(13, 13), true, "reviews are weak"},
		{board.Rosette(5), true, "in 10 large ones are found"},
		{board.Rosette(12), true, "reviews on this board have not been compared"},
		{board.Square(9, 9), false, "without the built-in network have not been compared"},
	} {
		if got := StrengthText(test.graph, test.builtIn); !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.graph.Name(), got, test.want)
		}
	}
	for name, m := range measurements {
		if m.Real < 0 || m.Real > 10 || m.Found < 0 || m.Found > 10 || m.Real == 0 && m.Found > 0 {
			t.Errorf("%s: %+v", name, m)
		}
		if g, err := board.Named(name); err != nil || Strength(g) == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A floor hides losses that would be named on another board.
func TestAFloorHidesSmallerClasses(t *testing.T) {
	if c := leastClass(board.Square(13, 13), 0.1); c.Class != Blunder {
		t.Errorf("13x13: %s", c.Class)
	}
	for err, want := range map[float64]Class{1: Inaccuracy, 2.5: Mistake, 2.6: Blunder, 9: Blunder} {
		if c := leastClass(board.Square(9, 9), err); c.Class != want {
			t.Errorf("error %v: %s, want %s", err, c.Class, want)
		}
	}
}

func TestASpreadOfTheLooksIsAnError(t *testing.T) {
	for _, test := range []struct {
		losses [4]float64
		win    float32
		want   Class
	}{
		{[4]float64{6, 6, 6, 6}, 0.5, Mistake},
		{[4]float64{3, 11, 3, 11}, 0.5, Good}, // the heads differ
		{[4]float64{12, 12, 4, 4}, 0.5, Good}, // the longer look finds less
		{[4]float64{12, 11, 8, 7.5}, 0.5, Mistake},
		{[4]float64{12, 11, 8, 7.5}, 0.01, Good}, // the game is decided
		{[4]float64{20, 20, 19, 19.5}, 0.01, Blunder},
	} {
		r := Of(made(t, "square-5", "A1", "C2"))
		for i := range r.Turns {
			turn := &r.Turns[i]
			turn.Analysis = even(turn.Next)
			r.markSearched(i)
		}
		for i := 0; i < 4; i += 2 {
			l := Look{Best: even(board.White), Played: even(board.White), Ownership: test.losses[i+1]}
			l.Best.Score, l.Best.Win = float32(test.losses[i]), test.win
			r.Turns[0].Looks = append(r.Turns[0].Looks, l)
		}
		if got := r.Assess()[0]; got.Class != test.want {
			t.Errorf("%v, %v: %s, want %s", test.losses, test.win, got.Class, test.want)
		}
	}
}

// even returns an analysis of an even position with an exact score, whose best move is C3.
func even(next board.Color) engine.Analysis {
	return engine.Analysis{
		Next: next, Visits: 400, ScoreError: 0.01,
		Candidates: []engine.Candidate{{Move: 12, Visits: 400, ScoreError: 0.01, PV: []board.Point{12}}},
	}
}
