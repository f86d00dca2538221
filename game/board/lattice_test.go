package board

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAHoneycombHasThePointsLinesAndHexagonsOfItsBase(t *testing.T) {
	for n := 1; n <= MaxBase; n++ {
		g := Rosette(n)
		degrees := map[int]int{}
		for p := range g.Points() {
			degrees[len(g.Near(Point(p)))]++
		}
		got := []int{g.Points(), len(g.Lines()), len(g.Rosettes()), degrees[2], degrees[3]}
		want := []int{6 * n * n, 9*n*n - 3*n, 3*n*n - 3*n + 1, 6 * n, 6*n*n - 6*n}
		if !slices.Equal(got, want) {
			t.Errorf("base %d: points, lines, hexagons, degrees 2 and 3 are %v, want %v", n, got, want)
		}
	}
}

func TestTheHexagonsAreExactlyTheRingsOfSix(t *testing.T) {
	for n := 1; n <= 4; n++ {
		g := Rosette(n)
		var faces []string
		for _, h := range g.Rosettes() {
			faces = append(faces, fmt.Sprint(slices.Sorted(slices.Values(h))))
		}
		var rings []string
		for _, ring := range ringsOfSix(nearByDistance(g)) {
			rings = append(rings, fmt.Sprint(ring))
		}
		slices.Sort(faces)
		slices.Sort(rings)
		if !slices.Equal(faces, rings) {
			t.Errorf("base %d: hexagons %v, rings %v", n, faces, rings)
		}
	}
}

func TestNeighboursAreExactlyThePointsDrawnOneApart(t *testing.T) {
	for _, name := range []string{"rosette-1", "rosette-4", "rosette-7", "square-9", "square-3x5", "square-1"} {
		g := mustNamed(name)
		for p, want := range nearByDistance(g) {
			if got := slices.Sorted(slices.Values(g.Near(Point(p)))); !slices.Equal(got, want) {
				t.Errorf("%s: %s touches %v, want %v", name, g.PointName(Point(p)), got, want)
			}
		}
	}
}

func TestTheCornersOfAHexagonAreOneFromItsCentre(t *testing.T) {
	g := Rosette(5)
	for _, h := range g.Rosettes() {
		var centre XY
		for _, p := range h {
			centre.X += g.At(p).X / 6
			centre.Y += g.At(p).Y / 6
		}
		for _, p := range h {
			if d := math.Hypot(g.At(p).X-centre.X, g.At(p).Y-centre.Y); math.Abs(d-1) > 1e-9 {
				t.Errorf("%s is %g from the centre of its hexagon", g.PointName(p), d)
			}
		}
	}
}

func TestSymmetriesAreAGroupThatMapsLinesAndRosettes(t *testing.T) {
	for name, order := range map[string]int{
		"rosette-1": 12, "rosette-2": 12, "rosette-5": 12, "square-2": 8, "square-9": 8,
		"square-3x5": 4, "square-9x13": 4, "square-1": 1, "square-1x7": 2,
	} {
		g := mustNamed(name)
		if got := len(g.Symmetries()); got != order {
			t.Errorf("%s has %d symmetries, want %d", name, got, order)
		}
		known := map[string]bool{}
		for _, s := range g.Symmetries() {
			known[fmt.Sprint(s)] = true
			checkSymmetry(t, g, s)
		}
		if len(known) != order {
			t.Errorf("%s: only %d symmetries differ", name, len(known))
		}
		for _, s := range g.Symmetries() {
			for _, u := range g.Symmetries() {
				both := make([]Point, len(s))
				for p := range s {
					both[p] = u[s[p]]
				}
				if !known[fmt.Sprint(both)] {
					t.Errorf("%s: two symmetries make an unknown one", name)
				}
			}
		}
	}
}

// checkSymmetry checks that s is a permutation that preserves neighbours and rosettes.
func checkSymmetry(t *testing.T, g *Graph, s []Point) {
	t.Helper()
	image := func(points []Point) string {
		var to []Point
		for _, p := range points {
			to = append(to, s[p])
		}
		slices.Sort(to)
		return fmt.Sprint(to)
	}
	all, seen := map[string]bool{}, map[Point]bool{}
	for _, h := range g.Rosettes() {
		all[fmt.Sprint(slices.Sorted(slices.Values(h)))] = true
	}
	for _, h := range g.Rosettes() {
		if !all[image(h)] {
			t.Errorf("%s: a symmetry breaks a rosette", g.Name())
		}
	}
	for p, q := range s {
		seen[q] = true
		if image(g.Near(Point(p))) != fmt.Sprint(slices.Sorted(slices.Values(g.Near(q)))) {
			t.Errorf("%s: a symmetry breaks the lines of %s", g.Name(), g.PointName(Point(p)))
		}
	}
	if len(seen) != len(s) {
		t.Errorf("%s: a symmetry puts two points on one", g.Name())
	}
}

func TestPointsRunRowByRowFromTheTopLeft(t *testing.T) {
	for _, name := range []string{"rosette-1", "rosette-3", "rosette-7", "square-5", "square-4x7"} {
		g := mustNamed(name)
		for p := Point(1); int(p) < g.Points(); p++ {
			a, b := g.At(p-1), g.At(p)
			row := g.PointName(p - 1)[0] == g.PointName(p)[0]
			if g.Lattice() == Grid {
				row = a.Y == b.Y
			}
			if row && b.X <= a.X || !row && (b.Y <= a.Y || b.X >= a.X && g.Points() > g.width*g.height) {
				t.Errorf("%s: %s comes before %s", name, g.PointName(p-1), g.PointName(p))
			}
		}
	}
}

func TestNamesOfPointsRoundTripInUpperAndLowerCase(t *testing.T) {
	for _, name := range []string{"rosette-1", "rosette-7", "rosette-12", "square-1", "square-19", "square-25", "square-9x13"} {
		g := mustNamed(name)
		if g.Name() != name {
			t.Errorf("%s is called %s", name, g.Name())
		}
		for p := range Point(g.Points()) {
			for _, text := range []string{g.PointName(p), strings.ToLower(g.PointName(p))} {
				if q, err := g.Point(text); err != nil || q != p {
					t.Errorf("%s: %s is point %d (%v), want %d", name, text, q, err, p)
				}
			}
		}
		if p, err := g.Move("Pass"); p != Pass || err != nil || g.PointName(p) != "pass" {
			t.Errorf("%s: pass is %d, %v", name, p, err)
		}
	}
}

// rowsOf lists the first and last name of each row, top row first.
func rowsOf(g *Graph, row func(name string) string) string {
	var rows []string
	first := g.PointName(0)
	for p := Point(1); int(p) <= g.Points(); p++ {
		last := g.PointName(p - 1)
		if int(p) == g.Points() || row(g.PointName(p)) != row(last) {
			rows = append(rows, first+"–"+last)
			if int(p) < g.Points() {
				first = g.PointName(p)
			}
		}
	}
	return strings.Join(rows, " ")
}

func TestTheRowsOfAHoneycombAreLettersAndItsVerticalsNumbers(t *testing.T) {
	letter := func(name string) string { return name[:1] }
	want := "O7–O21 N6–N22 M5–M23 L4–L24 K3–K25 J2–J26 H1–H27 G1–G27 F2–F26 E3–E25 D4–D24 C5–C23 B6–B22 A7–A21"
	if got := rowsOf(Rosette(7), letter); got != want {
		t.Errorf("base 7 has rows %s\nwant %s", got, want)
	}
	g := Rosette(6)
	column := map[string]float64{}
	for p := range Point(g.Points()) {
		number := g.PointName(p)[1:]
		if x, ok := column[number]; ok && x != g.At(p).X {
			t.Errorf("column %s is not one vertical line", number)
		}
		column[number] = g.At(p).X
	}
	if len(column) != 4*6-1 {
		t.Errorf("base 6 has %d columns, want 23", len(column))
	}
}

func TestTheRowsOfASquareBoardAreNumbersAndItsColumnsLetters(t *testing.T) {
	number := func(name string) string { return name[1:] }
	if got, want := rowsOf(Square(9, 3), number), "A3–J3 A2–J2 A1–J1"; got != want {
		t.Errorf("9 columns by 3 rows are %s, want %s", got, want)
	}
	if w, h := Square(9, 3).Size(); w != 9 || h != 3 {
		t.Errorf("its size is %d by %d", w, h)
	}
	if got := mustNamed("square-9x9").Name(); got != "square-9" {
		t.Errorf("square-9x9 is called %s, want square-9", got)
	}
}

func TestAnUnknownBoardOrPointIsRefusedWithWhatIsRight(t *testing.T) {
	for _, name := range []string{
		"", "rosette", "rosette-0", "rosette-13", "rosette-05", "rosette--5", "rosette-5x5", "rosette-999999999999999999999",
		"Rosette-5", "square", "square-26", "square-0x4", "square-5x", "square-x5", "square-5x5x5", "square-+5", "square-\n5",
		"goban", strings.Repeat("é", 1<<16),
	} {
		_, err := Named(name)
		if err == nil {
			t.Errorf("board %.30q is accepted", name)
			continue
		}
		oneLine(t, err, Boards)
	}
	for _, name := range []string{"", "A", "A22", "P7", "I7", "A07", "7A", "A7 ", "\x00", strings.Repeat("A", 1<<16)} {
		_, err := Rosette(7).Point(name)
		if err == nil {
			t.Errorf("point %.30q is accepted", name)
			continue
		}
		oneLine(t, err, "on rosette-7: use A7 to O21")
	}
}

// oneLine checks that an error is one short line that contains the correction.
func oneLine(t *testing.T, err error, right string) {
	t.Helper()
	text := err.Error()
	if strings.Contains(text, "\n") || utf8.RuneCountInString(text) > 300 || !strings.Contains(text, right) {
		t.Errorf("the error %.400q is not one short line with %q", text, right)
	}
}
