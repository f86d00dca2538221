package board

import (
	"fmt"
	"slices"
)

// Setup returns a board with stones, which has a colour for every point of g. It captures nothing:
// a chain without a liberty and without a rosette is an error. The stones cannot be undone.
func Setup(g *Graph, stones []Color) (*Board, error) {
	b, roots := setUp(g, stones)
	for p, c := range stones {
		if len(roots) > 0 && b.cell[p].root == roots[0] && c != Empty {
			return nil, fmt.Errorf("the %s chain at %s has no liberty and no rosette; it cannot be set up", c,
				g.PointName(Point(p)))
		}
	}
	return b, nil
}

// SetupAlive returns a board with only those stones whose chain has a liberty or a rosette, and the
// points of the others.
func SetupAlive(g *Graph, stones []Color) (b *Board, off []Point) {
	b, roots := setUp(g, stones)
	for _, root := range roots {
		for p := range b.Chain(root) {
			off = append(off, p)
		}
	}
	b.undoable = false
	for _, root := range roots {
		b.remove(root)
	}
	b.undoable = true
	return b, off
}

// setUp puts stones on an empty board. It returns the roots of chains with neither a liberty nor a
// rosette, ordered by first point.
func setUp(g *Graph, stones []Color) (b *Board, dead []Point) {
	b = New(g)
	b.undoable = false
	for p, c := range stones {
		if c != Empty {
			b.put(Point(p), c)
			b.join(Point(p), c, nil)
		}
	}
	b.undoable = true
	for p, c := range stones {
		root := b.cell[p].root
		if r := b.cell[root]; c != Empty && r.libs == 0 && !r.immortal && !slices.Contains(dead, root) {
			dead = append(dead, root)
		}
	}
	return b, dead
}
