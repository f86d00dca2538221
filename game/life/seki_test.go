package life

import (
	"strings"
	"testing"

	"rosette/game/board"
)

// position sets up a picture: a letter a point, row by row from the top, X
// Black, O White, x and o the same in seki, + an empty point in seki.
func position(t *testing.T, name, picture string) *board.Board {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	letters := strings.Join(strings.Fields(picture), "")
	if len(letters) != g.Points() {
		t.Fatalf("the picture has %d points, %s has %d", len(letters), name, g.Points())
	}
	b := board.New(g)
	for p, c := range strings.ToUpper(letters) {
		colour := map[rune]board.Color{'X': board.Black, 'O': board.White}[c]
		if colour != board.Empty && b.Play(board.Point(p), colour) != 0 {
			t.Fatalf("the picture has a chain without liberty near %s", g.PointName(board.Point(p)))
		}
	}
	return b
}

func TestSekiMatchesThePictures(t *testing.T) {
	for _, test := range []struct{ name, board, picture string }{
		{"two chains without eyes share two liberties", "square-11x2", `
			. . . X o . x O . . .
			. . . X o . x O . . .`},
		{"two groups with an eye each share two liberties", "square-15x2", `
			. . . X o + o . x + x O . . .
			. . . X o o o . x x x O . . .`},
		{"a group with two eyes beside one with a single eye", "square-17x2", `
			. . . X O . O . O . x + x O . . .
			. . . X O O O O O . x x x O . . .`},
		{"a big territory is not lost for an open dame", "square-7", `
			. . . X . O .
			. . . X O O .
			. . . X O . .
			. . . X O . .
			. . . X O . .
			. . . X O O .
			. . . X O . .`},
		{"a region of three points is one eye", "square-9x2", `
			+ + x . O . . . .
			+ x x . O O O O O`},
		{"four points in a row are two eyes", "square-11x2", `
			. . . . X . O . . . .
			X X X X X . O . . . .`},
		{"chains that a region joins add up their eyes", "square-9x3", `
			. X . X . O . . .
			X X . X . O . . .
			. X . X . O . . .`},
		{"a group without a shared region is in no seki", "square-5x2", `
			X . X O .
			X X X O .`},
		{"one colour alone is in no seki", "square-3", ". . . . X . . . ."},
		{"an empty board", "rosette-1", ". . . . . ."},
		{"three stones of each around one hexagon", "rosette-1", "x . o x . o"},
		{"a rosette makes independent", "rosette-2", `
			  X X X . O
			. X X X O O O
			X O O O O . O
			  O . . . O`},
		{"the same without the rosette", "rosette-2", `
			  x x x . O
			+ x O x O O O
			x O O O O . O
			  O . . . O`},
		{"a full rosette without a liberty", "rosette-1", "X X X X X X"},
	} {
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
		})
	}
}
