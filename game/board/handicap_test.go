package board

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// fixedStones is the table in section 4.1.1 of the Go Text Protocol, version 2, in the order of
// placement.
var fixedStones = []struct {
	sides  string
	stones []string // for handicaps from 2
}{
	{"19", []string{
		"D4 Q16", "D4 Q16 D16", "D4 Q16 D16 Q4", "D4 Q16 D16 Q4 K10", "D4 Q16 D16 Q4 D10 Q10", "D4 Q16 D16 Q4 D10 Q10 K10",
		"D4 Q16 D16 Q4 D10 Q10 K4 K16", "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
	}},
	{"13", []string{
		"D4 K10", "D4 K10 D10", "D4 K10 D10 K4", "D4 K10 D10 K4 G7", "D4 K10 D10 K4 D7 K7", "D4 K10 D10 K4 D7 K7 G7",
		"D4 K10 D10 K4 D7 K7 G4 G10", "D4 K10 D10 K4 D7 K7 G4 G10 G7",
	}},
	{"9", []string{
		"C3 G7", "C3 G7 C7", "C3 G7 C7 G3", "C3 G7 C7 G3 E5", "C3 G7 C7 G3 C5 G5", "C3 G7 C7 G3 C5 G5 E5",
		"C3 G7 C7 G3 C5 G5 E3 E7", "C3 G7 C7 G3 C5 G5 E3 E7 E5",
	}},
	{"7", []string{"C3 E5", "C3 E5 C5", "C3 E5 C5 E3"}},
	{"8", []string{"C3 F6", "C3 F6 C6", "C3 F6 C6 F3"}},
	{"12", []string{"C3 K10", "C3 K10 C10", "C3 K10 C10 K3"}},
	{"18", []string{"D4 P15", "D4 P15 D15", "D4 P15 D15 P4"}},
}

func TestFixedHandicapStonesStandOnThePointsOfTheProtocol(t *testing.T) {
	for _, test := range fixedStones {
		g := named(t, "square-"+test.sides)
		for i, want := range test.stones {
			points, err := g.FixedHandicap(i + 2)
			if err != nil {
				t.Errorf("square-%s, %d stones: %v", test.sides, i+2, err)
			}
			var names []string
			for _, p := range points {
				names = append(names, g.PointName(p))
			}
			if got := strings.Join(names, " "); got != want {
				t.Errorf("square-%s, %d stones: %s, want %s", test.sides, i+2, got, want)
			}
		}
		if points, err := g.FixedHandicap(len(test.stones) + 2); err == nil {
			t.Errorf("square-%s takes %d stones: %v", test.sides, len(test.stones)+2, points)
		}
	}
}

func TestTheLargestFixedHandicapIsThatOfTheProtocol(t *testing.T) {
	for side := 1; side <= 25; side++ {
		most := map[bool]int{true: 4, false: 9}[side == 7 || side%2 == 0]
		if side < 7 {
			most = 0
		}
		for n := -1; n <= 11; n++ {
			points, err := named(t, fmt.Sprintf("square-%d", side)).FixedHandicap(n)
			if legal := n >= 2 && n <= most; legal != (err == nil) || legal && len(points) != n {
				t.Errorf("square-%d, %d stones: %v, %v", side, n, points, err)
			}
		}
	}
}

// Opposite star points come first; the first is at the lower left, as on squares.
func TestAFixedHandicapOnAHoneycombStandsOnStarsOppositeOnesFirst(t *testing.T) {
	for base, want := range map[int]string{
		3: "C4 D8 D4 C8 B6 E6", 4: "C4 F12 F4 C12 B8 G8", 5: "D6 G14 G6 D14 C10 H10", 6: "E7 H17 H7 E17 C12 K12", 7: "E7 K21 K7 E21 C14 M14",
	} {
		g := Rosette(base)
		points, err := g.FixedHandicap(6)
		if got := strings.Join(g.Names(points), " "); err != nil || got != want {
			t.Errorf("base %d: %s, %v; want %s", base, got, err, want)
		}
	}
	for base := 3; base <= MaxBase; base++ {
		g := Rosette(base)
		for n := -1; n <= 20; n++ {
			points, err := g.FixedHandicap(n)
			if legal := n >= 2 && n <= 6; legal != (err == nil) || legal && len(points) != n {
				t.Fatalf("base %d, %d stones: %v, %v", base, n, points, err)
			}
			for i := 1; i < len(points); i += 2 {
				a, b := g.At(points[i-1]), g.At(points[i])
				if math.Abs(a.X+b.X) > 1e-6 || math.Abs(a.Y+b.Y) > 1e-6 {
					t.Errorf("base %d: %s and %s are not opposite", base, g.PointName(points[i-1]), g.PointName(points[i]))
				}
			}
		}
	}
}

func TestABoardWithoutFixedHandicapRefusesIt(t *testing.T) {
	for _, name := range []string{"rosette-2", "square-6", "square-9x13"} {
		if _, err := named(t, name).FixedHandicap(2); err == nil ||
			!strings.Contains(err.Error(), "use square boards of side 7 and more, honeycombs of base 3 and more, or free placement") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func named(t *testing.T, name string) *Graph {
	t.Helper()
	g, err := Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
