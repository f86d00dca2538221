package board_test

import (
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
)

func TestStarsAreWherePlayersExpectThem(t *testing.T) {
	for name, want := range map[string]string{
		"square-5": "", "square-7": "C3 C5 E3 E5", "square-9": "C3 C7 E5 G3 G7", "square-13": "D10 D4 D7 G10 G4 G7 K10 K4 K7",
		"square-19": "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4",
		"rosette-1": "", "rosette-2": "",
	} {
		g, err := board.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		got := g.Names(g.Stars())
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
	for base := 3; base <= 12; base++ {
		g := board.Rosette(base)
		stars := g.Stars()
		if len(stars) != 6 {
			t.Errorf("base %d has %d stars", base, len(stars))
		}
		for _, symmetry := range g.Symmetries() {
			for _, p := range stars {
				if !slices.Contains(stars, symmetry[p]) {
					t.Fatalf("base %d: a symmetry moves the star %s off the stars", base, g.PointName(p))
				}
			}
		}
	}
}
