// Package board is the ground: a graph of points, the stones on it, the chains
// they form and the captures they make.
//
// A [Graph] says which points touch and which sets of points are rosettes. A
// [Board] holds stones on one graph and plays, captures and undoes at full
// speed. Neither knows whose turn it is, what repeats or who wins.
package board

import (
	"fmt"
	"strings"

	"rosette/quote"
)

// Limits of every graph, custom ones included.
const (
	MaxPoints  = 1024 // points of one board
	MaxDegree  = 12   // neighbours of one point
	MaxRosette = 64   // points of one rosette
)

// A Point is the index of a point, row by row from the top left.
type Point int16

// Pass is the move that plays no stone.
const Pass Point = -1

// An XY is where a point is drawn: neighbours on the published boards lie 1
// apart, x grows to the right and y downwards.
type XY struct{ X, Y float64 }

// A Lattice names the family of a graph. Points of one lattice look alike, so
// what is learned on one board of it serves the others.
type Lattice string

const (
	Honeycomb Lattice = "rosette"
	Grid      Lattice = "square"
	Custom    Lattice = "custom"
)

// A Graph says which points touch. It never changes once built, so share it
// freely.
type Graph struct {
	name       string
	lattice    Lattice
	width      int // columns, rows: of a grid only
	height     int
	base       int      // hexagons a side: of a honeycomb only
	places     [][2]int // column and row of each point; nil on a custom graph
	names      []string
	byName     map[string]Point
	xy         []XY
	near       [][]Point
	rosettes   [][]Point
	inRosettes [][]int16 // the rosettes that hold a point
	symmetries [][]Point
	first      string // the names that bound the board, for people
	last       string
}

// Name returns the name that [Named] takes, such as "rosette-5".
func (g *Graph) Name() string { return g.name }

// Lattice returns the family the graph belongs to.
func (g *Graph) Lattice() Lattice { return g.lattice }

// Size returns the columns and rows of a square board, and zeros elsewhere.
func (g *Graph) Size() (width, height int) { return g.width, g.height }

// Base returns how many hexagons a side of a honeycomb has, and 0 on other
// boards. A honeycomb of base n has 6n² points.
func (g *Graph) Base() int { return g.base }

// Coordinates returns the column of p, counted from 0 at the left, and its row,
// from 0 at the top. A square board has them by [Graph.Size]. A honeycomb of
// base n is laid out as a brick wall of 4n−1 columns and 2n rows, whose outer
// rows are shorter; the number in a point's name is its column and 1. A custom
// graph has no coordinates, and known is false.
func (g *Graph) Coordinates(p Point) (column, row int, known bool) {
	if g.places == nil {
		return 0, 0, false
	}
	return g.places[p][0], g.places[p][1], true
}

// Points returns how many points the board has; they are 0 … Points()-1.
func (g *Graph) Points() int { return len(g.names) }

// Near returns the neighbours of p. Do not change it.
func (g *Graph) Near(p Point) []Point { return g.near[p] }

// Rosettes returns the sets of points that make a chain immortal when one
// colour fills them: the hexagons of a honeycomb. Do not change it.
func (g *Graph) Rosettes() [][]Point { return g.rosettes }

// RosettesAt returns the indices of the rosettes that hold p. Do not change it.
func (g *Graph) RosettesAt(p Point) []int16 { return g.inRosettes[p] }

// At returns where p is drawn.
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

// Symmetries returns every map of the board onto itself that is known, the
// identity first: s[p] is where p goes. Do not change it.
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

// Point finds a point by its name, in upper or lower case.
func (g *Graph) Point(name string) (Point, error) {
	if p, ok := g.byName[strings.ToUpper(name)]; ok {
		return p, nil
	}
	return Pass, fmt.Errorf("no point %q on %s: use %s to %s", quote.Clip(name, 24), g.name, g.first, g.last)
}

// Move finds a point by its name and takes "pass" for [Pass].
func (g *Graph) Move(name string) (Point, error) {
	if strings.EqualFold(name, "pass") {
		return Pass, nil
	}
	return g.Point(name)
}

// finish fills in what follows from names, neighbours and rosettes.
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
