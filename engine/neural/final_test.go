package neural

import (
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// Black has a wall and White has one too, with a white stone in Black's territory.
func TestWhereNobodyPlaysOnTheNetworkNamesTheDead(t *testing.T) {
	for preset, margin := range map[string]float64{
		"japanese":     18 + 1 - 45 - 0.5, // the stone is a prisoner
		"tromp-taylor": 9 - 55 - 0.5,      // it is alive, so the points next to it are not surrounded
	} {
		rules, err := game.Preset(preset)
		if err != nil {
			t.Fatal(err)
		}
		rules.Komi = 0.5
		g := game.New(named(t, "square-9"), rules)
		for i := range 9 {
			g.Make(board.Point(9*2+i), board.Black)
			g.Make(board.Point(9*3+i), board.White)
		}
		g.Make(board.Point(9*1+4), board.White)
		g.Make(board.Pass, board.Black)
		g.Make(board.Pass, board.White)
		var e engine.Evaluation
		New(Shipped(g.Graph(), rules), 1).EvaluateFinal(g, &e)
		if float64(e.Score) != margin || (e.Win == 1) != (margin > 0) || len(e.Policy) != 0 {
			t.Errorf("%s: %g, %g, want %g", preset, e.Score, e.Win, margin)
		}
	}
}
