package game

import (
	"testing"

	"rosette/game/board"
)

// White's first pass moves half a point instead of a stone, so pass stones lead to another margin
// than area.
func TestAFirstPassWorthHalfAPointPaysNoStone(t *testing.T) {
	for scoring, want := range map[Scoring]float64{ScoringArea: 5, ScoringPassStones: 4} {
		r := preset(t, "ikeda-area-3")
		r.Scoring = scoring
		r.WhiteLast = scoring == ScoringPassStones
		r.Komi = 0
		g := New(board.Rosette(1), r)
		g.Make(0, board.Black)
		for _, c := range []board.Color{board.White, board.Black, board.White} {
			g.Make(board.Pass, c)
		}
		if got := g.Score().Margin(); got != want {
			t.Errorf("%s: Black wins by %g, want %g", scoring, got, want)
		}
	}
}
