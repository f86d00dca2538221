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

// A Color is the state of a point or the name of a player.
type Color uint8

const (
	Empty Color = iota
	Black
	White
)

// Opponent returns the other player; Empty stays Empty.
func (c Color) Opponent() Color { return (3 - c) % 3 }

// String returns "black", "white" or "empty".
func (c Color) String() string { return [...]string{"empty", "black", "white"}[c] }

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
	return Pass, fmt.Errorf("no point %q on %s: use %s to %s", clip(name), g.name, g.first, g.last)
}

// Move finds a point by its name and takes "pass" for [Pass].
func (g *Graph) Move(name string) (Point, error) {
	if strings.EqualFold(name, "pass") {
		return Pass, nil
	}
	return g.Point(name)
}

// clip keeps a stranger's text short enough to stand in one line of error.
func clip(s string) string {
	if r := []rune(s); len(r) > 24 {
		return string(r[:24]) + "…"
	}
	return s
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
