package game

import (
	"math"
	"slices"
	"testing"

	"rosette/game/board"
)

// endValue returns Black's margin if both play optimally until two passes and fill no eye of a
// single own chain. All remaining stones count as alive.
func endValue(g *Game, c board.Color, least, most float64) float64 {
	if g.Passes() >= 2 {
		return g.Score().Margin()
	}
	moves := []board.Point{board.Pass}
	for p := range board.Point(g.Graph().Points()) {
		near := g.Graph().Near(p)
		chain := slices.Collect(g.Board().Chain(near[0]))
		eye := g.Board().At(near[0]) == c && !slices.ContainsFunc(near, func(q board.Point) bool { return !slices.Contains(chain, q) })
		if !eye && g.Legal(p, c) == nil {
			moves = append(moves, p)
		}
	}
	for _, p := range moves {
		g.Make(p, c)
		value := endValue(g, c.Opponent(), least, most)
		g.Undo()
		if c == board.Black {
			least = max(least, value)
		} else {
			most = min(most, value)
		}
		if least >= most {
			break
		}
	}
	if c == board.Black {
		return least
	}
	return most
}

// A reinforcement (teire) is a move in one's own territory that becomes necessary once the dame are
// filled: here White, on the dame next to Black's stone, would capture it. According to KGS's
// description of rulesets it is free if the number of dame is even.
func TestAReinforcingMoveIsFreeByAreaIfTheNumberOfDameIsEven(t *testing.T) {
	const square = `
		X . X . X . O . O
		X X X X X O O O O
		X X X X O O O O O
		X X X . X . O . O
		X X X X O O O O O`
	const (
		black = "F4 F5 F6 F7 F8 F9 E5 E6 E7 E8 E9 E10 D5 D7 D8 D9 D10 D11 C7 C8 C9 C10 C11 B7 B8 B9 B10 A7 A8 A9"
		white = "F3 E2 E3 E4 D1 D2 D3 D4 C1 C2 C3 C4 C6 B2 B3 B4 B5 B6 A3 A4 A5"
	)
	for _, test := range []struct {
		name, black, white, picture string
		reinforcement, dame         string // dame is filled by White if one is left
	}{
		{"square-9x5", "", "", square, " D2", " F5"},
		{"rosette-3", black, white, "", " D6", " A6"},
	} {
		for dame, filled := range map[int]string{2: "", 1: test.dame} {
			needed := setUpLinked(t, test.name, test.black, test.white+filled, test.picture, false)
			made := setUpLinked(t, test.name, test.black+test.reinforcement, test.white+filled, test.picture, false)
			for name, want := range map[string][]float64{
				"kgs-chinese": {1: 1, 2: 0}, "kgs-aga": {1: 1, 2: 0}, "kgs-new-zealand": {1: 1, 2: 0}, "kgs-japanese": {1: 1, 2: 1},
			} {
				r := preset(t, name)
				best := func(b *board.Board) float64 {
					return endValue(From(b.Clone(), r, board.Black), board.Black, math.Inf(-1), math.Inf(1))
				}
				cost := best(made) - best(needed)
				if score := From(needed, r, board.Black).Score().Margin(); r.Scoring == ScoringTerritory && score != best(needed) {
					t.Errorf("%s, %s, %d dame: margin is %g, want %g as by best play", test.name, name, dame, score, best(needed))
				}
				if r.Scoring == ScoringTerritory {
					cost++ // the point that the stone covers
				} else {
					cost /= 2 // White gains the dame that Black loses
				}
				if cost != want[dame] {
					t.Errorf("%s, %s, %d dame: reinforcing costs %g, want %g", test.name, name, dame, cost, want[dame])
				}
			}
		}
	}
}
