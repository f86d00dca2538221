package shell

import (
	"html/template"
	"strings"
	"sync"

	"rosette/draw"
	"rosette/game/board"
)

// A Nothing is the data for the template "nothing", which replaces an empty list.
type Nothing struct {
	Picture template.HTML
	Text    string
	Button  string
	To      string // the button's address
}

// Nothing returns an empty list's text with a button.
func (t Texts) Nothing(text, button, to string) Nothing {
	return Nothing{nearRosette(), t.T(text), t.T(button), to}
}

// NearRosette returns a picture for a page without content.
func (Texts) NearRosette() template.HTML { return nearRosette() }

// nearRosette draws a position in which Black can complete a rosette.
var nearRosette = sync.OnceValue(func() template.HTML {
	g := board.Rosette(2)
	return template.HTML(draw.Inline{
		Graph: g, Class: "still",
		Stones: Stones(g, "B3 B4 B5 C3 C5", "B2 A4 C6 D4"), Hints: Points(g, "C4"),
	}.SVG())
})

// Stones returns a position. black and white list the stones, separated by spaces.
func Stones(g *board.Graph, black, white string) []board.Color {
	stones := make([]board.Color, g.Points())
	for _, p := range Points(g, black) {
		stones[p] = board.Black
	}
	for _, p := range Points(g, white) {
		stones[p] = board.White
	}
	return stones
}

// Points returns the points with the given names, separated by spaces.
func Points(g *board.Graph, names string) (points []board.Point) {
	for _, name := range strings.Fields(names) {
		p, err := g.Point(name)
		Must(err)
		points = append(points, p)
	}
	return points
}
