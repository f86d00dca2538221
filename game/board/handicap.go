package board

import (
	"fmt"
	"math"

	"rosette/internal/quote"
)

// MostHoneycombHandicap is the largest fixed handicap on a honeycomb: it has six
// star points.
const MostHoneycombHandicap = 6

// FixedHandicap returns the points for n handicap stones. On square boards they follow the Go Text
// Protocol, in its order: 2 to 9 if the side is odd and at least 9, 2 to 4 if it is even and at
// least 8, or 7. On honeycombs with base 3 and more they are 2 to 6 star points, opposite ones
// first. Other boards return an error.
func (g *Graph) FixedHandicap(n int) ([]Point, error) {
	most := g.maxFixedHandicap()
	switch {
	case most == 0:
		return nil,
			fmt.Errorf("board %s has no fixed handicap; use square boards of side 7 and more, honeycombs of base 3 and more, "+
				"or free placement", quote.Clip(g.name, 24))
	case n < 2 || n > most:
		return nil, fmt.Errorf("a fixed handicap of %d on %s; use 2 to %d", n, g.name, most)
	case g.lattice == Honeycomb:
		return g.starsByPairs()[:n], nil
	}
	return g.squareHandicap(n), nil
}

// squareHandicap returns the points for n handicap stones on a square board.
func (g *Graph) squareHandicap(n int) []Point {
	near, far := 2, g.width-3
	if g.width >= 13 {
		near, far = 3, g.width-4
	}
	middle := g.width / 2
	at := func(x, y int) Point { return Point((g.width-1-y)*g.width + x) }
	corners := []Point{at(near, near), at(far, far), at(near, far), at(far, near)}
	sides := []Point{at(near, middle), at(far, middle), at(middle, near), at(middle, far)}
	var points []Point
	points = append(points, corners[:min(n, len(corners))]...)
	points = append(points, sides[:max(0, n-n%2-len(corners))]...)
	if n >= 5 && n%2 == 1 {
		points = append(points, at(middle, middle))
	}
	return points
}

// starsByPairs returns the star points of a honeycomb, each followed by the opposite one. As on
// square boards, the order is lower left, upper right, upper left, lower right; then bottom and
// top.
func (g *Graph) starsByPairs() []Point {
	byAngle := map[int]Point{} // by clockwise angle from straight up, in degrees
	for _, p := range g.Stars() {
		at := g.At(p)
		byAngle[(int(math.Round(math.Atan2(at.X, -at.Y)*180/math.Pi))+360)%360] = p
	}
	var points []Point
	for _, angle := range []int{240, 60, 300, 120, 180, 0} {
		points = append(points, byAngle[angle])
	}
	return points
}

// maxFixedHandicap returns the largest fixed handicap, or 0.
func (g *Graph) maxFixedHandicap() int {
	switch {
	case g.lattice == Honeycomb && g.base >= 3:
		return MostHoneycombHandicap
	case g.lattice != Grid || g.width != g.height || g.width < 7:
		return 0
	case g.width == 7 || g.width%2 == 0:
		return 4
	}
	return 9
}
