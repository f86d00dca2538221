package sgf

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/internal/quote"
)

// letters lists the coordinate letters in order, from 0.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// coordinate maps a letter to its number and every other byte to 255.
var coordinate = func() (c [256]uint8) {
	for i := range c {
		c[i] = 255
	}
	for i := range letters {
		c[letters[i]] = uint8(i)
	}
	return c
}()

// noPoint marks a place in the rectangle that is not a point.
const noPoint board.Point = -2

// Coordinates translates between the points of a board and SGF letters: one for the column from the
// left, one for the row from the top.
type Coordinates struct {
	*board.Graph
	columns, rows int
	pointAt       []board.Point // by row and column; noPoint where there is no point
	names         []string      // by point
	passTT        bool          // tt is a pass, as in FF[3]
}

// NewCoordinates returns a board's coordinates. On a custom graph, columns and rows count the
// different x and y. If these outnumber the letters or points coincide, the points fill rows from the
// top, in the file's order.
func NewCoordinates(g *board.Graph) (*Coordinates, error) {
	c := &Coordinates{Graph: g}
	switch g.Lattice() {
	case board.Grid:
		c.columns, c.rows = g.Size()
		c.passTT = c.columns <= 19 && c.rows <= 19
	case board.Honeycomb:
		c.columns, c.rows = 4*g.Base()-1, 2*g.Base()
	default:
		places := placesOf(g)
		return c.fill(func(p board.Point) (column, row int) { return places[p][0], places[p][1] }), nil
	}
	return c.fill(func(p board.Point) (column, row int) {
		column, row, _ = g.Coordinates(p) // always known for these lattices
		return column, row
	}), nil
}

// placesOf returns a column and a row for each point on a custom graph.
func placesOf(g *board.Graph) [][2]int {
	var xs, ys []float64
	for p := range board.Point(g.Points()) {
		xs = append(xs, g.At(p).X)
		ys = append(ys, g.At(p).Y)
	}
	slices.Sort(xs)
	slices.Sort(ys)
	xs, ys = slices.Compact(xs), slices.Compact(ys)
	places := make([][2]int, g.Points())
	seen := map[[2]int]bool{}
	for p := range places {
		at := g.At(board.Point(p))
		x, _ := slices.BinarySearch(xs, at.X)
		y, _ := slices.BinarySearch(ys, at.Y)
		places[p] = [2]int{x, y}
		seen[places[p]] = true
	}
	if len(xs) <= len(letters) && len(ys) <= len(letters) && len(seen) == len(places) {
		return places
	}
	columns := int(math.Ceil(math.Sqrt(float64(len(places))))) // at most 32, as MaxPoints is 1024
	for p := range places {
		places[p] = [2]int{p % columns, p / columns}
	}
	return places
}

// fill completes coordinates; at returns a point's column and row.
func (c *Coordinates) fill(at func(p board.Point) (column, row int)) *Coordinates {
	places := make([][2]int, c.Graph.Points())
	for p := range places {
		column, row := at(board.Point(p))
		places[p] = [2]int{column, row}
		c.columns, c.rows = max(c.columns, column+1), max(c.rows, row+1)
	}
	c.pointAt = make([]board.Point, c.columns*c.rows)
	for i := range c.pointAt {
		c.pointAt[i] = noPoint
	}
	c.names = make([]string, len(places))
	for p, place := range places {
		c.pointAt[place[1]*c.columns+place[0]] = board.Point(p)
		c.names[p] = lettersOf(place)
	}
	return c
}

// lettersOf returns the letters for a column and a row.
func lettersOf(place [2]int) string { return string(letters[place[0]]) + string(letters[place[1]]) }

// Point parses a point. It fails if the board has no such point.
func (c *Coordinates) Point(raw string) (board.Point, error) {
	if len(raw) == 2 {
		if x, y := int(coordinate[raw[0]]), int(coordinate[raw[1]]); x < c.columns && y < c.rows {
			if p := c.pointAt[y*c.columns+x]; p != noPoint {
				return p, nil
			}
		}
	} else if trimmed := strings.TrimSpace(raw); trimmed != raw {
		return c.Point(trimmed)
	}
	return board.Pass, fmt.Errorf("no point %q on %s: use a column letter to %c and a row letter to %c",
		quote.Clip(raw, 24), c.Name(), letters[c.columns-1], letters[c.rows-1])
}

// Move parses a point or a pass: an empty value, or tt on square boards up to 19×19.
func (c *Coordinates) Move(raw string) (board.Point, error) {
	if raw == "" || raw == "tt" && c.passTT {
		return board.Pass, nil
	}
	if strings.TrimSpace(raw) == "" {
		return board.Pass, nil
	}
	return c.Point(raw)
}

// Points parses one value in a list of points: a point, or a rectangle given by two corners. On a
// honeycomb a corner need not be a point.
func (c *Coordinates) Points(raw string) ([]board.Point, error) {
	first, second, single := Split(raw)
	if single {
		p, err := c.Point(raw)
		return []board.Point{p}, err
	}
	first, second = strings.TrimSpace(first), strings.TrimSpace(second)
	if len(first) != 2 || len(second) != 2 {
		return nil, fmt.Errorf("%q is not a rectangle; use its corners, such as aa:cc", quote.Clip(raw, 24))
	}
	var ends [4]int
	for i := range 4 {
		ends[i] = int(coordinate[(first + second)[i]])
	}
	left, right := min(ends[0], ends[2]), max(ends[0], ends[2])
	top, bottom := min(ends[1], ends[3]), max(ends[1], ends[3])
	if right >= c.columns || bottom >= c.rows {
		return nil, fmt.Errorf("the rectangle %q leaves %s: use letters to %c and %c",
			quote.Clip(raw, 24), c.Name(), letters[c.columns-1], letters[c.rows-1])
	}
	points := make([]board.Point, 0, (right-left+1)*(bottom-top+1))
	for y := top; y <= bottom; y++ {
		for x := left; x <= right; x++ {
			if p := c.pointAt[y*c.columns+x]; p != noPoint {
				points = append(points, p)
			}
		}
	}
	return points, nil
}

// Write returns the letters of a point, "" for a pass.
func (c *Coordinates) Write(p board.Point) string {
	if p == board.Pass {
		return ""
	}
	return c.names[p]
}
