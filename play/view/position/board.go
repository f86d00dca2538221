// Package position implements boards and positions for drawing by a client, and their JSON. It
// needs only the rules, so that a browser can run it.
package position

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

// notNil returns list, or an empty list for nil: JSON has [], never null.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// round rounds to a ten-thousandth of a line, which is finer than a pixel.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }
