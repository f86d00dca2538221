package board

import "math"

// Stars returns the points that pictures mark with a dot for orientation: the usual ones on square
// boards with side 7 and more; on honeycombs with base 3 and more one point in each of six sectors,
// all equally far from the middle, which is a hexagon. Other boards have no stars.
func (g *Graph) Stars() []Point {
	var stars []Point
	is := func(Point) bool { return false }
	switch g.lattice {
	case Grid:
		is = func(p Point) bool { return star(int(p)%g.width, g.width, int(p)/g.width, g.height) }
	case Honeycomb:
		is = g.sectorPoint()
	}
	for p := range Point(g.Points()) {
		if is(p) {
			stars = append(stars, p)
		}
	}
	return stars
}

func star(across, width, down, height int) bool {
	acrossEdge, acrossMiddle := edgeOrMiddle(across, width)
	downEdge, downMiddle := edgeOrMiddle(down, height)
	large := min(width, height) >= 13
	return acrossEdge && downEdge || acrossMiddle && downMiddle ||
		large && (acrossEdge && downMiddle || acrossMiddle && downEdge)
}

func edgeOrMiddle(i, side int) (edge, middle bool) {
	if side < 7 {
		return false, false
	}
	from := 2
	if side >= 13 {
		from = 3
	}
	return i == from || i == side-1-from, side%2 == 1 && side >= 9 && i == side/2
}

// sectorPoint returns a test for stars on a honeycomb. From the board's middle to the middle of a
// side there are points at 1, 2, 4, 5, 7, 8 … lines: the star is the one nearest to three fifths of
// the way.
func (g *Graph) sectorPoint() func(Point) bool {
	if g.base < 3 {
		return func(Point) bool { return false }
	}
	way := 0.62 * (1.5*float64(g.base) - 0.5)
	far := 1
	for d := 1; d <= 2*g.base; d++ {
		if d%3 != 0 && math.Abs(float64(d)-way) < math.Abs(float64(far)-way) {
			far = d
		}
	}
	return func(p Point) bool {
		at := g.At(p)
		onAxis := math.Abs(math.Remainder(math.Atan2(at.X, at.Y), math.Pi/3)) < 1e-6
		return onAxis && math.Abs(math.Hypot(at.X, at.Y)-float64(far)) < 1e-6
	}
}
