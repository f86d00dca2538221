package board

// Atari returns the only liberty of the chain at p, if it has just one. It
// looks at a few counters only.
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

// TwoLiberties returns the liberties of the mortal chain at q, if there are just
// two.
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

// IsSelfAtari tells whether a stone of c on the empty point p would take nothing and
// stand in a mortal chain with a single liberty. Like [Board.Atari] it looks at
// a few counters only.
func (b *View) IsSelfAtari(p Point, c Color) bool {
	if b.cell[p].neighbours&15 > 1 {
		return false
	}
	near := b.neighbours(p)
	var roots [MaxDegree]Point
	joined := 0
	libs, sum := int16(0), int32(0)
	for i, q := range near {
		n := &b.cell[q]
		switch {
		case n.color == Empty:
			libs, sum = libs+1, sum+int32(q)
		case n.color != c:
			if b.captures(p, c, q) {
				return false
			}
		case !b.touchesChain(near[:i], q):
			r := &b.cell[n.root]
			here := b.contacts(p, n.root)
			if r.immortal || int(r.libs-here) > b.stride {
				return false
			}
			libs, sum = libs+r.libs-here, sum+r.sum-int32(here)*int32(p)
			roots[joined], joined = n.root, joined+1
		}
	}
	return libs > 0 && sum%int32(libs) == 0 && b.libertyCount(Point(sum/int32(libs)), p, roots[:joined]) == libs && !b.CompletesRosette(p, c)
}

// libertyCount counts how often the empty point q would be a liberty of a stone on p
// and of those chains.
func (b *View) libertyCount(q, p Point, roots []Point) int16 {
	if q == p || b.cell[q].color != Empty {
		return 0
	}
	var n int16
	for _, r := range b.neighbours(q) {
		if r == p {
			n++
		}
	}
	for _, root := range roots {
		n += b.contacts(q, root)
	}
	return n
}

// contacts returns how many stones of the chain with that root touch p, which
// is what p adds to the chain's count of liberties.
func (b *View) contacts(p, root Point) int16 {
	var n int16
	for _, q := range b.neighbours(p) {
		if b.cell[q].root == root && b.cell[q].color != Empty {
			n++
		}
	}
	return n
}
