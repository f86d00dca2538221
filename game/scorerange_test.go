package game

import (
	"fmt"
	"strings"
	"testing"

	"rosette/game/board"
)

func TestAScoreRangeHoldsWhatOpenChainsMayDecide(t *testing.T) {
	const corner = `
		. X O . .
		X . O . .
		O O O . .
		X X X X X
		. . . . .` // Black's two stones in the corner, White between two black walls
	for _, test := range []struct {
		name, board, picture string
		rules                Rules
		dead, unsure         string
		want                 string
	}{
		{"nothing is open", "square-5", corner, Rules{}, "", "", "B+8"},
		{"the corner is dead", "square-5", corner, Rules{}, "b5 a4", "", "B+1"},
		{
			"two stones that share a liberty are one block", "square-5", corner,
			Rules{},
			"", "b5 a4",
			"between B+1 and B+8; black B5 A4: 7",
		},
		{
			"the first end is the one that Black wins", "square-5", corner,
			Rules{Scoring: ScoringTerritory},
			"", "a4 b5",
			"between B+6 and W+1; black B5 A4: 7",
		},
		{
			"either side of a fight may be dead, but not both", "square-5", corner,
			Rules{Komi: 0.5},
			"", "b5 a4 c5",
			"between B+0.5 and B+24.5; black B5 A4: 7, white C5 C4 A3 B3 C3: 17",
		},
		{
			"a stone that nobody can reach lives", "square-5", strings.Repeat(".", 24) + "X",
			Rules{},
			"", "e1",
			"B+25; black E1: 0",
		},
		{
			"so does the last stone of a colour when the others are off", "square-3x1", "X.O",
			Rules{},
			"", "a1 c1",
			"between B+3 and W+3; black A1: 3, white C1: 3",
		},
		{"a rosette is not open", "rosette-1", "XXXXXX", Rules{}, "", "a1", "B+6"},
		{"what is dead is not open", "square-5", corner, Rules{}, "a4", "a4", "B+6"},
		{
			"a draw is the small end", "square-5", corner,
			Rules{Komi: 6},
			"", "a4",
			"between Draw and B+2; black A4: 2",
		},
		{
			"if one player wins anyway, it is the smaller one", "square-5", corner,
			Rules{Komi: 20},
			"", "a4 b5",
			"between W+12 and W+19; black B5 A4: 7",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := From(position(t, test.board, test.picture), test.rules, board.Black)
			points := func(names string) (all []board.Point) {
				for _, name := range strings.Fields(names) {
					all = append(all, at(t, g, name))
				}
				return all
			}
			r := g.ScoreRange(points(test.dead), points(test.unsure))
			var open []string
			for _, o := range r.Open {
				open = append(open, fmt.Sprintf("%s %s: %g", o.Color, strings.Join(g.Graph().Names(o.Stones), " "), o.Points))
			}
			got := r.String()
			if len(open) > 0 {
				got += "; " + strings.Join(open, ", ")
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if r.Score.Margin() < r.Least || r.Score.Margin() > r.Greatest {
				t.Errorf("%g with all alive is not from %g to %g", r.Score.Margin(), r.Least, r.Greatest)
			}
		})
	}
}
