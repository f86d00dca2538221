package lifedeath

import (
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// In pictures, small letters are stones in the region and + are its empty points; T and t are
// targets of either color. saved and kept report whether the target survives with its owner and its
// opponent moving first.
var fights = []struct {
	name, board, picture string
	saved, kept          bool
}{
	{"a stone in the opponent's territory", "square-7x4", `
		+ + + + O . O
		+ + T + O O O
		+ + + + O . O
		O O O O O O O`, false, false},
	{"a chain with an eye of four points in a row", "square-7x4", `
		+ + + + T O .
		T T T T T O O
		O O O O O O .
		. O . O . O O`, true, true},
	{"a chain with an eye of three points in a row", "square-7x4", `
		+ + + T O O .
		T T T T O . O
		O O O O O O .
		. O . O . O O`, true, false},
	{"a chain with an eye of four points in a square", "square-7x4", `
		+ + T O O O .
		+ + T O . O O
		T T T O O O .
		O O O O . O O`, false, false},
	{"a chain without eyes in a seki", "square-9x4", `
		. X x + t O . O O
		X X x + t O O O .
		X X x x t O O . O
		X . X X O O . O O`, true, true},
	{"the other chain of the seki", "square-9x4", `
		. X T + o O . O O
		X X T + o O O O .
		X X T T o O O . O
		X . X X O O . O O`, true, true},
	{"a chain that may connect to one that lives", "square-7x3", `
		O T T + X . X
		O O O O X X .
		O . O O . X X`, true, false},
	{"a white chain that makes an eye or loses it", "square-7x4", `
		+ + + t X X .
		t t t t X . X
		X X X X X X .
		. X . X . X X`, true, false},
}

// fight parses a picture.
func fight(t *testing.T, name, picture string) *Fight {
	t.Helper()
	graph, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	b, f := board.New(graph), &Fight{Rules: game.DefaultRules(graph), Lost: make([]bool, graph.Points())}
	for i, c := range strings.Join(strings.Fields(picture), "") {
		p := board.Point(i)
		if strings.ContainsRune("xoTt+", c) {
			f.Region = append(f.Region, p)
		}
		if strings.ContainsRune("Tt", c) {
			f.Target = append(f.Target, p)
		}
		switch c {
		case 'X', 'x', 'T':
			b.Play(p, board.Black)
		case 'O', 'o', 't':
			b.Play(p, board.White)
		}
	}
	f.Board = &b.View
	return f
}

func TestFightsEndAsTheyShould(t *testing.T) {
	for _, test := range fights {
		f := fight(t, test.board, test.picture)
		owner := f.Board.At(f.Target[0])
		saved, kept := f.Survival(t.Context(), owner, 1000, 1), f.Survival(t.Context(), owner.Opponent(), 1000, 1)
		if saved > 0.7 != test.saved || saved < 0.3 == test.saved || kept > 0.7 != test.kept || kept < 0.3 == test.kept {
			t.Errorf("%s: survives %.2f if it moves first, else %.2f", test.name, saved, kept)
		}
	}
}

func TestBothSidesPlayForThePointsOfARegion(t *testing.T) {
	for i, want := range map[int]float32{0: -1, 1: 1, 3: -1, 4: 1, 5: 1} { // fights independent of the first move
		f := fight(t, fights[i].board, fights[i].picture)
		at := f.Target[0]
		for _, first := range board.Colors {
			owner := f.Ownership(t.Context(), first, 1000, 1)[at]
			if f.Board.At(at) == board.White {
				owner = -owner
			}
			if owner*want < 0.5 {
				t.Errorf("%s: its owner has %.2f of it if %v moves first, want %v", fights[i].name, owner, first, want)
			}
		}
	}
}

func TestASurvivalDependsOnTheSeedOnly(t *testing.T) {
	f := fight(t, fights[0].board, fights[0].picture)
	first := f.Survival(t.Context(), board.Black, 300, 1)
	if again := f.Survival(t.Context(), board.Black, 300, 1); again != first {
		t.Errorf("%v, then %v", first, again)
	}
	if other := f.Survival(t.Context(), board.Black, 300, 2); other == first {
		t.Errorf("%v with another seed too", first)
	}
}

func TestARegionEndsAtSolidStones(t *testing.T) {
	f := fight(t, fights[1].board, fights[1].picture)
	solid := make([]bool, len(f.Lost))
	for p := range solid {
		solid[p] = f.Board.At(board.Point(p)) == board.White
	}
	region := Region(f.Board, f.Target, solid)
	slices.Sort(region)
	if !slices.Equal(region, f.Region) {
		t.Errorf("%v, want %v", region, f.Region)
	}
}

// In pictures, capital X, O and small x, o are assumed to live. Small letters, t and + are in t's
// region. The small x or o have no liberty outside it.
var captures = []struct{ name, board, picture string }{
	{"a stone at the vital point of the corner", "square-7x7", `
		. X . X O . .
		X X X X O O O
		X X . X O . O
		t X X X X O .
		t t X t X O O
		+ t t t X O .
		x + t X X O O`},
	{"a stone in atari in the only eye", "square-7x7", `
		. X . X t + x
		X X X X t t t
		O O X + t X t
		O . O X t X X
		O O O X X X .
		. O . O O X X
		O O O O O X .`},
}

func TestStonesThatMayBeCapturedAreInTheRegion(t *testing.T) {
	for _, test := range captures {
		f := fight(t, test.board, strings.NewReplacer("x", "X", "o", "O", "t", "O").Replace(test.picture))
		solid, picture := make([]bool, len(f.Lost)), strings.Join(strings.Fields(test.picture), "")
		var want []board.Point
		for i, c := range picture {
			p := board.Point(i)
			solid[p] = c != 't' && f.Board.At(p) != board.Empty
			if strings.ContainsRune("xot+", c) {
				want = append(want, p)
			}
			if c == 't' {
				f.Target = append(f.Target, p)
			}
		}
		f.Region = Region(f.Board, f.Target[len(f.Target)-1:], solid)
		slices.Sort(f.Region)
		if !slices.Equal(f.Region, want) {
			t.Errorf("%s: the region is %q, want %q", test.name, f.Board.Graph().Names(f.Region), f.Board.Graph().Names(want))
		}
		for _, first := range board.Colors {
			if s := f.Survival(t.Context(), first, 1000, 1); s > 0.3 {
				t.Errorf("%s: survives %.2f if %v moves first", test.name, s, first)
			}
		}
	}
}
