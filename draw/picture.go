package draw

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"rosette/game/board"
)

// A Picture is a position to draw. Only Board is required; the zero value of every other field adds
// nothing. Equal pictures have equal output, byte for byte.
type Picture struct {
	Board       *board.View
	Theme       Theme                  // default [Wood]
	Coordinates bool                   // draw row and column names on all sides; on custom boards, point names
	Numbers     map[board.Point]string // text on stones and, with the lines interrupted, on empty points
	Marks       []Mark
	Territory   []board.Color // owner of each point, drawn as a small square where there is no live stone
	Dead        []board.Point // stones to cross out and fade
	Captured    []board.Color // by point: a captured stone that fills territory, drawn small on an empty point
	Ownership   []float32     // by point, −1 (White's) to 1 (Black's), as squares of varying size
	Tint        []float32     // the same as a tint around each point
	Title       string        // line above
	Caption     string        // lines below
	Rotate      float64       // degrees clockwise; text stays upright
	Alt         string        // the SVG's alternative text; default is the stones by name
}

// A Shape is the shape of a [Mark].
type Shape string

// Shapes from game records, and Last.
const (
	Last     Shape = "last" // a dot for the last move; smaller next to a number or another mark
	Circle   Shape = "circle"
	Square   Shape = "square"
	Triangle Shape = "triangle"
	Cross    Shape = "cross"
	Selected Shape = "selected" // a filled diamond
	Label    Shape = "label"    // the first three letters of Text
	Arrow    Shape = "arrow"    // from At to To
	Line     Shape = "line"     // from At to To
	Dim      Shape = "dim"      // fade the point
)

// A Mark is drawn on a point, or between two points.
type Mark struct {
	Shape Shape
	At    board.Point
	To    board.Point // for Arrow and Line
	Text  string      // for Label
}

// check returns an error for an invalid picture.
func (p *Picture) check() error {
	if p.Board == nil {
		return errors.New("draw: a picture without a board; set Board")
	}
	points := p.Board.Graph().Points()
	if n := len(p.Territory); n > 0 && n != points {
		return fmt.Errorf("draw: Territory has %d entries for a board with %d points; give each point an owner", n, points)
	}
	if i := slices.IndexFunc(p.Territory, func(c board.Color) bool { return c > board.White }); i >= 0 {
		return fmt.Errorf("draw: owner %d of point %d; use Empty, Black or White", uint8(p.Territory[i]), i)
	}
	if n := len(p.Captured); n > 0 && n != points {
		return fmt.Errorf("draw: Captured has %d entries for a board with %d points; give each point a colour or Empty",
			n, points)
	}
	for at, c := range p.Captured {
		if c > board.White || c != board.Empty && p.Board.At(board.Point(at)) != board.Empty {
			return fmt.Errorf("draw: colour %d for a captured stone at point %d; use Black or White, "+
				"and only on an empty point", uint8(c), at)
		}
	}
	if n := len(p.Ownership); n > 0 && n != points {
		return fmt.Errorf("draw: Ownership has %d entries for a board with %d points; give each point a value", n, points)
	}
	if n := len(p.Tint); n > 0 && n != points {
		return fmt.Errorf("draw: Tint has %d entries for a board with %d points; give each point a value", n, points)
	}
	if _, ok := palettes[p.theme()]; !ok {
		return fmt.Errorf("draw: no theme %q; use %s", p.Theme, ThemeNames())
	}
	if !(p.Rotate >= -360 && p.Rotate <= 360) {
		return fmt.Errorf("draw: rotated by %v; use −360 to 360 degrees", p.Rotate)
	}
	return p.checkPoints(board.Point(points))
}

// checkPoints returns an error for a point outside a board with n points.
func (p *Picture) checkPoints(n board.Point) error {
	off := func(at board.Point) bool { return at < 0 || at >= n }
	for at := range p.Numbers {
		if off(at) {
			return fmt.Errorf("draw: a number at point %d; the board has 0 to %d", at, n-1)
		}
	}
	if i := slices.IndexFunc(p.Dead, off); i >= 0 {
		return fmt.Errorf("draw: a dead stone at point %d; the board has 0 to %d", p.Dead[i], n-1)
	}
	for _, m := range p.Marks {
		f, ok := markStyles[m.Shape]
		if !ok {
			return fmt.Errorf("draw: no mark %q; use one of the shapes", m.Shape)
		}
		if off(m.At) || f.layer == above && off(m.To) {
			return fmt.Errorf("draw: a mark %q at points %d, %d; the board has 0 to %d", m.Shape, m.At, m.To, n-1)
		}
	}
	return nil
}

func (p *Picture) theme() Theme {
	if p.Theme == "" {
		return Wood
	}
	return p.Theme
}

// Write writes the picture in a format, "svg" or "png". Width is the width of a PNG in pixels,
// [MinWidth] to [MaxWidth]; a picture with more than 2^25 pixels is an error. A PNG's font has the
// letters of European alphabets; others are drawn as boxes. An SVG document may also be embedded in
// a page. Write fails if a field does not match the board, if w fails, or with ctx's error, which
// it checks before each shape.
func (p *Picture) Write(ctx context.Context, w io.Writer, format string, width int) error {
	if format != "svg" && format != "png" {
		return fmt.Errorf("draw: no format %q; use svg or png", format)
	}
	if err := p.check(); err != nil {
		return err
	}
	if format == "png" {
		return p.layout().png(ctx, w, width)
	}
	return p.layout().svg(ctx, w)
}

// SVG writes an SVG without a context.
func (p *Picture) SVG(w io.Writer) error { return p.Write(context.Background(), w, "svg", 0) }

// PNG writes a PNG without a context.
func (p *Picture) PNG(w io.Writer, width int) error {
	return p.Write(context.Background(), w, "png", width)
}

// alt returns the title and a description of the position in words.
func (p *Picture) alt() (title, description string) {
	g := p.Board.Graph()
	title, description = p.Title, p.Alt
	if title == "" {
		title = "Position on " + g.Name()
	}
	if description != "" {
		return title, description
	}
	var sentences []string
	for _, c := range board.Colors {
		var mortal, immortal []string
		for q := range board.Point(g.Points()) {
			switch {
			case p.Board.At(q) != c:
			case p.Board.Immortal(q):
				immortal = append(immortal, g.PointName(q))
			default:
				mortal = append(mortal, g.PointName(q))
			}
		}
		sentences = append(sentences, colorWords[c]+": "+listed(mortal)+".")
		if len(immortal) > 0 {
			sentences = append(sentences, colorWords[c]+" with a rosette: "+listed(immortal)+".")
		}
	}
	if len(p.Dead) > 0 {
		sentences = append(sentences, "Dead: "+listed(g.Names(p.Dead))+".")
	}
	sentences = append(sentences, p.capturedWords()...)
	for _, m := range p.Marks {
		if m.Shape == Last {
			sentences = append(sentences, "Last move: "+g.PointName(m.At)+".")
		}
	}
	if p.Caption != "" {
		sentences = append(sentences, strings.ReplaceAll(p.Caption, "\n", "; "))
	}
	return title, strings.Join(sentences, " ")
}

// capturedWords describes the captured stones in sentences.
func (p *Picture) capturedWords() (sentences []string) {
	for _, c := range board.Colors {
		var filled []string
		for q, captured := range p.Captured {
			if captured == c {
				filled = append(filled, p.Board.Graph().PointName(board.Point(q)))
			}
		}
		if len(filled) > 0 {
			sentences = append(sentences, colorWords[c]+" captured, in its territory: "+listed(filled)+".")
		}
	}
	return sentences
}

// colorWords are the players' names.
var colorWords = [3]string{board.Black: "Black", board.White: "White"}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " ")
}
