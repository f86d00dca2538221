package game

import (
	"testing"

	"rosette/game/board"
)

// resumed returns a game on a line with five points in which both have passed and play goes on.
func resumed(t *testing.T) *Game {
	t.Helper()
	rules, err := Preset("aga")
	if err != nil {
		t.Fatal(err)
	}
	g := New(board.Square(5, 1), rules)
	for _, m := range []Move{{0, board.Black}, {board.Pass, board.White}, {board.Pass, board.Black}} {
		if err := g.Play(m.Point, m.Color); err != nil {
			t.Fatal(err)
		}
	}
	g.CountPassesFrom(g.Ply())
	return g
}

func wantPasses(t *testing.T, when string, g *Game, passes, inRow int) {
	t.Helper()
	if g.Passes() != passes || g.PassesInRow() != inRow {
		t.Errorf("%s: %d passes, %d in a row; want %d, %d", when, g.Passes(), g.PassesInRow(), passes, inRow)
	}
}

func TestPassesBeforePlayWentOnDoNotCount(t *testing.T) {
	g := resumed(t)
	wantPasses(t, "as play goes on", g, 0, 2)
	g.Make(board.Pass, board.White)
	wantPasses(t, "after a pass", g, 1, 3)
	wantPasses(t, "a clone", g.Clone(), 1, 3)
	saved, err := g.Save()
	if err != nil {
		t.Fatal(err)
	}
	again, err := saved.Game()
	if err != nil {
		t.Fatal(err)
	}
	wantPasses(t, "saved", again, 1, 3)
	under, _ := g.WithRules(g.Rules())
	wantPasses(t, "by the same rules", under, 1, 3)
	g.Start()
	wantPasses(t, "after a look at the start", g, 1, 3)
	g.Undo()
	wantPasses(t, "after an undo", g, 0, 2)
	g.Undo()
	wantPasses(t, "before play went on", g, 0, 1)
	g.Undo()
	g.Make(board.Pass, board.White)
	wantPasses(t, "after another pass there", g, 1, 1)
	saved.PassesFrom = 99
	if _, err := saved.Game(); err == nil {
		t.Error("passes count from a ply that is not there")
	}
}
