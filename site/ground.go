package site

import (
	"math"
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// letters stand for colours on the wire.
var letters = map[board.Color]string{board.Empty: "", board.Black: "b", board.White: "w"}

// A ground is a board as a browser draws it; everything in it is in the order
// of points.
type ground struct {
	Name     string           `json:"name"`
	Names    []string         `json:"names"`
	XY       [][2]float64     `json:"xy"`
	Lines    [][2]board.Point `json:"lines"`
	Rosettes [][]board.Point  `json:"rosettes"`
}

func groundOf(g *board.Graph) ground {
	d := ground{Name: g.Name(), Lines: some(g.Lines()), Rosettes: some(g.Rosettes())}
	for p := range board.Point(g.Points()) {
		d.Names = append(d.Names, g.PointName(p))
		at := g.At(p)
		d.XY = append(d.XY, [2]float64{round(at.X), round(at.Y)})
	}
	return d
}

// some returns a list that is written as one even if nothing is in it.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// round keeps a ten-thousandth of a line, far finer than a screen.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// line writes a colour for each point.
func line(g *board.Graph, at func(board.Point) board.Color) string {
	var t strings.Builder
	for p := range board.Point(g.Points()) {
		t.WriteByte(".bw"[at(p)])
	}
	return t.String()
}

// A move is a colour and the name of a point, or "pass".
type move [2]string

// movesOf lists the moves that still stand.
func movesOf(g *game.Game) []move {
	list := make([]move, g.Ply())
	for i := range list {
		m := g.Move(i)
		list[i] = move{letters[m.Color], g.Graph().PointName(m.Point)}
	}
	return list
}
