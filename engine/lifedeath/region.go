package lifedeath

import (
	"slices"

	"rosette/game/board"
)

// Region returns the points that can matter to a chain: those connected with it by empty points and
// by stones that are not solid. Solid stones, given by point, are assumed to live; they surround
// the region. A solid chain with few liberties, all inside, belongs to the region, because it may
// be captured there.
func Region(b *board.View, stones []board.Point, solid []bool) []board.Point {
	g := growth{board: b, solid: solid, found: make([]bool, b.Graph().Points())}
	for _, p := range stones {
		g.add(p)
	}
	for more := true; more; {
		g.flood()
		more = false
		for _, p := range slices.Clone(g.border) {
			if !g.found[p] && !g.escapes(p) {
				g.addChain(p)
				more = true
			}
		}
	}
	return g.region
}

// mostLiberties is the maximum number of liberties for a chain in danger.
const mostLiberties = 4

// A growth holds the state of a growing region.
type growth struct {
	board  *board.View
	solid  []bool
	found  []bool
	region []board.Point
	border []board.Point // solid stones next to the region, possibly repeated
	done   int           // number of region points already processed
}

func (g *growth) add(p board.Point) {
	g.found[p] = true
	g.region = append(g.region, p)
}

// flood adds everything connected by empty points and by stones that are not solid.
func (g *growth) flood() {
	for ; g.done < len(g.region); g.done++ {
		for _, q := range g.board.Graph().Near(g.region[g.done]) {
			switch {
			case g.found[q]:
			case g.board.At(q) == board.Empty || !g.solid[q]:
				g.add(q)
			default:
				g.border = append(g.border, q)
			}
		}
	}
}

// escapes reports whether the chain at p is immortal, has a liberty outside the region, or has too
// many liberties to be in danger.
func (g *growth) escapes(p board.Point) bool {
	return g.board.Immortal(p) || len(g.board.Liberties(p)) > mostLiberties ||
		slices.ContainsFunc(g.board.Liberties(p), func(q board.Point) bool { return !g.found[q] })
}

// addChain adds the chain at p.
func (g *growth) addChain(p board.Point) {
	chain := []board.Point{p}
	g.add(p)
	for i := 0; i < len(chain); i++ {
		for _, q := range g.board.Graph().Near(chain[i]) {
			if !g.found[q] && g.board.At(q) == g.board.At(p) {
				chain = append(chain, q)
				g.add(q)
			}
		}
	}
}
