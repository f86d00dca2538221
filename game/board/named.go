package board

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"rosette/internal/quote"
)

// Limits for the built-in boards.
const (
	MaxBase = 12           // hexagons per side of a honeycomb
	MaxSide = len(letters) // columns or rows of a square board
)

// Boards describes the names that [Named] accepts, for error messages.
const Boards = "rosette-1 to rosette-12, square-1 to square-25, or square-WxH"

// honeycombs and squares build each built-in board once, on first use. [Board.Copy] and evaluators'
// tables compare graphs by pointer, so a process must have one graph per name.
var (
	honeycombs = func() (boards [MaxBase]func() *Graph) {
		for i := range boards {
			boards[i] = sync.OnceValue(func() *Graph { return newRosette(i + 1) })
		}
		return boards
	}()
	squares = func() (boards [MaxSide][MaxSide]func() *Graph) {
		for x := range boards {
			for y := range boards[x] {
				boards[x][y] = sync.OnceValue(func() *Graph { return newSquare(x+1, y+1) })
			}
		}
		return boards
	}()
)

// Named returns the built-in board with a name, such as "rosette-5", "square-19" or
// "square-9x13" (columns × rows), or the custom graph of [Register]. Every call with the same name returns the same
// graph.
func Named(name string) (*Graph, error) {
	kind, size, _ := strings.Cut(name, "-")
	switch kind {
	case string(Honeycomb):
		if n, ok := number(size, MaxBase); ok {
			return Rosette(n), nil
		}
	case string(Grid):
		w, h, both := strings.Cut(size, "x")
		if !both {
			h = w
		}
		columns, ok1 := number(w, MaxSide)
		rows, ok2 := number(h, MaxSide)
		if ok1 && ok2 {
			return Square(columns, rows), nil
		}
	}
	if g, ok := custom.named(name); ok {
		return g, nil
	}
	return nil, fmt.Errorf("board %q unknown; use %s", quote.Clip(name, 24), Boards)
}

// number parses a decimal from 1 to most without sign or leading zeros.
func number(s string, most int) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 1 && n <= most && strconv.Itoa(n) == s
}

// Rosette returns the honeycomb with n hexagons per side. It panics unless 1 ≤ n ≤ [MaxBase]; use
// [Named] for external input.
func Rosette(n int) *Graph { return honeycombs[n-1]() }

// Square returns the square board with that many columns and rows. It panics unless both are from 1
// to [MaxSide]; use [Named] for external input.
func Square(columns, rows int) *Graph { return squares[columns-1][rows-1]() }
