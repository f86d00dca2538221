package game

import (
	"testing"

	"rosette/game/board"
)

func TestTheFirstPassTakesTheButtonUntilItIsTakenBack(t *testing.T) {
	for preset, want := range map[string]bool{"aga-button": true, "aga": false} {
		r, err := Preset(preset)
		if err != nil {
			t.Fatal(err)
		}
		g := New(board.Square(3, 3), r)
		if g.Make(0, board.Black); g.ButtonLeft() != want {
			t.Errorf("%s: after a play the button is left: %v", preset, !want)
		}
		if g.Make(board.Pass, board.White); g.ButtonLeft() {
			t.Errorf("%s: after a pass it is left", preset)
		}
		if g.Undo(); g.ButtonLeft() != want {
			t.Errorf("%s: the pass taken back, the button is left: %v", preset, !want)
		}
	}
}
