package configure_test

import (
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
)

// finished lists moves on base 3 after which dead stones decide the game, with rules that count
// every stone on the board as alive.
var finished = []struct {
	moves string  // Black and White alternate
	komi  float64 // half a point less than the position is worth to the winner
	want  float64 // Black's margin without komi
}{
	{"C6 D5 D7 D6 C5 D8 C7 E7 D9 D3 E8 C3 F7 E6 F5 E5 B3 E9 D8 C4 B4 C2 E3 D4 A5 D10 D11 C11 C10 E4 D11 B2 E10 F4 F3 D10 F8 C11 B6 E2 " +
		"D2 D1 C1 B9 D11 D1 E10 E2 F9 F4 F3 E3 A4 F4 B8 F6 E9 F5 A7 pass A9 A8 C8 F3", 11.5, 12},
	{"C5 D6 C7 D7 D5 C8 C6 D9 E6 D8 E8 B7 D10 C9 B9 B8 C10 A7 B6 E9 E7 F7 E5 E4 F5 F4 F3 E3 F9 F8 D4 F4 A5 F6 pass D2 D3 E5 A6 E10 " +
		"E7 D11 D1 E2 C2 E6 A8 A9 C1 B10 pass B9 pass E8 pass C11 pass E7 B5 F5", -14.5, -14},
}

func TestThePlayerCapturesTheDeadStonesThatDecideAGame(t *testing.T) {
	rules, err := game.ParseRules(`{"preset":"mindsports-chinese","ending":"ALL_ALIVE","friendlyPassOk":false}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range finished {
		rules.Komi = f.komi
		g := game.New(board.Rosette(3), rules)
		next := board.Black
		for name := range strings.FieldsSeq(f.moves) {
			move := board.Pass
			if name != "pass" {
				if move, err = g.Graph().Point(name); err != nil {
					t.Fatal(err)
				}
			}
			if err := g.Play(move, next); err != nil {
				t.Fatal(err)
			}
			next = next.Opponent()
		}
		g.CountPassesFrom(g.Ply())
		p, err := configure.Config{Visits: 600, Threads: 1, Seed: 7}.Player()
		if err != nil {
			t.Fatal(err)
		}
		playOut(t, g, p, next)
		if margin := g.Score().Margin() + f.komi; margin != f.want {
			t.Errorf("komi %g: the game ends with a margin of %g, want %g", f.komi, margin, f.want)
		}
	}
}

// playOut plays both sides with one player until two passes.
func playOut(t *testing.T, g *game.Game, p *player.Player, next board.Color) {
	t.Helper()
	for ; g.PassesInRow() < 2 && g.Ply() < 200; next = next.Opponent() {
		choice, err := p.Choose(t.Context(), g, next, engine.Time{})
		if err != nil {
			t.Fatal(err)
		}
		if choice.Resign {
			choice.Move = board.Pass
		}
		if err := g.Play(choice.Move, next); err != nil {
			t.Fatal(err)
		}
	}
}
