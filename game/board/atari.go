package board

// Atari returns the liberty of the chain at p if it has exactly one; otherwise [Pass] and false. It
// reads only a few counters.
func (b *View) Atari(p Point) (Point, bool) {
	root := b.cell[p].root
	r := &b.cell[root]
	if b.cell[p].color == Empty || r.libs == 0 || int(r.libs) > b.stride || r.sum%int32(r.libs) != 0 {
		return Pass, false
	}
	q := Point(r.sum / int32(r.libs))
	if b.cell[q].color != Empty {
		return Pass, false
	}
	return q, b.contacts(q, root) == r.libs
}

// TwoLiberties returns the liberties of the mortal chain at q if it has exactly two. It walks over
// the chain until it finds a third.
func (b *View) TwoLiberties(q Point) (x, y Point, ok bool) {
	root := b.cell[q].root
	r := &b.cell[root]
	if b.cell[q].color == Empty || r.immortal || r.libs < 2 || int(r.libs) > 2*b.stride {
		return Pass, Pass, false
	}
	x, y = Pass, Pass
	for s := root; ; {
		for _, p := range b.neighbours(s) {
			switch {
			case b.cell[p].color != Empty || p == x || p == y:
			case x == Pass:
				x = p
			case y == Pass:
				y = p
			default:
				return Pass, Pass, false
			}
		}
		if s = b.cell[s].next; s == root {
			return x, y, y != Pass
		}
	}
}

// contacts returns the number of stones next to p in the chain with that root. An empty p counts
// that often in the chain's libs.
func (b *View) contacts(p, root Point) int16 {
	var n int16
	for _, q := range b.neighbours(p) {
		if b.cell[q].root == root && b.cell[q].color != Empty {
			n++
		}
	}
	return n
}
