package gtp

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/internal/quote"
)

// pointNames names points in commands and answers.
type pointNames interface {
	// Point returns the point with a name, in upper or lower case. The error describes the valid names.
	Point(name string) (board.Point, error)
	// Move is like Point and returns [board.Pass] for "pass".
	Move(name string) (board.Point, error)
	// PointName returns p's name, and "pass" for [board.Pass].
	PointName(p board.Point) string
	// Names returns the points' names, in the same order.
	Names(points []board.Point) []string
}

// names returns the names that the controller uses: the graph's own, or for GoGui on a honeycomb its
// cells.
func (s *Session) names() pointNames {
	g := s.game.Graph()
	if s.hexagonal && g.Lattice() == board.Honeycomb {
		return s.hexagonalBoard(g)
	}
	return g
}

// hexagonalBoard returns GoGui's board for a honeycomb. It keeps the last one.
func (s *Session) hexagonalBoard(g *board.Graph) *hexBoard {
	if s.hexBoard == nil || s.hexBoard.graph != g {
		s.hexBoard = newHexBoard(g)
	}
	return s.hexBoard
}

// A cell is a place on GoGui's hexagonal board: x counts columns from the left and y rows from the
// bottom, both from 0. The cells (x±1, y), (x, y±1), (x+1, y+1) and (x−1, y−1) touch (x, y).
type cell struct{ x, y int }

// A hexBoard is a honeycomb as GoGui's hexagonal geometry shows it. The hexagons' corners and centres
// form a triangular lattice, like the cells on a hexagonal board. So each corner is a cell, and the
// cells at the centres are removed. Cells touch if and only if a line joins their corners. The board
// is turned left by 90°: a cell's row is the corner's column, so that both names have the same number.
type hexBoard struct {
	graph  *board.Graph
	side   int // rows and columns: 4n−1 for a honeycomb with base n
	cells  []cell
	byCell map[cell]board.Point
}

// newHexBoard returns the hexagonal board for a honeycomb.
func newHexBoard(g *board.Graph) *hexBoard {
	h := &hexBoard{graph: g, side: 4*g.Base() - 1, byCell: map[cell]board.Point{}}
	left := math.MaxInt
	for p := range board.Point(g.Points()) {
		column, _, _ := g.Coordinates(p)
		height := int(math.Round(-2 * g.At(p).Y)) // in half lines
		x := (column - height + 4*h.side) / 2     // made positive, so that the division rounds down
		h.cells = append(h.cells, cell{x, column})
		left = min(left, x)
	}
	for p := range h.cells {
		h.cells[p].x -= left
		h.byCell[h.cells[p]] = board.Point(p)
	}
	return h
}

// columnLetters are GoGui's letters for columns. Columns after Z have two letters, from AA.
const columnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// name returns GoGui's name for a cell.
func (c cell) name() string {
	letters := columnLetters[c.x%len(columnLetters):][:1]
	if c.x >= len(columnLetters) {
		letters = columnLetters[c.x/len(columnLetters)-1:][:1] + letters
	}
	return letters + strconv.Itoa(c.y+1)
}

// parseCell returns the cell with a name in upper case, and false if it is no name.
func parseCell(name string) (c cell, ok bool) {
	number := strings.TrimLeft(name, columnLetters)
	y, err := strconv.Atoi(number)
	letters := len(name) - len(number)
	if err != nil || y < 1 || strconv.Itoa(y) != number || letters < 1 || letters > 2 {
		return c, false
	}
	for _, letter := range name[:letters] {
		c.x = c.x*len(columnLetters) + strings.IndexRune(columnLetters, letter) + 1
	}
	return cell{c.x - 1, y - 1}, true
}

// Point implements pointNames.
func (h *hexBoard) Point(name string) (board.Point, error) {
	if c, ok := parseCell(strings.ToUpper(name)); ok {
		if p, ok := h.byCell[c]; ok {
			return p, nil
		}
	}
	first, last := h.graph.NameRange()
	return board.Pass, fmt.Errorf("no point %q on %s as GoGui draws it: use the cells with a point, such as %s and %s",
		quote.Clip(name, 24), h.graph.Name(), h.nameOf(first), h.nameOf(last))
}

// nameOf converts a corner's name to its cell's name.
func (h *hexBoard) nameOf(corner string) string {
	p, err := h.graph.Point(corner)
	if err != nil {
		panic(err) // the graph itself has returned the name
	}
	return h.PointName(p)
}

// Move implements pointNames.
func (h *hexBoard) Move(name string) (board.Point, error) {
	if strings.EqualFold(name, "pass") {
		return board.Pass, nil
	}
	return h.Point(name)
}

// PointName implements pointNames.
func (h *hexBoard) PointName(p board.Point) string {
	if p == board.Pass {
		return "pass"
	}
	return h.cells[p].name()
}

// Names implements pointNames.
func (h *hexBoard) Names(points []board.Point) []string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = h.PointName(p)
	}
	return names
}
