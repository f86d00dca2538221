package draw

import "strings"

// An ink is a character's colour.
type ink uint8

const (
	lines ink = iota // the board: lines, empty points, names
	black
	white
	latest // parentheses around the last move
)

// inks are the inks for stones by colour.
var inks = [3]ink{lines, black, white}

// ansi are the inks' escape sequences in 256 colours. Their contrast with the background is at
// least 4, for white stones 3.
var ansi = [4]string{
	lines:  "\x1b[22;38;5;234m",
	black:  "\x1b[1;38;5;16m",
	white:  "\x1b[1;38;5;231m",
	latest: "\x1b[1;38;5;52m",
}

const (
	wood  = "\x1b[48;5;137m"
	plain = "\x1b[0m"
)

// A sheet is text that grows when it is written to; line 0 is at the top.
type sheet struct {
	rows   [][]glyph
	colour bool
}

type glyph struct {
	text string // one character, or empty for a blank
	ink  ink
}

// put writes text from a column on, over existing text.
func (s *sheet) put(line, column int, text string, i ink) {
	for len(s.rows) <= line {
		s.rows = append(s.rows, nil)
	}
	row := s.rows[line]
	for _, r := range text {
		for len(row) <= column {
			row = append(row, glyph{})
		}
		row[column] = glyph{string(r), i}
		column++
	}
	s.rows[line] = row
}

// String returns the lines. With colour all lines have the same width, one more than the longest.
// Without colour no line ends in a blank.
func (s *sheet) String() string {
	width := 0
	for _, row := range s.rows {
		width = max(width, len(row)+1)
	}
	var out strings.Builder
	for _, row := range s.rows {
		if s.colour {
			s.paint(&out, row, width)
		} else {
			out.WriteString(strings.TrimRight(spell(row), " "))
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func spell(row []glyph) string {
	var line strings.Builder
	for _, g := range row {
		line.WriteString(g.character())
	}
	return line.String()
}

func (g glyph) character() string {
	if g.text == "" {
		return " "
	}
	return g.text
}

func (s *sheet) paint(out *strings.Builder, row []glyph, width int) {
	out.WriteString(wood + ansi[lines])
	now := lines
	for column := range width {
		var g glyph
		if column < len(row) {
			g = row[column]
		}
		if g.text != "" && g.ink != now {
			now = g.ink
			out.WriteString(ansi[now])
		}
		out.WriteString(g.character())
	}
	out.WriteString(plain)
}
