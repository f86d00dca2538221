package sgf

import (
	"fmt"
	"strings"

	"rosette/game/board"
	"rosette/quote"
)

// The numbers of games that GM takes here: 1 is Go, and 1975, the year in which
// the game was published, is Rosette, which has no number of its own.
const (
	gameGo      = "1"
	gameRosette = "1975"
)

// letters are the coordinates, from 0.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// coordinate maps a letter to its number, and all else to 255.
var coordinate = func() (c [256]uint8) {
	for i := range c {
		c[i] = 255
	}
	for i := range letters {
		c[letters[i]] = uint8(i)
	}
	return c
}()

// noPoint marks a place of the rectangle where the board has no point.
const noPoint board.Point = -2

// A Coordinates is a board with its coordinates in records: a letter for the column
// from the left and one for the row from the top.
type Coordinates struct {
	*board.Graph
	columns, rows int
	at            []board.Point // by row and column
	names         []string      // by point
	passTT        bool          // tt is a pass, as FF[3] had it
}

// NewCoordinates returns the coordinates of a board, which is square or a honeycomb;
// other boards have none.
func NewCoordinates(g *board.Graph) (*Coordinates, error) {
	at := &Coordinates{Graph: g}
	switch g.Lattice() {
	case board.Grid:
		at.columns, at.rows = g.Size()
		at.passTT = at.columns <= 19 && at.rows <= 19
	case board.Honeycomb:
		at.rows = 2 * g.Base()
		at.columns = 2*at.rows - 1
	default:
		return nil, fmt.Errorf("records are of square and rosette boards, not of %s", g.Name())
	}
	at.at = make([]board.Point, at.columns*at.rows)
	for i := range at.at {
		at.at[i] = noPoint
	}
	at.names = make([]string, g.Points())
	for p := range at.names {
		x, y, _ := g.Coordinates(board.Point(p))
		at.at[y*at.columns+x] = board.Point(p)
		at.names[p] = string(letters[x]) + string(letters[y])
	}
	return at, nil
}

// CoordinatesOf returns the board that the root of a tree names by GM, SZ and XB.
// Without a word it is Go on 19 lines.
func CoordinatesOf(root *Node) (*Coordinates, error) {
	g, p, err := graphOf(root)
	if err == nil {
		return NewCoordinates(g)
	}
	return nil, root.problem(p, err.Error())
}

// graphOf returns the board, or what is wrong and in which property.
func graphOf(root *Node) (*board.Graph, *Property, error) {
	columns, rows, err := size(root)
	if err != nil {
		return nil, root.Property("SZ"), err
	}
	switch gm := strings.TrimSpace(root.Raw("GM")); {
	case gm == gameRosette:
		return honeycomb(root, columns, rows)
	case gm != gameGo && root.Has("GM"):
		return nil, root.Property("GM"), fmt.Errorf("GM[%s] is another game; Go is 1, Rosette %s", quote.Clip(gm, 24), gameRosette)
	}
	if columns == 0 {
		columns, rows = 19, 19
	}
	if columns < 1 || columns > board.MaxSide || rows < 1 || rows > board.MaxSide {
		return nil, root.Property("SZ"), fmt.Errorf("a board of %d×%d; use 1 to %d lines a side", columns, rows, board.MaxSide)
	}
	return board.Square(columns, rows), nil, nil
}

// size reads SZ, zeros if there is none.
func size(root *Node) (columns, rows int, err error) {
	p := root.Property("SZ")
	if p == nil || len(p.Values) == 0 {
		return 0, 0, nil
	}
	first, second, square := Split(p.Values[0])
	if columns, err = Number(first); err != nil {
		return 0, 0, fmt.Errorf("SZ: %w; use SZ[19] or SZ[9:13]", err)
	}
	if square {
		second = first
	}
	if rows, err = Number(second); err != nil {
		return 0, 0, fmt.Errorf("SZ: %w; use SZ[19] or SZ[9:13]", err)
	}
	if columns == 0 || rows == 0 {
		return 0, 0, fmt.Errorf("a board of %d×%d; use 1 to %d lines a side", columns, rows, board.MaxSide)
	}
	return columns, rows, nil
}

// honeycomb returns the board of XB, which SZ must not contradict, or of SZ.
func honeycomb(root *Node, columns, rows int) (*board.Graph, *Property, error) {
	p, n := root.Property("SZ"), rows/2
	if xb := root.Property("XB"); xb != nil {
		var err error
		if n, err = Number(root.Raw("XB")); err != nil || n < 1 || n > board.MaxBase {
			return nil, xb, fmt.Errorf("XB[%s]; use the base, 1 to %d", quote.Clip(root.Raw("XB"), 24), board.MaxBase)
		}
	} else if p == nil {
		return nil, root.Property("GM"), fmt.Errorf("GM[%s] without XB; name the base, 1 to %d", gameRosette, board.MaxBase)
	}
	if n < 1 || n > board.MaxBase || p != nil && (columns != 4*n-1 || rows != 2*n) {
		m := min(max(n, 1), board.MaxBase)
		return nil, p, fmt.Errorf("SZ[%s] is no rosette board; base %d is SZ[%d:%d]", quote.Clip(p.Values[0], 24), m, 4*m-1, 2*m)
	}
	return board.Rosette(n), nil, nil
}

// Point reads a point of the board.
func (g *Coordinates) Point(raw string) (board.Point, error) {
	if len(raw) == 2 {
		if x, y := int(coordinate[raw[0]]), int(coordinate[raw[1]]); x < g.columns && y < g.rows {
			if p := g.at[y*g.columns+x]; p != noPoint {
				return p, nil
			}
		}
	} else if trimmed := strings.TrimSpace(raw); trimmed != raw {
		return g.Point(trimmed)
	}
	return board.Pass, fmt.Errorf("no point %q on %s: use a column letter to %c and a row letter to %c",
		quote.Clip(raw, 24), g.Name(), letters[g.columns-1], letters[g.rows-1])
}

// Move reads a point or a pass: nothing, or tt on square boards up to 19×19.
func (g *Coordinates) Move(raw string) (board.Point, error) {
	if raw == "" || raw == "tt" && g.passTT {
		return board.Pass, nil
	}
	if strings.TrimSpace(raw) == "" {
		return board.Pass, nil
	}
	return g.Point(raw)
}

// Points reads one value of a list: a point, or the points of a rectangle given
// by two corners. On a honeycomb a corner may lie where the board has no point.
func (g *Coordinates) Points(raw string) ([]board.Point, error) {
	first, second, single := Split(raw)
	if single {
		p, err := g.Point(raw)
		return []board.Point{p}, err
	}
	first, second = strings.TrimSpace(first), strings.TrimSpace(second)
	if len(first) != 2 || len(second) != 2 {
		return nil, fmt.Errorf("%q is no rectangle; use its corners, such as aa:cc", quote.Clip(raw, 24))
	}
	var ends [4]int
	for i := range 4 {
		ends[i] = int(coordinate[(first + second)[i]])
	}
	left, right := min(ends[0], ends[2]), max(ends[0], ends[2])
	top, bottom := min(ends[1], ends[3]), max(ends[1], ends[3])
	if right >= g.columns || bottom >= g.rows {
		return nil, fmt.Errorf("the rectangle %q leaves %s: use letters to %c and %c",
			quote.Clip(raw, 24), g.Name(), letters[g.columns-1], letters[g.rows-1])
	}
	var points []board.Point
	for y := top; y <= bottom; y++ {
		for x := left; x <= right; x++ {
			if p := g.at[y*g.columns+x]; p != noPoint {
				points = append(points, p)
			}
		}
	}
	return points, nil
}

// Write returns the letters of a point, and "" for a pass.
func (g *Coordinates) Write(p board.Point) string {
	if p == board.Pass {
		return ""
	}
	return g.names[p]
}
