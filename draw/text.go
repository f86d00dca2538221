// Package draw draws positions: as text for a terminal with [Text], [Game] and [Ownership], as SVG
// and PNG with [Picture], and as an SVG element in a page with [Inline]. [FromRecord] returns the
// picture of a game record. It supports every board, square, honeycomb or custom.
package draw

import (
	"fmt"
	"math"
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// A Style is a text style. The zero Style is plain ASCII without colour.
type Style struct {
	Unicode bool // round stones and box-drawing lines instead of letters
	Colour  bool // ANSI colours; the symbols suffice without them
	Compact bool // honeycombs without vertical lines: two text lines per row instead of three
}

// marks are the symbols for points.
type marks struct {
	stone    board.ByColor[string] // by colour; Empty is a vacant point
	immortal board.ByColor[string] // by colour, a stone in a chain with a rosette
	star     string                // a vacant point marked on a square board
	line     map[rune]string
}

var (
	ascii = marks{
		stone:    board.ByColor[string]{".", "X", "O"},
		immortal: board.ByColor[string]{".", "#", "@"},
		star:     "+",
		line:     map[rune]string{'|': "|", '/': "/", '\\': `\`},
	}
	unicode = marks{
		stone:    board.ByColor[string]{"·", "●", "○"},
		immortal: board.ByColor[string]{"·", "⬢", "⬡"},
		star:     "+",
		line:     map[rune]string{'|': "│", '/': "╱", '\\': "╲"},
	}
)

func (s Style) marks() marks {
	if s.Unicode {
		return unicode
	}
	return ascii
}

// drawers draw each family of boards as text. customPlot draws other boards.
var drawers = map[board.Lattice]func(*board.View, Style, textView) *sheet{
	board.Honeycomb: honeycomb,
	board.Grid:      grid,
}

// Text returns the stones with row and column names around them, and marked points in parentheses.
// It ignores a pass among the marked points. Stones in chains with a rosette have a different
// symbol.
func Text(b *board.View, s Style, marked ...board.Point) string {
	v := textView{
		symbol: func(p board.Point, star bool) (string, ink) { return s.stone(b, p, star) },
		marked: map[board.Point]bool{},
	}
	for _, p := range marked {
		v.marked[p] = p != board.Pass
	}
	return s.draw(b, v)
}

// A textView defines the symbol on each point, and the marked points.
type textView struct {
	symbol func(p board.Point, star bool) (string, ink)
	marked map[board.Point]bool
}

func (s Style) draw(b *board.View, v textView) string {
	drawer, ok := drawers[b.Graph().Lattice()]
	if !ok {
		drawer = customPlot
	}
	return drawer(b, s, v).String()
}

// Game returns the position with the last move marked, a legend, the last move, each player's
// captures, and the stones left to play if the rules limit them.
func Game(g *game.Game, s Style) string {
	var marked []board.Point
	last, moved := g.Last()
	if moved && last.Point != board.Pass && g.Board().At(last.Point) == last.Color {
		marked = append(marked, last.Point)
	}
	legend := Legend(g.Graph(), s)
	if moved {
		legend += fmt.Sprintf("\nLast move: %s %s.", last.Color, g.Graph().PointName(last.Point))
	}
	legend += fmt.Sprintf("\nCaptures: Black %d, White %d.\n", g.Prisoners(board.Black), g.Prisoners(board.White))
	if black, limited := g.StonesLeft(board.Black); limited {
		white, _ := g.StonesLeft(board.White)
		legend += fmt.Sprintf("Stones left: Black %d, White %d.\n", black, white)
	}
	return Text(g.Board(), s, marked...) + "\n" + legend
}

// Legend explains a board's symbols in one line.
func Legend(g *board.Graph, s Style) string {
	m := s.marks()
	legend := fmt.Sprintf("%s Black  %s White", m.stone[board.Black], m.stone[board.White])
	if len(g.Rosettes()) > 0 {
		legend += fmt.Sprintf("  %s %s with a rosette", m.immortal[board.Black], m.immortal[board.White])
	}
	return legend
}

// Symbols returns the symbols for stones by colour, and for stones in a chain with a rosette.
func (s Style) Symbols() (stone, immortal board.ByColor[string]) {
	return s.marks().stone, s.marks().immortal
}

// stone returns a point's symbol and ink.
func (s Style) stone(b *board.View, p board.Point, star bool) (string, ink) {
	c, m := b.At(p), s.marks()
	switch {
	case c == board.Empty && star:
		return m.star, lines
	case c == board.Empty:
		return m.stone[c], lines
	case b.Immortal(p):
		return m.immortal[c], inks[c]
	}
	return m.stone[c], inks[c]
}

// round returns the nearest integer.
func round(x float64) int { return int(math.Round(x)) }

// rightAligned returns the column where a text that ends at column begins.
func rightAligned(column int, text string) int { return column - len([]rune(text)) + 1 }

// title returns the letters or the digits in a point's name, which name its row and column.
func title(name string, digits bool) string {
	return strings.Map(func(r rune) rune {
		if (r >= '0' && r <= '9') == digits {
			return r
		}
		return -1
	}, name)
}
