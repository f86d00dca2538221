package life

import (
	"strings"
	"testing"

	"rosette/game/board"
)

// shown writes what is Black's as a picture: X what nobody can take and x what
// can be taken, + and o what is his territory, . and O the rest.
func shown(b *board.Board, r Reading) string {
	safety := Unconditional(b, board.Black, r)
	var text strings.Builder
	for p := range board.Point(b.Graph().Points()) {
		signs := [...]string{".+", "xX", "Oo"}[b.At(p)]
		text.WriteByte(signs[map[bool]int{true: 1}[safety.Alive[p] || safety.Territory[p]]])
	}
	return text.String()
}

var lifePictures = []struct{ name, board, readings, picture string }{
	{"an empty board is nobody's", "square-1", "allow suicide forbid", "."},
	{"two eyes, and room for the opponent outside", "square-7x2", "allow suicide forbid", `
		+ X + X . . .
		X X X X . . .`},
	{"two eyes, and too little room outside", "square-5x2", "allow suicide forbid", `
		+ X + X o
		+ X X X +`},
	{"two points in a row do not live", "square-3x2", "allow suicide forbid", `
		. . x
		x x x`},
	{"a stone in the eye that touches no wall", "square-4x3", "allow forbid", `
		o + X +
		+ + X X
		X X X X`},
	{"the same where suicide empties the eye", "square-4x3", "suicide", `
		O . x .
		. . x x
		x x x x`},
	{"an eye so large that the opponent lives in it", "square-5x4", "allow suicide forbid", `
		+ X . . .
		X X . O .
		X X . . .
		+ X X X X`},
	{"a corridor whose inner points all cut it", "rosette-3", "allow suicide forbid", `
		    + + + + + X X
		  X + X X X X X X X
		X X X X X X X X X X X
		X X X X X X X X X X X
		  X X X X X X X X X
		    X X X X X X X`},
	{"a rosette may not fill its last liberty, so the opponent beside it lives", "rosette-2", "allow suicide forbid", `
		  O . O X X
		X O . O X X X
		X X X X X X X
		  X X X X X`},
	{"with another liberty it may, and there is no room for a rosette", "rosette-2", "forbid", `
		  o + o X X
		X o + o X X X
		X X X X X X X
		  X X X X +`},
	{"where the opponent may fill his own last liberty he makes one", "rosette-2", "allow suicide", `
		  O . O X X
		X O . O X X X
		X X X X X X X
		  X X X X +`},
	{"the outer ring of a honeycomb: Benson says it lives", "rosette-2", "allow suicide", `
		  x . x x x
		x x . . . x x
		x x . . . x x
		  x x x x x`},
	{"the outer ring where nobody may fill its last liberty", "rosette-2", "forbid", `
		  X + X X X
		X X + + + X X
		X X + + + X X
		  X X X X X`},
	{"a rosette needs no eyes", "rosette-2", "allow suicide forbid", `
		  X X X . .
		. X X X . . .
		. . . . . . .
		  . . . . .`},
	{"a full rosette without a liberty", "rosette-1", "allow suicide forbid", "X X X X X X"},
}

func TestUnconditionalLifeIsWhatThePicturesSay(t *testing.T) {
	for _, test := range lifePictures {
		t.Run(test.name, func(t *testing.T) {
			want := strings.Join(strings.Fields(test.picture), "")
			plain := strings.NewReplacer("+", ".", "o", "O", "x", "X").Replace(want)
			for _, r := range readings {
				if !strings.Contains(test.readings, r.String()) {
					continue
				}
				if got := shown(position(t, test.board, plain), r); got != want {
					t.Errorf("%s: life is %s\nwant          %s", r, got, want)
				}
			}
		})
	}
}
