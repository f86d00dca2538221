package sgf

import (
	"fmt"
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

// NewCoordinates returns the coordinates of a square board or a honeycomb. It fails for other
// boards.
func NewCoordinates(g *board.Graph) (*Coordinates, error) {
	c := &Coordinates{Graph: g}
	switch g.Lattice() {
	case board.Grid:
		c.columns, c.rows = g.Size()
		c.passTT = c.columns <= 19 && c.rows <= 19
	case board.Honeycomb:
		c.columns, c.rows = 4*g.Base()-1, 2*g.Base()
	default:
		return nil, fmt.Errorf("records are of square and rosette boards, not of %s", g.Name())
	}
	c.pointAt = make([]board.Point, c.columns*c.rows)
	for i := range c.pointAt {
		c.pointAt[i] = noPoint
	}
	c.names = make([]string, g.Points())
	for p := range c.names {
		column, row, _ := g.Coordinates(board.Point(p)) // always known for these lattices
		c.pointAt[row*c.columns+column] = board.Point(p)
		c.names[p] = string(letters[column]) + string(letters[row])
	}
	return c, nil
}

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
	var points []board.Point
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
