// Package draw shows a position to people: as text with [Text] and [Game], and as
// SVG and PNG with a [Picture].
package draw

import (
	"fmt"
	"math"
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// A Style says how text is drawn. The zero Style is plain ASCII without colour.
type Style struct {
	Unicode bool // round stones and ruled lines instead of letters
	Colour  bool // ANSI colours, on top of marks that tell everything without
	Compact bool // honeycombs without the upright lines: two lines a row, not three
}

// marks are what stands for a point, by its state.
type marks struct {
	stone    board.ByColor[string] // by colour; Empty is a vacant point
	immortal board.ByColor[string] // by colour, a stone of a chain that holds a rosette
	star     string                // a vacant point that a square board marks
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

// drawers is how each family of boards becomes text; [Text] draws the others
// as a plot.
var drawers = map[board.Lattice]func(*board.View, Style, view) *sheet{
	board.Honeycomb: honeycomb,
	board.Grid:      grid,
}

// Text draws the stones with the names of the rows and columns around them,
// and the marked points, if any, in parentheses; a pass marks nothing. Stones of chains that hold a rosette
// look different from mortal ones.
func Text(b *board.View, s Style, marked ...board.Point) string {
	v := view{
		stands: func(p board.Point, star bool) (string, ink) { return s.stone(b, p, star) },
		marked: map[board.Point]bool{},
	}
	for _, p := range marked {
		v.marked[p] = p != board.Pass
	}
	return s.draw(b, v)
}

// A view is what a board shows: what stands on each point, and which are marked.
type view struct {
	stands func(p board.Point, star bool) (string, ink)
	marked map[board.Point]bool
}

func (s Style) draw(b *board.View, v view) string {
	drawer, ok := drawers[b.Graph().Lattice()]
	if !ok {
		drawer = plot
	}
	return drawer(b, s, v).String()
}

// Game draws the position with its last move marked, a legend, and the stones
// that each player has taken.
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
	return Text(g.Board(), s, marked...) + "\n" + legend +
		fmt.Sprintf("\nCaptures: Black %d, White %d.\n", g.Prisoners(board.Black), g.Prisoners(board.White))
}

// Legend says in one line what the marks of a board stand for.
func Legend(g *board.Graph, s Style) string {
	m := s.marks()
	legend := fmt.Sprintf("%s Black  %s White", m.stone[board.Black], m.stone[board.White])
	if len(g.Rosettes()) > 0 {
		legend += fmt.Sprintf("  %s %s with a rosette", m.immortal[board.Black], m.immortal[board.White])
	}
	return legend
}

// stone returns the ink for a point and what stands there.
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

// round is the nearest whole number.
func round(x float64) int { return int(math.Round(x)) }

// rightAligned puts text so that it ends at column.
func rightAligned(column int, text string) int { return column - len([]rune(text)) + 1 }

// title spells a name of rows or columns: its letters or its digits alone.
func title(name string, digits bool) string {
	return strings.Map(func(r rune) rune {
		if (r >= '0' && r <= '9') == digits {
			return r
		}
		return -1
	}, name)
}
