package life

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
)

// Pictures as for position: + is a point that has to be filled, * such a point on a honeycomb.
var teirePictures = []struct{ name, board, picture string }{
	{"a stone in atari once dame is filled", "square-9x5", `
		X . X . X . O . O
		X X X X X O O O O
		X X X X O O O O O
		X X X + X . O . O
		X X X X O O O O O`},
	{"a stone that a ko would take", "square-7x5", `
		. X . X O . O
		X X X X O O .
		X + X X O . O
		O X O X O O O
		O O O O O O .`},
	{"dame of one region connects", "square-9x5", `
		X . X . X . O . O
		X X X X X O O O O
		X X X X O O O O O
		X X X . X . O . O
		X X X X . O O O O`},
	{"what one fill connects needs another", "square-10x5", `
		. X . X O . O . O .
		X X X X O O O O O O
		X X X X O O O O O .
		X . X X O X X . O O
		X X X + X + X . O .`},
	{"dame that touches no opposing stone stays a liberty", "square-9x5", `
		. X . X O . O . .
		X X X X O O O O O
		. X O O O . O . O
		X O . O O O O O O
		. . O . O . O . O`},
	{"life by a double ko", "square-6x7", `
		. O X . . .
		O X X . . .
		O O X . . .
		. O X . . .
		O O X . . .
		O X X . . .
		. O X . . .`},
	{"a lone stone does not live", "square-4x1", `
		X . . .`},
}

func TestTeireMatchesThePictures(t *testing.T) {
	for _, test := range teirePictures {
		t.Run(test.name, func(t *testing.T) {
			b := position(t, test.board, strings.ReplaceAll(test.picture, "+", "."))
			got := []byte(strings.Map(func(c rune) rune {
				return map[bool]rune{false: c, true: '.'}[c == '+']
			}, strings.Join(strings.Fields(test.picture), "")))
			for _, p := range teireOf(b) {
				got[p] = '+'
			}
			if want := strings.Join(strings.Fields(test.picture), ""); string(got) != want {
				t.Errorf("picture is %s\nwant       %s", got, want)
			}
		})
	}
}

func teireOf(b *board.Board) []board.Point {
	return Teire(&b.View, AllowLibertyless, Groups(&b.View, AllowLibertyless))
}

func TestTeireOfAHoneycomb(t *testing.T) {
	g, err := board.Named("rosette-3")
	if err != nil {
		t.Fatal(err)
	}
	b := board.New(g)
	for color, names := range map[board.Color]string{
		board.Black: "F4 F5 F6 F7 F8 F9 E5 E6 E7 E8 E9 E10 D5 D7 D8 D9 D10 D11 C7 C8 C9 C10 C11 B7 B8 B9 B10 A7 A8 A9",
		board.White: "F3 E2 E3 E4 D1 D2 D3 D4 C1 C2 C3 C4 C6 B2 B3 B4 B5 B6 A3 A4 A5",
	} {
		for _, name := range strings.Fields(names) {
			p, err := g.Point(name)
			if err != nil {
				t.Fatal(err)
			}
			b.Play(p, color)
		}
	}
	if got := g.Names(teireOf(b)); !slices.Equal(got, []string{"D6"}) {
		t.Errorf("points are %v, want D6: Black's stone at D5 is in atari once White is at C5", got)
	}
}

// After filling the points there are no more, and they move with symmetries of the board and
// exchange of colours.
func TestTeireOfRandomPositions(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 36))
	found := 0
	for _, name := range []string{"rosette-3", "square-9"} {
		g, err := board.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 40 {
			b := randomPosition(g, rng)
			points := teireOf(b)
			found += len(points)
			for _, s := range g.Symmetries()[:4] {
				turned := board.New(g)
				var want []board.Point
				for p := range board.Point(g.Points()) {
					if c := b.At(p); c != board.Empty {
						turned.Play(s[p], c.Opponent())
					} else if slices.Contains(points, p) {
						want = append(want, s[p])
					}
				}
				slices.Sort(want)
				if got := teireOf(turned); !slices.Equal(got, want) {
					t.Fatalf("%s: points are %v, want %v turned", name, g.Names(got), g.Names(want))
				}
			}
			regions := newRegionSurvey(&b.Clone().View).regionAt
			for _, p := range points {
				b.Play(p, regions[p].owner)
			}
			if again := teireOf(b); len(again) > 0 {
				t.Fatalf("%s: after %v, %v has to be filled as well", name, g.Names(points), g.Names(again))
			}
		}
	}
	t.Logf("%d points", found)
	if found < 10 {
		t.Errorf("%d points in all, want 10 at least", found)
	}
}
