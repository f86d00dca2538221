package life

import (
	"strings"
	"testing"

	"rosette/game/board"
)

// Pictures as for position: x and o are stones in seki, + empty points in seki.
var linkPictures = []struct{ name, board, picture string }{
	{"two links, of which one can be cut", "square-9", `
		. . . . . . . . .
		. . X X X X X . .
		. X . . . . . X .
		. X . . . . . X .
		X X X X X X . . .
		X X O O O X . . .
		X . O . O X . . .
		O O . O O X . . .
		. O X X X X . . .`},
	{"a bamboo joint between two eyes", "square-9x7", `
		. O . O . O . O .
		O O O O O O O O O
		X X X O . O X X X
		X . X X . X X . X
		X X X X . X X X X
		O O O O O O O O O
		. O . O . O . O .`},
	{"a single link between two eyes is cut", "square-9x7", `
		. O . O . O . O .
		O O O O O O O O O
		x x x O . O x x x
		x + x x . x x + x
		x x x O . O x x x
		O O O O O O O O O
		. O . O . O . O .`},
	{"three parts on two links of two points", "square-15x7", `
		. O . O . O . O . O . O . O .
		O O O O O O O O O O O O O O O
		X X X O . O X X X O . O X X X
		X . X X . X X . X X . X X . X
		X X X X . X X X X X . X X X X
		O O O O O O O O O O O O O O O
		. O . O . O . O . O . O . O .`},
	{"of three parts, a single link cuts one off", "square-15x7", `
		. O . O . O . O . O . O . O .
		O O O O O O O O O O O O O O O
		X X X O . O X X X O . O x x x
		X . X X . X X . X X . x x + x
		X X X X . X X X X O . O x x x
		O O O O O O O O O O O O O O O
		. O . O . O . O . O . O . O .`},
	{"diagonals", "square-7x7", `
		. O . O . . .
		O O O O . . .
		O X X X O O O
		O X . X . O .
		O X X . X X X
		O O O O X . X
		. O . O X X X`},
	{"a diagonal of which the opponent has one point", "square-7x7", `
		. O . O . . .
		O O O O . . .
		O x x x O O O
		O x + x O O .
		O x x . x x x
		O O O O x + x
		. O . O x x x`},
	{"a part without an eye, linked to two eyes", "square-9x7", `
		. O . O . O . O .
		O O O O O O O O O
		X X X O . O X X X
		X . X X . X X . X
		X X X X . X X X X
		X . X O O O O O O
		X X X O . O . O .`},
}

func TestLinksMatchThePictures(t *testing.T) {
	for _, test := range linkPictures {
		t.Run(test.name, func(t *testing.T) {
			b := position(t, test.board, strings.ReplaceAll(test.picture, "+", "."))
			var got strings.Builder
			for p, seki := range Seki(&b.View, AllowLibertyless) {
				at := b.At(board.Point(p))
				got.WriteByte(map[bool]string{false: ".XO", true: "+xo"}[seki][at])
			}
			if want := strings.Join(strings.Fields(test.picture), ""); got.String() != want {
				t.Errorf("seki is %s\nwant    %s", got.String(), want)
			}
			for _, g := range Groups(&b.View, AllowLibertyless) {
				if g.Divided {
					t.Errorf("the group at %s is divided", b.Graph().PointName(g.Stones[0]))
				}
			}
		})
	}
}

func TestAStoneThatCanBeCapturedDoesNotCut(t *testing.T) {
	b := position(t, "square-14x7", `
		. O . X . X . . O . . . . .
		. O . X X X . O . O . . . .
		. O X X . X O . O . . . . .
		. O X . . . X X . O . . . .
		. O X X . X O . O . . . . .
		. O . X X X . O . O . . . .
		. O . . . O O . . . . . . .`)
	for _, g := range Groups(&b.View, AllowLibertyless) {
		if g.Color == board.Black && g.Seki() && !g.Divided {
			t.Errorf("the group at %s is in seki though Black captures what cuts it", b.Graph().PointName(g.Stones[0]))
		}
	}
}
