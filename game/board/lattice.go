package board

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// letters name honeycomb rows and square board columns. As usual in Go, I is missing.
const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// A cornerAt is a corner of the honeycomb in integer steps from the board's centre: x to the right
// in steps √3/2 wide, y upwards in steps 1/2 high.
type cornerAt struct{ x, y int }

// newRosette builds the honeycomb as a brick wall: row r = 0 … 2n−1 from the
// bottom holds x = −h … h with h = n + min(r, 2n−1−r). Neighbours in a row
// touch, and (r,x) touches (r+1,x) where x ≡ n+r (mod 2).
func newRosette(n int) *Graph {
	g := &Graph{name: fmt.Sprintf("rosette-%d", n), lattice: Honeycomb, base: n}
	type brick struct{ r, x int }
	index := map[brick]Point{}
	var bricks []brick
	var corners []cornerAt
	for r := 2*n - 1; r >= 0; r-- {
		h := n + min(r, 2*n-1-r)
		for x := -h; x <= h; x++ {
			index[brick{r, x}] = Point(len(bricks))
			bricks = append(bricks, brick{r, x})
			y := 3*r - (3*n - 1)
			if opensUp(n, r, x) {
				y++
			}
			corners = append(corners, cornerAt{x, y})
			g.names = append(g.names, string(letters[r])+strconv.Itoa(x+2*n))
			g.xy = append(g.xy, XY{float64(x) * math.Sqrt(3) / 2, -float64(y) / 2})
			g.places = append(g.places, [2]int{x + 2*n - 1, 2*n - 1 - r})
		}
	}
	g.near = make([][]Point, len(bricks))
	find := func(r, x int) (Point, bool) {
		q, ok := index[brick{r, x}]
		return q, ok
	}
	for p, b := range bricks {
		up := opensUp(n, b.r, b.x)
		g.near[p] = cornersBeside(b.r, b.x, up, find)
		if hexagon, ok := hexagonAbove(b.r, b.x, find); ok && up {
			g.rosettes = append(g.rosettes, hexagon)
		}
	}
	g.symmetries = honeycombSymmetries(corners)
	g.first, g.last = g.names[index[brick{0, -n}]], g.names[index[brick{2*n - 1, n}]]
	return g.finish()
}

// opensUp reports whether a corner's third line leads to the row above.
func opensUp(n, r, x int) bool { return (x-n-r)%2 == 0 }

// cornersBeside returns the corners on the board that touch (r,x): those to the left and right in
// its row, and the one above if up, otherwise below.
func cornersBeside(r, x int, up bool, find func(r, x int) (Point, bool)) (beside []Point) {
	vertical := [2]int{r - 1, x}
	if up {
		vertical[0] = r + 1
	}
	for _, at := range [][2]int{{r, x - 1}, {r, x + 1}, vertical} {
		if p, ok := find(at[0], at[1]); ok {
			beside = append(beside, p)
		}
	}
	return beside
}

// hexagonAbove returns the six corners, in ring order, of the hexagon with lower left corner (r,x),
// if all are on the board.
func hexagonAbove(r, x int, find func(r, x int) (Point, bool)) ([]Point, bool) {
	ring := make([]Point, 0, 6)
	for _, at := range [6][2]int{{r, x}, {r, x + 1}, {r, x + 2}, {r + 1, x + 2}, {r + 1, x + 1}, {r + 1, x}} {
		p, ok := find(at[0], at[1])
		if !ok {
			return nil, false
		}
		ring = append(ring, p)
	}
	return ring, true
}

// honeycombSymmetries returns the rotations by multiples of 60°, then their
// mirror images.
func honeycombSymmetries(corners []cornerAt) [][]Point {
	index := make(map[cornerAt]Point, len(corners))
	for p, c := range corners {
		index[c] = Point(p)
	}
	var all [][]Point
	for mirror := range 2 {
		for turns := range 6 {
			s := make([]Point, len(corners))
			for p, c := range corners {
				if mirror == 1 {
					c.x = -c.x
				}
				for range turns {
					c = cornerAt{(c.x - c.y) / 2, (3*c.x + c.y) / 2}
				}
				s[p] = index[c]
			}
			all = append(all, s)
		}
	}
	return all
}

func newSquare(columns, rows int) *Graph {
	g := &Graph{lattice: Grid, width: columns, height: rows, name: fmt.Sprintf("square-%dx%d", columns, rows)}
	if columns == rows {
		g.name = fmt.Sprintf("square-%d", columns)
	}
	at := func(x, y int) Point { return Point(y*columns + x) }
	for y := range rows {
		for x := range columns {
			g.names = append(g.names, string(letters[x])+strconv.Itoa(rows-y))
			g.places = append(g.places, [2]int{x, y})
			g.xy = append(g.xy, XY{float64(x) - float64(columns-1)/2, float64(y) - float64(rows-1)/2})
			var near []Point
			for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				if u, v := x+d[0], y+d[1]; u >= 0 && u < columns && v >= 0 && v < rows {
					near = append(near, at(u, v))
				}
			}
			g.near = append(g.near, near)
		}
	}
	g.symmetries = squareSymmetries(columns, rows, at)
	g.first, g.last = g.names[at(0, rows-1)], g.names[at(columns-1, 0)]
	return g.finish()
}

func squareSymmetries(columns, rows int, at func(x, y int) Point) [][]Point {
	var all [][]Point
	for k := range 8 {
		transpose := k&4 != 0
		flipX := k&1 != 0
		flipY := k&2 != 0
		if transpose && columns != rows {
			break
		}
		s := make([]Point, columns*rows)
		for y := range rows {
			for x := range columns {
				u, v := x, y
				if flipX {
					u = columns - 1 - u
				}
				if flipY {
					v = rows - 1 - v
				}
				if transpose {
					u, v = v, u
				}
				s[at(x, y)] = at(u, v)
			}
		}
		if !slices.ContainsFunc(all, func(t []Point) bool { return slices.Equal(s, t) }) {
			all = append(all, s) // a board one point wide looks the same when mirrored
		}
	}
	return all
}
