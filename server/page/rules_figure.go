package page

import (
	"html/template"
	"slices"
	"strings"

	"rosette/draw"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/narrate"
	"rosette/server/page/shell"
)

// A figure is a diagram with its texts. The browser's board draws it; Picture is for browsers
// without JavaScript.
type figure struct {
	shell.Texts
	ID      string
	Board   string
	Caption string
	Start   []string // the position as text
	Moves   []string
	Picture template.HTML
}

func newFigure(lang, id string) figure {
	d := diagrams()[id]
	f := figure{
		Texts: shell.Texts(lang),
		ID:    id, Board: d.Board, Caption: i18n.T(lang, "rules.d."+id, nil),
		Start: d.words(lang), Picture: stillOf(d),
	}
	for _, do := range d.steps {
		f.Moves = append(f.Moves, do.words(lang, d.game.Graph()))
	}
	if len(d.dead) > 0 {
		args := i18n.Args{"n": len(d.dead), "points": d.names(d.dead)}
		f.Moves = append(f.Moves, i18n.T(lang, "move.dead", args))
	}
	return f
}

// words describes a step, such as "White C4 takes 2 stones".
func (do step) words(lang string, g *board.Graph) string {
	m := narrate.Move{Color: do.color, Captured: do.takes, Rosette: do.rosette, Forbidden: do.refused}
	if do.point != board.Pass {
		m.Point = g.PointName(do.point)
	}
	return narrate.Text(lang, m.Messages()[0], narrate.Viewer{})
}

// words lists the stones and the letters in the frame shown first.
func (d *diagram) words(lang string) []string {
	var lines []string
	first := d.Frames[d.Open]
	for _, c := range board.Colors {
		var points []board.Point
		for p, sign := range first.Stones {
			if string(sign) == letters[c] {
				points = append(points, board.Point(p))
			}
		}
		if len(points) > 0 {
			lines = append(lines, i18n.T(lang, "rules.stones", i18n.Args{
				"color": colorName(lang, c), "points": d.names(points),
			}))
		}
	}
	if lines == nil {
		lines = append(lines, i18n.T(lang, "rules.nostones", nil))
	}
	var marks []string
	for p, letter := range first.Letters {
		marks = append(marks, letter+" "+d.game.Graph().PointName(p))
	}
	if slices.Sort(marks); len(marks) > 0 {
		lines = append(lines, i18n.T(lang, "rules.letters", i18n.Args{"points": strings.Join(marks, ", ")}))
	}
	return lines
}

// names lists points, grouped by row.
func (d *diagram) names(points []board.Point) string {
	return strings.Join(d.game.Graph().Names(points), ", ")
}

// stillOf draws the first frame, on the server. The style sheet gives it the same colours as
// the browser's board.
func stillOf(d *diagram) template.HTML {
	first := d.Frames[d.Open]
	stones := make([]board.Color, len(first.Stones))
	for p, sign := range first.Stones {
		for _, c := range board.Colors {
			if string(sign) == letters[c] {
				stones[p] = c
			}
		}
	}
	still := draw.Inline{Graph: d.game.Graph(), Stones: stones, Labels: first.Letters, Class: "board still"}
	return template.HTML(still.SVG())
}
