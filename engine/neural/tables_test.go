package neural

import (
	"slices"
	"testing"

	"rosette/game/board"
)

func named(t testing.TB, name string) *board.Graph {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func tablesOf(t testing.TB, name string) *BoardTables {
	t.Helper()
	d, ok := NewBoardTables(named(t, name))
	if !ok {
		t.Fatalf("%s has no tables", name)
	}
	return d
}

// around returns the points on the board that taps from … to−1 read at p, sorted.
func (d *BoardTables) around(p, from, to int) []board.Point {
	var points []board.Point
	for _, q := range d.tapPoints[p*d.taps+from : p*d.taps+to] {
		if int(q) < len(d.points) {
			points = append(points, board.Point(q))
		}
	}
	slices.Sort(points)
	return points
}

// secondNeighbours returns the points two steps from p, without p.
func secondNeighbours(g *board.Graph, p board.Point) []board.Point {
	var points []board.Point
	for _, q := range g.Near(p) {
		for _, r := range g.Near(q) {
			if r != p {
				points = append(points, r)
			}
		}
	}
	slices.Sort(points)
	return slices.Compact(points)
}

func TestTheTapsOfAHoneycombAreNeighboursSecondNeighboursAndOppositeCorners(t *testing.T) {
	for _, name := range []string{"rosette-1", "rosette-2", "rosette-4", "rosette-7"} {
		g, d := named(t, name), tablesOf(t, name)
		for p := range board.Point(g.Points()) {
			near, second := slices.Sorted(slices.Values(g.Near(p))), secondNeighbours(g, p)
			var opposite, all []board.Point
			for _, h := range g.RosettesAt(p) {
				ring := g.Rosettes()[h]
				opposite = append(opposite, ring[(slices.Index(ring, p)+3)%6])
				all = append(all, ring...)
			}
			slices.Sort(opposite)
			if d.tapPoints[int(p)*d.taps] != int32(p) || !slices.Equal(d.around(int(p), 1, 4), near) {
				t.Fatalf("%s: taps 0 to 3 of %s are %v", name, g.PointName(p), d.around(int(p), 0, 4))
			}
			// A second neighbour may be reached through a point off the board.
			if got := d.around(int(p), 4, 10); !subset(second, got) {
				t.Fatalf("%s: taps 4 to 9 of %s are %v, want %v and no neighbours", name, g.PointName(p), got, second)
			}
			if got := d.around(int(p), 10, 13); !subset(opposite, got) {
				t.Fatalf("%s: taps 10 to 12 of %s are %v, want %v", name, g.PointName(p), got, opposite)
			}
			slices.Sort(all)
			if !subset(slices.Compact(all), d.around(int(p), 0, 13)) {
				t.Fatalf("%s: the taps of %s miss corners of its hexagons", name, g.PointName(p))
			}
			if len(g.RosettesAt(p)) == 3 && (len(d.around(int(p), 0, 13)) != 13 || !slices.Equal(d.around(int(p), 4, 10), second)) {
				t.Fatalf("%s: the taps of %s inside are %v", name, g.PointName(p), d.around(int(p), 0, 13))
			}
		}
	}
}

func subset(small, large []board.Point) bool {
	for _, p := range small {
		if !slices.Contains(large, p) {
			return false
		}
	}
	return true
}

func TestTheTapsOfASquareBoardAreTheThreeByThreeSquare(t *testing.T) {
	d := tablesOf(t, "square-4x3")
	off := int32(12)
	for p, want := range map[int][]int32{
		5: {5, 1, 6, 9, 4, 2, 10, 8, 0},          // B2: above, right, below, left; then the corners clockwise from the upper right
		0: {0, off, 1, 4, off, off, 5, off, off}, // A3
		3: {3, off, off, 7, 2, off, off, 6, off}, // D3
		8: {8, 4, 9, off, off, 5, off, off, off}, // A1
	} {
		if got := d.tapPoints[p*9 : p*9+9]; !slices.Equal(got, want) {
			t.Errorf("taps of %d are %v, want %v", p, got, want)
		}
	}
}

// The taps at a point's image are the images of its taps. The order may differ within neighbours,
// second neighbours and opposite corners.
func TestTapsFollowTheSymmetriesOfTheBoard(t *testing.T) {
	for _, name := range []string{"rosette-3", "square-6", "square-4x3"} {
		g, d := named(t, name), tablesOf(t, name)
		for k, s := range g.Symmetries() {
			for _, run := range [][2]int{{0, 1}, {1, 4}, {4, 10}, {10, 13}} {
				if g.Lattice() == board.Grid {
					run = [2]int{0, 9}
				}
				for p := range g.Points() {
					var want []board.Point
					for _, q := range d.around(p, run[0], run[1]) {
						want = append(want, s[q])
					}
					slices.Sort(want)
					if got := d.around(int(s[p]), run[0], run[1]); !slices.Equal(got, want) {
						t.Fatalf("%s, symmetry %d: taps of the image of %d are %v, want %v", name, k, p, got, want)
					}
				}
			}
		}
	}
}

func TestACustomBoardHasNoTables(t *testing.T) {
	g, err := board.File{Name: "line", Points: []board.FilePoint{{Name: "A1"}, {Name: "B1", X: 1}}, Lines: [][]string{{"A1", "B1"}}}.Graph()
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := NewBoardTables(g); ok {
		t.Error("a custom board has one")
	}
}
