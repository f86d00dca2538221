package view

import (
	"math"

	"rosette/game/board"
)

// A Board is a board for drawing by a client. Names and XY have an element per point. Lines,
// Rosettes and Stars refer to points by index.
type Board struct {
	Name     string           `json:"name"`
	Names    []string         `json:"names"`
	XY       [][2]float64     `json:"xy"` // unit: length of a line, on custom boards distance of the nearest points
	Lines    [][2]board.Point `json:"lines"`
	Rosettes [][]board.Point  `json:"rosettes"`
	Stars    []board.Point    `json:"stars"` // points marked with a dot
}

// BoardOf returns a board for clients.
func BoardOf(g *board.Graph) Board {
	b := Board{Name: g.Name(), Lines: notNil(g.Lines()), Rosettes: notNil(g.Rosettes()), Stars: notNil(g.Stars())}
	for p, at := range g.Places() {
		b.Names = append(b.Names, g.PointName(board.Point(p)))
		b.XY = append(b.XY, [2]float64{round(at.X), round(at.Y)})
	}
	return b
}

// notNil returns list, or an empty list for nil, so that JSON has [] instead of null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// round rounds to a ten-thousandth of a line, which is finer than a pixel.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// stonesOf writes ".", "b" or "w" for each point in a position.
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
