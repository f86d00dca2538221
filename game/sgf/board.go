package sgf

import (
	"fmt"
	"strings"

	"rosette/game/board"
	"rosette/internal/quote"
)

// The accepted values of GM: 1 is Go. FF[4] has no number for Rosette; here it is 1975, the year of
// its publication.
const (
	gameGo      = "1"
	gameRosette = "1975"
)

// CoordinatesOf returns the coordinates of the board that GM, SZ and XB in the root define; the
// default is Go on 19 lines. It fails with a [Problem] for other games and for invalid boards.
func CoordinatesOf(root *Node) (*Coordinates, error) {
	g, p, err := graphOf(root)
	if err == nil {
		return NewCoordinates(g)
	}
	return nil, root.problem(p, FaultNoBoard, err.Error())
}

// graphOf returns the board, or an error and the property at fault.
func graphOf(root *Node) (*board.Graph, *Property, error) {
	columns, rows, err := size(root)
	if err != nil {
		return nil, root.Property("SZ"), err
	}
	switch gm := gameOf(root); gm {
	case gameGo:
	case gameRosette:
		if strings.HasPrefix(strings.TrimSpace(root.Raw("XB")), "{") {
			g, err := board.ReadShared(root.Text("XB"))
			return g, root.Property("XB"), err
		}
		return honeycomb(root, columns, rows)
	default:
		return nil, root.Property("GM"), fmt.Errorf("GM[%s] is another game; Go is %s, Rosette %s", quote.Clip(gm, 24),
			gameGo, gameRosette)
	}
	if columns == 0 {
		columns, rows = 19, 19
	}
	if columns < 1 || columns > board.MaxSide || rows < 1 || rows > board.MaxSide {
		return nil, root.Property("SZ"), fmt.Errorf("a board of %d×%d; use 1 to %d lines a side", columns, rows,
			board.MaxSide)
	}
	return board.Square(columns, rows), nil, nil
}

// gameOf returns GM without blanks and leading zeros. The default is Go.
func gameOf(root *Node) string {
	gm := strings.TrimSpace(root.Raw("GM"))
	if gm == "" {
		return gameGo
	}
	if n, err := Number(gm); err == nil {
		return itoa(n)
	}
	return gm
}

// size parses SZ. It returns zeros if SZ is missing or empty.
func size(root *Node) (columns, rows int, err error) {
	raw := root.Raw("SZ")
	if strings.TrimSpace(raw) == "" {
		return 0, 0, nil
	}
	if columns, rows, err = parseSize(raw); err != nil {
		return 0, 0, fmt.Errorf("SZ: %w", err)
	}
	if columns == 0 || rows == 0 {
		return 0, 0, fmt.Errorf("a board of %d×%d; use 1 to %d lines a side", columns, rows, board.MaxSide)
	}
	return columns, rows, nil
}

// parseSize parses SZ: a number, or columns and rows with a colon between them, or
// another character that programs put there.
func parseSize(raw string) (columns, rows int, err error) {
	parts := strings.FieldsFunc(raw, func(r rune) bool { return strings.ContainsRune(":,xX×*", r) })
	if len(parts) == 0 || len(parts) > 2 {
		return 0, 0, fmt.Errorf("%q is no size; use SZ[19] or SZ[9:13]", quote.Clip(raw, 24))
	}
	if columns, err = Number(parts[0]); err == nil {
		rows, err = Number(parts[len(parts)-1])
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%w; use SZ[19] or SZ[9:13]", err)
	}
	return columns, rows, nil
}

// properSize returns a size in FF[4]'s form: one number for a square, else two with a colon.
func properSize(raw string) string {
	columns, rows, err := parseSize(raw)
	if err != nil {
		return raw
	}
	if _, err := Number(raw); err == nil {
		return raw
	}
	return sizeText(columns, rows)
}

// sizeText returns SZ for a board.
func sizeText(columns, rows int) string {
	if columns == rows {
		return itoa(columns)
	}
	return itoa(columns) + ":" + itoa(rows)
}

// honeycomb returns the board defined by XB, or by SZ without XB. The two must agree.
func honeycomb(root *Node, columns, rows int) (*board.Graph, *Property, error) {
	p, n := root.Property("SZ"), rows/2
	if columns == 0 {
		p = nil
	}
	if xb := root.Property("XB"); xb != nil && strings.TrimSpace(root.Raw("XB")) != "" {
		var err error
		if n, err = Number(root.Raw("XB")); err != nil || n < 1 || n > board.MaxBase {
			return nil, xb, fmt.Errorf("XB[%s]; use the base, 1 to %d", quote.Clip(root.Raw("XB"), 24), board.MaxBase)
		}
	} else if p == nil {
		return nil, root.Property("GM"), fmt.Errorf("GM[%s] without XB; name the base, 1 to %d", gameRosette,
			board.MaxBase)
	}
	if n < 1 || n > board.MaxBase || p != nil && (columns != 4*n-1 || rows != 2*n) {
		m := min(max(n, 1), board.MaxBase)
		return nil, p, fmt.Errorf("SZ[%s] is not a rosette board; base %d is SZ[%d:%d]", quote.Clip(p.Values[0], 24), m,
			4*m-1, 2*m)
	}
	return board.Rosette(n), nil, nil
}
