// Package board implements the Go board on an arbitrary graph: points, stones, chains, liberties,
// captures and rosettes.
//
// A [Graph] has points, their neighbours and the rosettes. Graphs are square boards, honeycombs,
// and custom graphs in JSON. A [Board] holds stones on a graph, and plays and undoes moves; a
// [View] is a read-only position. The player to move, repetition and scoring are in package game.
//
// A chain without a liberty is captured. A rosette is a set of points; a chain that fills one is
// immortal and stays.
package board

import (
	"fmt"
	"strings"

	"rosette/internal/quote"
)

// Limits for every graph, custom ones included.
const (
	MaxPoints  = 1024 // points on a board
	MaxDegree  = 12   // neighbours of a point
	MaxRosette = 64   // points in a rosette
)

// A Point is the index of a point in a graph, from 0 to [Graph.Points]−1. The built-in boards count
// row by row from the top left.
type Point int16

// Pass is a move that plays no stone. It also stands for no point.
const Pass Point = -1

// An XY is the drawing position of a point. Neighbours on built-in boards lie 1 apart; X grows to
// the right and Y downwards.
type XY struct{ X, Y float64 }

// A Lattice is the family of a graph. Points in a lattice have the same surroundings, so patterns
// and networks learned on one board fit the others.
type Lattice string

const (
	Honeycomb Lattice = "rosette"
	Grid      Lattice = "square"
	Custom    Lattice = "custom"
)

// A Graph is the shape of a board: points, neighbours and rosettes. It is immutable and safe for
// concurrent use. Its methods return internal slices; do not change them.
type Graph struct {
	name       string
	lattice    Lattice
	width      int      // columns, for square boards only
	height     int      // rows
	base       int      // hexagons per side, for honeycombs only
	places     [][2]int // column and row by point; nil on a custom graph
	names      []string
	byName     map[string]Point
	xy         []XY
	near       [][]Point
	rosettes   [][]Point
	inRosettes [][]int16 // rosettes by point
	symmetries [][]Point
	first      string // first and last point name, for error messages
	last       string
}

// Name returns the board's name, such as "rosette-5"; [Named] accepts the names of built-in boards.
func (g *Graph) Name() string { return g.name }

// Lattice returns the graph's family.
func (g *Graph) Lattice() Lattice { return g.lattice }

// Size returns the columns and rows of a square board, and zeros for others.
func (g *Graph) Size() (width, height int) { return g.width, g.height }

// Base returns how many hexagons a honeycomb has per side, and 0 for other boards. A honeycomb with
// base n has 6n² points.
func (g *Graph) Base() int { return g.base }

// Coordinates returns the column of p, from 0 at the left, and its row, from 0 at the top. On a
// square board they lie within [Graph.Size]. A honeycomb with base n is laid out as a brick wall
// with 4n−1 columns and 2n rows, where outer rows are shorter; the number in a point's name is the
// column plus 1. For a custom graph, known is false.
func (g *Graph) Coordinates(p Point) (column, row int, known bool) {
	if g.places == nil {
		return 0, 0, false
	}
	return g.places[p][0], g.places[p][1], true
}

// Points returns the number of points; they are 0 … Points()−1.
func (g *Graph) Points() int { return len(g.names) }

// Near returns the neighbours of p.
func (g *Graph) Near(p Point) []Point { return g.near[p] }

// Rosettes returns the rosettes; on a honeycomb these are the hexagons. A chain that fills one is
// immortal.
func (g *Graph) Rosettes() [][]Point { return g.rosettes }

// RosettesAt returns the indices in [Graph.Rosettes] of the rosettes that contain p.
func (g *Graph) RosettesAt(p Point) []int16 { return g.inRosettes[p] }

// At returns the drawing position of p. Built-in boards have their centre at 0, 0.
func (g *Graph) At(p Point) XY { return g.xy[p] }

// PointName returns the name of p, and "pass" for [Pass].
func (g *Graph) PointName(p Point) string {
	if p == Pass {
		return "pass"
	}
	return g.names[p]
}

// Names returns the names of points, in the same order. It is never nil.
func (g *Graph) Names(points []Point) []string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = g.PointName(p)
	}
	return names
}

// Symmetries returns the board's known symmetries, the identity first: 12 for a honeycomb, 8 for a
// square, 4 for a rectangle, only the identity for a custom graph. A symmetry s maps p to s[p].
func (g *Graph) Symmetries() [][]Point { return g.symmetries }

// Lines returns each pair of neighbours once.
func (g *Graph) Lines() [][2]Point {
	var lines [][2]Point
	for p := range g.near {
		for _, q := range g.near[p] {
			if Point(p) < q {
				lines = append(lines, [2]Point{Point(p), q})
			}
		}
	}
	return lines
}

// Point returns the point with a name, in upper or lower case. The error describes the valid names.
func (g *Graph) Point(name string) (Point, error) {
	if p, ok := g.byName[strings.ToUpper(name)]; ok {
		return p, nil
	}
	return Pass, fmt.Errorf("no point %q on %s: use %s to %s", quote.Clip(name, 24), g.name, g.first, g.last)
}

// NameRange returns the names of the first and the last point in reading order.
func (g *Graph) NameRange() (first, last string) { return g.first, g.last }

// Move is like [Graph.Point] and returns [Pass] for "pass".
func (g *Graph) Move(name string) (Point, error) {
	if strings.EqualFold(name, "pass") {
		return Pass, nil
	}
	return g.Point(name)
}

// finish derives the lookup tables from names and rosettes.
func (g *Graph) finish() *Graph {
	g.byName = make(map[string]Point, len(g.names))
	for p, name := range g.names {
		g.byName[strings.ToUpper(name)] = Point(p)
	}
	g.inRosettes = make([][]int16, len(g.names))
	for h, rosette := range g.rosettes {
		for _, p := range rosette {
			g.inRosettes[p] = append(g.inRosettes[p], int16(h))
		}
	}
	return g
}
