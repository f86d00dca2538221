package board

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"rosette/quote"
)

// letters name the rows of a honeycomb and the columns of a square board. There is
// no I, as usual in Go.
const letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// Limits of the built-in boards.
const (
	MaxBase = 12           // hexagons a side of a honeycomb
	MaxSide = len(letters) // columns or rows of a square board
)

// Boards says for error messages which names [Named] takes.
const Boards = "rosette-1 to rosette-12, square-1 to square-25, or square-WxH"

// built holds the graphs that Named has built, by name. It is the one cache of this
// package: graphs are compared by pointer, in [Board.Copy] and in tables that
// evaluators keep for a graph, so one process must have one graph of a name. It
// cannot grow beyond the 12 honeycombs and 625 square boards.
var built sync.Map

// Named returns the built-in board with a name, such as "rosette-5", "square-19" or
// "square-9x13" (columns × rows). Every call with the same name returns the same
// graph.
func Named(name string) (*Graph, error) {
	if g, ok := built.Load(name); ok {
		return g.(*Graph), nil
	}
	g, err := build(name)
	if err != nil {
		return nil, err
	}
	shared, _ := built.LoadOrStore(g.name, g)
	return shared.(*Graph), nil
}

func build(name string) (*Graph, error) {
	unknown := fmt.Errorf("board %q unknown; use %s", quote.Clip(name, 24), Boards)
	kind, size, _ := strings.Cut(name, "-")
	switch kind {
	case "rosette":
		if n, ok := number(size, MaxBase); ok {
			return newRosette(n), nil
		}
	case "square":
		w, h, both := strings.Cut(size, "x")
		if !both {
			h = w
		}
		columns, ok1 := number(w, MaxSide)
		rows, ok2 := number(h, MaxSide)
		if ok1 && ok2 {
			return newSquare(columns, rows), nil
		}
	}
	return nil, unknown
}

// number parses a decimal from 1 to most without sign or leading zeros.
func number(s string, most int) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 1 && n <= most && strconv.Itoa(n) == s
}

// Rosette returns the honeycomb with n hexagons a side. It panics unless
// 1 ≤ n ≤ [MaxBase]; use [Named] for a size from outside.
func Rosette(n int) *Graph { return mustNamed(fmt.Sprintf("rosette-%d", n)) }

// Square returns the square board with that many columns and rows. It panics
// unless both are from 1 to [MaxSide]; use [Named] for a size from outside.
func Square(columns, rows int) *Graph {
	if columns == rows {
		return mustNamed(fmt.Sprintf("square-%d", columns))
	}
	return mustNamed(fmt.Sprintf("square-%dx%d", columns, rows))
}

func mustNamed(name string) *Graph {
	g, err := Named(name)
	if err != nil {
		panic(err)
	}
	return g
}

// A cornerAt is a corner of the honeycomb in whole steps from the centre of the
// board: x of √3/2 to the right, y of 1/2 upwards.
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
	for p, b := range bricks {
		vertical := brick{b.r - 1, b.x}
		if opensUp(n, b.r, b.x) {
			vertical.r = b.r + 1
		}
		for _, to := range []brick{{b.r, b.x - 1}, {b.r, b.x + 1}, vertical} {
			if q, ok := index[to]; ok {
				g.near[p] = append(g.near[p], q)
			}
		}
		if hexagon, ok := hexagonAbove(b.r, b.x, func(r, x int) (Point, bool) {
			q, ok := index[brick{r, x}]
			return q, ok
		}); ok && opensUp(n, b.r, b.x) {
			g.rosettes = append(g.rosettes, hexagon)
		}
	}
	g.symmetries = honeycombSymmetries(corners)
	g.first, g.last = g.names[index[brick{0, -n}]], g.names[index[brick{2*n - 1, n}]]
	return g.finish()
}

// opensUp reports whether the third line of a corner leads to the row above.
func opensUp(n, r, x int) bool { return (x-n-r)%2 == 0 }

// hexagonAbove returns the six corners, in a ring, of the hexagon whose lower
// left corner is (r,x), if all are on the board.
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
		transpose, flipX, flipY := k&4 != 0, k&1 != 0, k&2 != 0
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
