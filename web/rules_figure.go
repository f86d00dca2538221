package web

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/i18n"
)

// A figure is a diagram with its words. The browser's board draws it; Picture
// is for who has no JavaScript.
type figure struct {
	tongue
	ID      string
	Board   string
	Caption string
	Start   []string // the position in words
	Moves   []string
	Picture still
}

func newFigure(lang, id string) figure {
	d := diagrams()[id]
	f := figure{
		tongue: tongue(lang),
		ID:     id, Board: d.Board, Caption: i18n.T(lang, "rules.d."+id, nil),
		Start: d.words(lang), Picture: stillOf(d),
	}
	for _, do := range d.deeds {
		f.Moves = append(f.Moves, do.words(lang, d.game.Graph()))
	}
	if len(d.dead) > 0 {
		args := i18n.Args{"n": len(d.dead), "points": d.names(d.dead)}
		f.Moves = append(f.Moves, i18n.T(lang, "rules.step.dead", args))
	}
	return f
}

// words says what happened, such as "White C4 takes 2 stones".
func (do deed) words(lang string, g *board.Graph) string {
	key := "play"
	switch {
	case do.refused != "":
		key = do.refused
	case do.point == board.Pass:
		key = "pass"
	case do.takes > 0:
		key = "takes"
	case do.rosette:
		key = "rosette"
	}
	return i18n.T(lang, "rules.step."+key, i18n.Args{
		"color": colorName(lang, do.color), "point": g.PointName(do.point), "n": do.takes,
	})
}

// words lists the stones of the position shown first, and the letters.
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
			lines = append(lines, i18n.T(lang, "rules.stones", i18n.Args{"color": colorName(lang, c), "points": d.names(points)}))
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

// names lists points, those of a row together.
func (d *diagram) names(points []board.Point) string {
	return strings.Join(d.game.Graph().Names(points), ", ")
}

// A still is that position drawn on the server, in the colours of the
// browser's board.
type still struct {
	View   string
	Path   string
	Stones []placed
	Marks  []placed
}

// A placed thing is a stone by its colour, or a letter.
type placed struct {
	X, Y float64
	Sign string
}

func stillOf(d *diagram) still {
	const rim = 0.95 // as the browser's board has around its points
	g, first := d.game.Graph(), d.Frames[d.Open]
	s, path := still{}, strings.Builder{}
	low, high := board.XY{X: math.Inf(1), Y: math.Inf(1)}, board.XY{X: math.Inf(-1), Y: math.Inf(-1)}
	for p := range board.Point(g.Points()) {
		at := g.At(p)
		low = board.XY{X: min(low.X, at.X), Y: min(low.Y, at.Y)}
		high = board.XY{X: max(high.X, at.X), Y: max(high.Y, at.Y)}
		x, y := round(at.X), round(at.Y)
		if sign := first.Stones[p : p+1]; sign != "." {
			s.Stones = append(s.Stones, placed{x, y, sign})
		}
		if letter, ok := first.Letters[p]; ok {
			s.Marks = append(s.Marks, placed{x, y, letter})
		}
	}
	for _, l := range g.Lines() {
		a, b := g.At(l[0]), g.At(l[1])
		fmt.Fprintf(&path, "M%v %vL%v %v", round(a.X), round(a.Y), round(b.X), round(b.Y))
	}
	s.Path = path.String()
	s.View = fmt.Sprint(round(low.X-rim), round(low.Y-rim), round(high.X-low.X+2*rim), round(high.Y-low.Y+2*rim))
	return s
}
