package view

import (
	"math"

	"rosette/game/board"
)

// A Board is a board as a client draws it. Names and XY have an element for each
// point; Lines, Rosettes and Stars name points by their number.
type Board struct {
	Name     string           `json:"name"`
	Names    []string         `json:"names"`
	XY       [][2]float64     `json:"xy"` // in lengths of a line
	Lines    [][2]board.Point `json:"lines"`
	Rosettes [][]board.Point  `json:"rosettes"`
	Stars    []board.Point    `json:"stars"` // points that are marked with a dot
}

// BoardOf returns a board for clients.
func BoardOf(g *board.Graph) Board {
	b := Board{Name: g.Name(), Lines: notNil(g.Lines()), Rosettes: notNil(g.Rosettes()), Stars: notNil(g.Stars())}
	for p := range board.Point(g.Points()) {
		b.Names = append(b.Names, g.PointName(p))
		at := g.At(p)
		b.XY = append(b.XY, [2]float64{round(at.X), round(at.Y)})
	}
	return b
}

// notNil returns a list that JSON writes as [] when it is empty.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// round keeps a ten-thousandth of a line, which is finer than a pixel.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// stonesOf writes ".", "b" or "w" for each point of a position.
func stonesOf(b *board.View) string {
	text := make([]byte, b.Graph().Points())
	for p := range text {
		text[p] = ".bw"[b.At(board.Point(p))]
	}
	return string(text)
}

// pointLetters writes ".", "b" or "w" for each point.
func pointLetters(g *board.Graph, at func(board.Point) board.Color) string {
	text := make([]byte, g.Points())
	for p := range text {
		text[p] = ".bw"[at(board.Point(p))]
	}
	return string(text)
}
