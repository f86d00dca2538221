package board

import "fmt"

// Setup returns a board with stones, which has a color for every point of g. It captures nothing:
// a chain without a liberty and without a rosette is an error. The stones cannot be undone.
func Setup(g *Graph, stones []Color) (*Board, error) {
	b := SetupAny(g, stones)
	if p := b.Breathless(); p != Pass {
		return nil, fmt.Errorf("the %s chain at %s has no liberty and no rosette; it cannot be set up", b.At(p),
			g.PointName(p))
	}
	return b, nil
}

// SetupAny is [Setup] for any stones, as SGF defines set-up: a chain without a liberty stays. A
// play captures such a chain only if it is next to the new stone, so only [Board.Replace] can.
func SetupAny(g *Graph, stones []Color) *Board {
	b := New(g)
	b.undoable = false
	for p, c := range stones {
		if c != Empty {
			b.put(Point(p), c)
			b.join(Point(p), c, nil)
		}
	}
	b.undoable = true
	return b
}

// CheckLiberties returns an error if a chain has neither a liberty nor a rosette. Only set-up leads
// to such a position. Search and scoring are not defined for it.
func (b *View) CheckLiberties() error {
	if p := b.Breathless(); p != Pass {
		return fmt.Errorf("the %s chain at %s has no liberty and no rosette; the position can be neither searched nor scored",
			b.At(p), b.graph.PointName(p))
	}
	return nil
}

// Breathless returns the first point with a stone whose chain has neither a liberty nor a rosette,
// or Pass.
func (b *View) Breathless() Point {
	for p := range Point(b.graph.Points()) {
		if r := &b.cell[b.cell[p].root]; b.cell[p].color != Empty && r.libs == 0 && !r.immortal {
			return p
		}
	}
	return Pass
}
