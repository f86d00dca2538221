package draw

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// Count returns a picture of counting territory on the board: dead stones are removed, captured
// stones fill territory of their own colour, and the remaining points have squares. Every tenth
// point and the last have numbers in counting order. The caption has the sums. The score s is a
// score of g. Count fails under area scoring, like [game.Game.Fill].
func Count(g *game.Game, s game.Score) (*Picture, error) {
	f, err := g.Fill(s)
	if err != nil {
		return nil, err
	}
	p := &Picture{
		Board: f.Board, Captured: f.Captured, Territory: make([]board.Color, g.Graph().Points()),
		Numbers: map[board.Point]string{}, Caption: countCaption(f, s),
	}
	for _, c := range board.Colors {
		for i, q := range f.Open[c] {
			if n := i + 1; n%10 == 0 || n == len(f.Open[c]) {
				p.Numbers[q] = strconv.Itoa(n)
			}
			p.Territory[q] = c
		}
	}
	return p, nil
}

// onBoard are the score items that a filled board shows as open points and leftover stones.
var onBoard = map[string]bool{"space": true, "prisoners": true, "dead": true, "passStones": true}

// countCaption writes the sums for a filled board, one line per player, such as "White: 14 points +
// komi 6.5 = 20.5", and then the winner.
func countCaption(f game.Filling, s game.Score) string {
	var lines []string
	for _, c := range board.Colors {
		open, over := float64(len(f.Open[c])), f.Over[c.Opponent()]
		line, sum := fmt.Sprintf("%s: %s", colorWords[c], counted(open, "point")), open+float64(over)
		if over > 0 {
			line += " + " + counted(float64(over), "prisoner") + " left over"
		}
		for _, item := range s.Items() {
			if n := item.Points[c]; n != 0 && !onBoard[item.Key] {
				line += fmt.Sprintf(" %s %s %s", map[bool]string{true: "−", false: "+"}[n < 0], item.Name,
					half(math.Abs(n)))
				sum += n
			}
		}
		if sum != open {
			line += " = " + half(sum)
		}
		lines = append(lines, line)
	}
	r := s.Result()
	if r.Winner == board.Empty {
		return strings.Join(append(lines, "A draw"), "\n")
	}
	return strings.Join(append(lines, fmt.Sprintf("%s wins by %s", colorWords[r.Winner], counted(r.Margin, "point"))),
		"\n")
}

// counted formats a number with its noun.
func counted(n float64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return half(n) + " " + thing
}

// half formats a whole or half number.
func half(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// A countMark holds a filled board's symbols other than those for living stones.
type countMark struct{ captured, open board.ByColor[string] }

// countMarks are the symbols in ASCII and Unicode.
var countMarks = [2]countMark{
	{
		board.ByColor[string]{board.Black: "x", board.White: "o"},
		board.ByColor[string]{board.Black: "b", board.White: "w"},
	},
	{
		board.ByColor[string]{board.Black: "•", board.White: "◦"},
		board.ByColor[string]{board.Black: "▪", board.White: "▫"},
	},
}

func (s Style) countMarks() countMark {
	if s.Unicode {
		return countMarks[1]
	}
	return countMarks[0]
}

// FilledSymbols returns the symbols in [Filled] by colour: for captured stones, and for open
// points.
func (s Style) FilledSymbols() (captured, open board.ByColor[string]) {
	return s.countMarks().captured, s.countMarks().open
}

// Filled returns a filled board as text: living stones as in [Text], smaller symbols for captured
// stones, and symbols for open points.
func Filled(f game.Filling, s Style) string {
	open := make([]board.Color, f.Board.Graph().Points())
	for _, c := range board.Colors {
		for _, p := range f.Open[c] {
			open[p] = c
		}
	}
	m := s.countMarks()
	symbol := func(p board.Point, star bool) (string, ink) {
		switch {
		case f.Captured[p] != board.Empty:
			return m.captured[f.Captured[p]], inks[f.Captured[p]]
		case open[p] != board.Empty:
			return m.open[open[p]], inks[open[p]]
		}
		return s.stone(f.Board, p, star)
	}
	return s.draw(f.Board, textView{symbol: symbol})
}
