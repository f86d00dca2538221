package board

import "fmt"

// Setup returns a board with stones, which has a colour for every point of g.
// Nothing is captured: a chain without a liberty and without a rosette is an
// error. The stones cannot be undone.
func Setup(g *Graph, stones []Color) (*Board, error) {
	b := New(g)
	b.undoable = false
	for p, c := range stones {
		if c != Empty {
			b.put(Point(p), c)
			b.join(Point(p), c, nil)
		}
	}
	b.undoable = true
	for p, c := range stones {
		if r := b.cell[b.cell[p].root]; c != Empty && r.libs == 0 && !r.immortal {
			return nil, fmt.Errorf("the %s chain at %s has no liberty and no rosette; it cannot be set up", c, g.PointName(Point(p)))
		}
	}
	return b, nil
}
