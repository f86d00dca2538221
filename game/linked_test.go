package game

import (
	"strings"
	"testing"

	"rosette/game/board"
)

// linkedGroups lists live groups with parts linked by two points, both next to the opponent, who
// can cut only one. No seki tax applies to their points.
var linkedGroups = []struct {
	name, board, black, white, picture string
	margin                             float64 // without komi; area scoring, or territory scoring for a picture
}{
	{
		name: "honeycomb, two halves with an eye each", board: "rosette-4", margin: -44,
		black: "D10 D7 D8 D9 E10 E11 E12 E2 E3 E5 E6 E7 F11 F12 F2 F3 F4 F5 F6 F9 G10 G11 G9",
		white: "A10 A11 A12 A4 A5 A6 A7 A8 A9 B10 B11 B12 B13 B3 B4 B5 B6 B7 B8 B9 C10 C11 C12 C14 C2 C3 C4 C5 C6 C7 C8 C9 D1 D12 D13 D14 D15 D2 D3 D4 D5 D6 E1 E13 E14 E15 E8 F13 F14 F7 F8 G12 G13 G3 G4 G5 G6 G7 G8 H10 H11 H12 H4 H5 H7 H8 H9",
	},
	{name: "square, the corner and the wall around it", board: "square-9", margin: 40, picture: `
		. . . . . . . . .
		. . X X X X X . .
		. X . . . . . X .
		. X . . . . . X .
		X X X X X X . . .
		X X O O O X . . .
		X . O . O X . . .
		O O . O O X . . .
		. O X X X X . . .`},
}

// setUpLinked returns the board for a row, with colours swapped if swap is set.
func setUpLinked(t *testing.T, name, black, white, picture string, swap bool) *board.Board {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	stones := make([]board.Color, g.Points())
	for p, c := range strings.Join(strings.Fields(picture), "") {
		stones[p] = map[rune]board.Color{'X': board.Black, 'O': board.White}[c]
	}
	for c, names := range map[board.Color]string{board.Black: black, board.White: white} {
		for _, point := range strings.Fields(names) {
			p, err := g.Point(point)
			if err != nil {
				t.Fatal(err)
			}
			stones[p] = c
		}
	}
	for p, c := range stones {
		if swap && c != board.Empty {
			stones[p] = c.Opponent()
		}
	}
	b, err := board.Setup(g, stones)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestGroupsLinkedByTwoPointsLoseNoPoint(t *testing.T) {
	for _, test := range linkedGroups {
		for _, name := range []string{"mindsports-chinese", "japanese"} {
			for _, swap := range []bool{false, true} {
				b := setUpLinked(t, test.board, test.black, test.white, test.picture, swap)
				rules, err := Preset(name)
				if err != nil {
					t.Fatal(err)
				}
				rules.Komi = 0
				taxed := From(b, rules, board.Black).Score()
				rules.Tax = TaxNone
				if free := From(b, rules, board.Black).Score(); taxed.Margin() != free.Margin() {
					t.Errorf("%s, %s: %+v, without tax %+v", test.name, name, taxed.Margin(), free.Margin())
				}
				want := test.margin
				if swap {
					want = -want
				}
				if (name == "japanese") == (test.picture != "") && taxed.Margin() != want {
					t.Errorf("%s, %s: %+v, want %+v", test.name, name, taxed.Margin(), want)
				}
			}
		}
	}
}
