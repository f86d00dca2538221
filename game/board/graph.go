// Package board implements the Go board on an arbitrary graph: points, stones,
// chains, liberties, captures and rosettes.
//
// A [Graph] holds the points, their neighbours and the sets that are rosettes:
// square boards, honeycombs, and custom graphs read from JSON. A [Board] holds
// stones on one graph, plays and takes back; a [View] is a position to read.
// The player to move, repetition and scoring are in package game.
//
// A chain without a liberty is captured, but a chain that holds a rosette, a set
// of points all filled with its colour, is immortal and stays.
package board

import (
	"fmt"
	"strings"

	"rosette/internal/quote"
)

// Limits of every graph, custom ones included.
const (
	MaxPoints  = 1024 // points of a board
	MaxDegree  = 12   // neighbours of a point
	MaxRosette = 64   // points of a rosette
)

// A Point is the index of a point of a graph, from 0 to [Graph.Points]−1. The
// built-in boards count row by row from the top left.
type Point int16

// Pass stands for a move that plays no stone, and for no point at all.
const Pass Point = -1

// An XY is where a point is drawn. Neighbours of the built-in boards lie 1 apart;
// X grows to the right and Y downwards.
type XY struct{ X, Y float64 }

// A Lattice is the family of a graph. The points of one lattice have the same
// surroundings, so patterns and networks learned on one board fit the others.
type Lattice string

const (
	Honeycomb Lattice = "rosette"
	Grid      Lattice = "square"
	Custom    Lattice = "custom"
)

// A Graph is the shape of a board: its points, which of them are neighbours, and
// which sets are rosettes. It never changes and is safe for concurrent use. Slices
// that it returns belong to it; do not change them.
type Graph struct {
	name       string
	lattice    Lattice
	width      int      // columns, of a square board only
	height     int      // rows
	base       int      // hexagons a side, of a honeycomb only
	places     [][2]int // column and row of each point; nil on a custom graph
	names      []string
	byName     map[string]Point
	xy         []XY
	near       [][]Point
	rosettes   [][]Point
	inRosettes [][]int16 // by point, the rosettes that hold it
	symmetries [][]Point
	first      string // the first and the last name, for error messages
	last       string
}

// Name returns the name of the board, such as "rosette-5"; [Named] takes those of
// the built-in boards.
func (g *Graph) Name() string { return g.name }

// Lattice returns the family of the graph.
func (g *Graph) Lattice() Lattice { return g.lattice }

// Size returns the columns and rows of a square board, and zeros for others.
func (g *Graph) Size() (width, height int) { return g.width, g.height }

// Base returns how many hexagons a side of a honeycomb has, and 0 on other
// boards. A honeycomb of base n has 6n² points.
func (g *Graph) Base() int { return g.base }

// Coordinates returns the column of p, counted from 0 at the left, and its row,
// from 0 at the top. A square board has them by [Graph.Size]. A honeycomb of
// base n is laid out as a brick wall of 4n−1 columns and 2n rows, whose outer
// rows are shorter; the number in a point's name is the column plus 1. A custom
// graph has no coordinates: known is false.
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

// Rosettes returns the sets of points that make a chain immortal when one
// colour fills them, such as the hexagons of a honeycomb.
func (g *Graph) Rosettes() [][]Point { return g.rosettes }

// RosettesAt returns the indices in [Graph.Rosettes] of the rosettes that hold p.
func (g *Graph) RosettesAt(p Point) []int16 { return g.inRosettes[p] }

// At returns where p is drawn. The centre of a built-in board lies at 0, 0.
func (g *Graph) At(p Point) XY { return g.xy[p] }

// PointName returns the name of p, and "pass" for [Pass].
func (g *Graph) PointName(p Point) string {
	if p == Pass {
		return "pass"
	}
	return g.names[p]
}

// Names returns the names of points in their order, never nil.
func (g *Graph) Names(points []Point) []string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = g.PointName(p)
	}
	return names
}

// Symmetries returns the known maps of the board onto itself, the identity first:
// 12 of a honeycomb, 8 of a square, 4 of a rectangle, the identity alone of a
// custom graph. Of such a map s, s[p] is where p goes.
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

// Point returns the point with a name, in upper or lower case, or an error that
// describes the names of the board.
func (g *Graph) Point(name string) (Point, error) {
	if p, ok := g.byName[strings.ToUpper(name)]; ok {
		return p, nil
	}
	return Pass, fmt.Errorf("no point %q on %s: use %s to %s", quote.Clip(name, 24), g.name, g.first, g.last)
}

// NameRange returns the name of the first and of the last point, as people count
// them.
func (g *Graph) NameRange() (first, last string) { return g.first, g.last }

// Move is like [Graph.Point] and returns [Pass] for "pass".
func (g *Graph) Move(name string) (Point, error) {
	if strings.EqualFold(name, "pass") {
		return Pass, nil
	}
	return g.Point(name)
}

// finish derives the look-up tables from names and rosettes.
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
