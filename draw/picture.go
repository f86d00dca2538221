package draw

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"rosette/game/board"
)

// A Picture is a position to print. Only Board is needed; every other field
// adds to it, and its zero value adds nothing. Pictures of one kind are the same
// to the last byte each time.
type Picture struct {
	Board       *board.View
	Theme       Theme                  // [Wood] if empty
	Coordinates bool                   // names of rows and columns on all sides; on custom boards of points
	Numbers     map[board.Point]string // written on stones and, on a patch, on vacant points
	Marks       []Mark
	Owner       []board.Color // whose each point is: small squares where no live stone stands
	Dead        []board.Point // stones crossed and faded
	Heat        []float32     // of each point, −1 White's to 1 Black's: squares by size
	Land        []float32     // the same, as a tint of the ground around each point
	Title       string        // a line above
	Caption     string        // a line below
	Rotate      float64       // degrees clockwise; text stays upright
	Alt         string        // what the SVG says to those who do not see it; the stones by name if empty
}

// A Shape is the kind of a [Mark].
type Shape string

// Shapes are those of game records, and the last move.
const (
	Last     Shape = "last" // a dot, beside a number or another mark a small one
	Circle   Shape = "circle"
	Square   Shape = "square"
	Triangle Shape = "triangle"
	Cross    Shape = "cross"
	Selected Shape = "selected" // a filled diamond
	Label    Shape = "label"    // Text, three letters of it
	Arrow    Shape = "arrow"    // from At to To
	Line     Shape = "line"     // from At to To
	Dim      Shape = "dim"      // the point fades into the ground
)

// A Mark is drawn upon a point, or from it to another.
type Mark struct {
	Shape Shape
	At    board.Point
	To    board.Point // of Arrow and Line
	Text  string      // of Label
}

// check says what is wrong with the fields of a picture.
func (p *Picture) check() error {
	if p.Board == nil {
		return errors.New("draw: a picture without a board; set Board")
	}
	points := p.Board.Graph().Points()
	if n := len(p.Owner); n > 0 && n != points {
		return fmt.Errorf("draw: %d owners for %d points; give each point one", n, points)
	}
	if i := slices.IndexFunc(p.Owner, func(c board.Color) bool { return c > board.White }); i >= 0 {
		return fmt.Errorf("draw: owner %d of point %d; use Empty, Black or White", uint8(p.Owner[i]), i)
	}
	if n := len(p.Heat); n > 0 && n != points {
		return fmt.Errorf("draw: heat of %d points for %d; give each point one", n, points)
	}
	if n := len(p.Land); n > 0 && n != points {
		return fmt.Errorf("draw: land of %d points for %d; give each point one", n, points)
	}
	if _, ok := palettes[p.theme()]; !ok {
		return fmt.Errorf("draw: no theme %q; use %s", p.Theme, ThemeNames())
	}
	if !(p.Rotate >= -360 && p.Rotate <= 360) {
		return fmt.Errorf("draw: rotated by %v; use −360 to 360 degrees", p.Rotate)
	}
	return p.checkPoints(board.Point(points))
}

// checkPoints says which point is none of the board's.
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
		f, ok := figures[m.Shape]
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

// SVG writes the picture as a file of its own, which also fits into a page.
func (p *Picture) SVG(w io.Writer) error {
	if err := p.check(); err != nil {
		return err
	}
	_, err := w.Write(p.draft().svg())
	return err
}

// PNG writes the picture that many pixels wide, 16 to [MaxWidth]. Its letters
// are those of Europe's alphabets; others become empty boxes.
func (p *Picture) PNG(w io.Writer, width int) error {
	if err := p.check(); err != nil {
		return err
	}
	return p.draft().png(w, width)
}

// Write writes the picture in a format, "svg" or "png". The width is that of a
// PNG in pixels.
func (p *Picture) Write(w io.Writer, format string, width int) error {
	switch format {
	case "svg":
		return p.SVG(w)
	case "png":
		return p.PNG(w, width)
	}
	return fmt.Errorf("draw: no format %q; use svg or png", format)
}

// alt says the position in words.
func (p *Picture) alt() (title, description string) {
	g := p.Board.Graph()
	title, description = p.Title, p.Alt
	if title == "" {
		title = "Position on " + g.Name()
	}
	if description != "" {
		return title, description
	}
	var said []string
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
		said = append(said, colorWords[c]+": "+listed(mortal)+".")
		if len(immortal) > 0 {
			said = append(said, colorWords[c]+" with a rosette: "+listed(immortal)+".")
		}
	}
	if len(p.Dead) > 0 {
		var dead []string
		for _, q := range p.Dead {
			dead = append(dead, g.PointName(q))
		}
		said = append(said, "Dead: "+listed(dead)+".")
	}
	for _, m := range p.Marks {
		if m.Shape == Last {
			said = append(said, "Last move: "+g.PointName(m.At)+".")
		}
	}
	if p.Caption != "" {
		said = append(said, p.Caption)
	}
	return title, strings.Join(said, " ")
}

// colorWords are the names of the players.
var colorWords = [3]string{board.Black: "Black", board.White: "White"}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " ")
}
