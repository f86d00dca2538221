package playout

import (
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// after plays moves of alternating colours, Black first; "-" skips a turn.
func after(t *testing.T, name, moves string) (g *game.Game, next board.Color) {
	t.Helper()
	g = newGame(t, name, "tromp-taylor")
	next = board.Black
	for _, word := range strings.Fields(moves) {
		if word != "-" {
			p, err := g.Graph().Move(word)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Play(p, next); err != nil {
				t.Fatal(err)
			}
		}
		next = next.Opponent()
	}
	return g, next
}

func TestEachTacticRepliesWhereItApplies(t *testing.T) {
	for _, c := range []struct{ tactic, board, moves, want string }{
		{"capture", "square-5", "B1 - B2 A1", "A2"},
		{"capture", "square-5", "B1 E5 B2 A1 - A3", "pass"}, // only the chain of the last stone counts
		{"escape", "square-5", "C3 B3 - C4 E1 C2", "D3"},
		{"escape", "square-5", "C3 B3 - C4 - D4 E1 C2", "pass"}, // two liberties are a ladder
		{"escape", "square-9", "E5 D5 D6 E4 - F5", "E6"},        // connects to a chain with liberties
		{"press", "square-5", "C1 B1", "B2"},                    // the side with more empty points
		{"press", "square-5", "E5 B1", "pass"},                  // it has three liberties
		{"race", "rosette-2", "A2 - A3 - A4 - B2 - B3 B1", "B4"},
		{"race", "rosette-2", "A2 - A3 - A4 - B2 - B3 D5", "pass"}, // the last stone does not touch the chain
	} {
		g, next := after(t, c.board, c.moves)
		e, err := NewWith(1, c.tactic)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Graph().PointName(e.Reply(g, next)); got != c.want {
			t.Errorf("%s on %s after %s: %s, want %s", c.tactic, c.board, c.moves, got, c.want)
		}
	}
}

func TestSelfAtariAvoidanceRejectsMovesThatExtendIntoAtari(t *testing.T) {
	g, _ := after(t, "square-5", "A1 B2 - C1")
	e, err := NewWith(1, "care")
	if err != nil {
		t.Fatal(err)
	}
	e.setPosition(g)
	for name, want := range map[string]bool{"B1": true, "A2": false, "D1": false, "E5": false} {
		p, err := g.Graph().Point(name)
		if err != nil {
			t.Fatal(err)
		}
		if e.extendsIntoAtari(p, board.Black) != want {
			t.Errorf("Black on %s extends into atari: %v, want %v", name, !want, want)
		}
	}
}
