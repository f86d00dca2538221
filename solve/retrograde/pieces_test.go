package retrograde

import (
	"slices"
	"testing"

	"rosette/game/board"
)

// piece returns the part of a honeycomb with the hexagons around some points, given as coordinates:
// a steps to the right and b steps down to the right.
func piece(t testing.TB, name string, hexagons ...[2]int) *board.Graph {
	t.Helper()
	large := board.Rosette(4)
	centre := func(rosette []board.Point) (c board.XY) {
		for _, p := range rosette {
			c.X += large.At(p).X / 6
			c.Y += large.At(p).Y / 6
		}
		return c
	}
	f := board.File{Name: name}
	var points []board.Point
	for _, h := range hexagons {
		// the middles of neighbouring hexagons are √3 apart
		x, y := 1.7320508*(float64(h[0])+float64(h[1])/2), 1.5*float64(h[1])
		found := slices.IndexFunc(large.Rosettes(), func(r []board.Point) bool {
			c := centre(r)
			return max(c.X-x, x-c.X) < 0.1 && max(c.Y-y, y-c.Y) < 0.1
		})
		if found < 0 {
			t.Fatalf("no hexagon at %v", h)
		}
		rosette := large.Rosettes()[found]
		f.Rosettes = append(f.Rosettes, large.Names(rosette))
		points = append(points, rosette...)
	}
	slices.Sort(points)
	points = slices.Compact(points)
	for _, p := range points {
		f.Points = append(f.Points, board.FilePoint{Name: large.PointName(p), X: large.At(p).X, Y: large.At(p).Y})
	}
	for _, l := range large.Lines() {
		if slices.Contains(points, l[0]) && slices.Contains(points, l[1]) {
			f.Lines = append(f.Lines, large.Names(l[:]))
		}
	}
	g, err := f.Graph()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// pieces returns parts of a honeycomb, named by their looks.
func pieces(t testing.TB) map[string]*board.Graph {
	return map[string]*board.Graph{
		"two":      piece(t, "two", [2]int{0, 0}, [2]int{1, 0}),
		"triangle": piece(t, "triangle", [2]int{0, 0}, [2]int{1, 0}, [2]int{0, 1}),
		"bent":     piece(t, "bent", [2]int{0, 0}, [2]int{1, 0}, [2]int{1, 1}),
		"row":      piece(t, "row", [2]int{-1, 0}, [2]int{0, 0}, [2]int{1, 0}),
		"rhombus":  piece(t, "rhombus", [2]int{0, 0}, [2]int{1, 0}, [2]int{0, 1}, [2]int{1, 1}),
	}
}
