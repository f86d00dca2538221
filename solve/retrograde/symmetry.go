package retrograde

import (
	"math/bits"
	"slices"

	"rosette/game/board"
)

// mostSymmetries limits the symmetries used.
const mostSymmetries = 1 << symmetryBits

// automorphisms returns the maps from a graph onto itself that preserve neighbours and rosettes, the
// identity first. If there are more than mostSymmetries it returns those listed by the graph.
func automorphisms(g *board.Graph, w *words) [][]board.Point {
	a := automorphismSearch{words: w, image: make([]board.Point, w.points), order: connectedOrder(w)}
	a.extend(0, 0)
	if len(a.found) > mostSymmetries {
		return g.Symmetries()
	}
	slices.SortFunc(a.found, slices.Compare)
	return a.found
}

// connectedOrder orders the points so that most have an earlier neighbour.
func connectedOrder(w *words) (order []int) {
	for seen := set(0); seen != w.all; {
		next := w.neighbours(seen) &^ seen
		if next == 0 {
			next = w.all &^ seen
		}
		order = append(order, bits.TrailingZeros32(next))
		seen |= next & -next
	}
	return order
}

// An automorphismSearch extends a map on the first points in an order by the next point.
type automorphismSearch struct {
	*words
	order []int
	image []board.Point
	found [][]board.Point
}

func (a *automorphismSearch) extend(depth int, used set) {
	if len(a.found) > mostSymmetries {
		return
	}
	if depth == a.points {
		if a.keepsRosettes() {
			a.found = append(a.found, slices.Clone(a.image))
		}
		return
	}
	p := a.order[depth]
	for q := range a.points {
		if used>>q&1 == 0 && a.fits(p, q, a.order[:depth]) {
			a.image[p] = board.Point(q)
			a.extend(depth+1, used|1<<q)
		}
	}
}

// fits reports whether q has the same neighbours among the images of the earlier points as p has
// among those points.
func (a *automorphismSearch) fits(p, q int, earlier []int) bool {
	for _, e := range earlier {
		if a.adjacent[p]>>e&1 != a.adjacent[q]>>a.image[e]&1 {
			return false
		}
	}
	return bits.OnesCount32(a.adjacent[p]) == bits.OnesCount32(a.adjacent[q])
}

// keepsRosettes reports whether each rosette's image is a rosette.
func (a *automorphismSearch) keepsRosettes() bool {
	for _, r := range a.rosettes {
		image := set(0)
		for ; r != 0; r &= r - 1 {
			image |= 1 << a.image[bits.TrailingZeros32(r)]
		}
		if !slices.Contains(a.rosettes, image) {
			return false
		}
	}
	return true
}
