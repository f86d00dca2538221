package board

import (
	"slices"
	"strconv"
	"testing"
)

func TestEachPlayerIsTheOpponentOfTheOther(t *testing.T) {
	for i, c := range Colors {
		if c.Opponent() != Colors[1-i] || c.String() != []string{"black", "white"}[i] {
			t.Errorf("%s: the opponent is %s", c, c.Opponent())
		}
	}
	if Empty.Opponent() != Empty {
		t.Errorf("the opponent of Empty is %s", Empty.Opponent())
	}
}

func TestNamesOfPointsKeepTheirOrder(t *testing.T) {
	g := Rosette(2)
	a1, _ := g.Point("B2")
	c4, _ := g.Point("C4")
	if got, want := g.Names([]Point{c4, Pass, a1}), []string{"C4", "pass", "B2"}; !slices.Equal(got, want) {
		t.Errorf("Names = %q, want %q", got, want)
	}
	if g.Names(nil) == nil {
		t.Error("no points have nil for names; JSON would say null")
	}
}

// The name of a point must agree with its coordinates.
func TestCoordinatesAgreeWithNames(t *testing.T) {
	for _, name := range []string{"rosette-1", "rosette-2", "rosette-5", "rosette-12", "square-1", "square-9x13", "square-25"} {
		g, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		rows := 2 * g.Base()
		if g.Lattice() == Grid {
			_, rows = g.Size()
		} else if g.Points() != 6*g.Base()*g.Base() {
			t.Errorf("%s: %d points of base %d", name, g.Points(), g.Base())
		}
		for p := range Point(g.Points()) {
			column, row, known := g.Coordinates(p)
			first, second := letters[rows-1-row:rows-row], column+1
			if g.Lattice() == Grid {
				first, second = letters[column:column+1], rows-row
			}
			if q, err := g.Point(first + strconv.Itoa(second)); !known || q != p {
				t.Errorf("%s: %s lies at column %d, row %d (%v)", name, g.PointName(p), column, row, err)
			}
		}
	}
}

func TestACustomGraphHasNoCoordinates(t *testing.T) {
	f := Rosette(1).File()
	f.Name = "ring"
	g, err := f.Graph()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, known := g.Coordinates(0); known || g.Base() != 0 {
		t.Errorf("coordinates are known: %v, base %d", known, g.Base())
	}
}
