package board

// Eye tells whether the empty point p is an eye of c that c should not fill:
// every neighbour is a stone of c, and they are one chain, or each of their
// chains is immortal or has another liberty. It holds on any graph; there is
// no rule of diagonals.
func (b *Board) Eye(p Point, c Color) bool {
	if uint8(b.cell[p].near>>(4*c)&15) != b.degree[p] {
		return false
	}
	near := b.neighbours(p)
	if len(near) == 0 {
		return false
	}
	one := true
	first := b.cell[near[0]].root
	for _, q := range near[1:] {
		one = one && b.cell[q].root == first
	}
	if one {
		return true
	}
	for _, q := range near {
		root := b.cell[q].root
		r := &b.cell[root]
		if !r.immortal && int(r.libs) <= b.stride && b.touches(p, root) == r.libs {
			return false
		}
	}
	return true
}

// Sensible tells whether a player who knows nothing else may play c at the
// empty point p: it is no suicide and fills no eye of his own. It does not look
// at repetition, nor forbid libertyless rosettes.
func (b *Board) Sensible(p Point, c Color) bool {
	near := b.cell[p].near
	if near&15 != 0 {
		return true
	}
	if uint8(near>>(4*c)&15) == b.degree[p] && b.Eye(p, c) {
		return false
	}
	return b.Outlook(p, c) != Suicide
}

// Exposes tells whether a stone of c on the empty point p would take nothing and
// stand in a mortal chain with a single liberty. Like [Board.Atari] it looks at
// a few counters only.
func (b *Board) Exposes(p Point, c Color) bool {
	if b.cell[p].near&15 > 1 {
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
			if b.takes(p, c, q) {
				return false
			}
		case !b.seen(near[:i], q):
			r := &b.cell[n.root]
			here := b.touches(p, n.root)
			if r.immortal || int(r.libs-here) > b.stride {
				return false
			}
			libs, sum = libs+r.libs-here, sum+r.sum-int32(here)*int32(p)
			roots[joined], joined = n.root, joined+1
		}
	}
	return libs > 0 && sum%int32(libs) == 0 && b.only(Point(sum/int32(libs)), p, roots[:joined]) == libs && !b.Completes(p, c)
}

// only counts how often the empty point q would be a liberty of a stone on p
// and of those chains.
func (b *Board) only(q, p Point, roots []Point) int16 {
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
		n += b.touches(q, root)
	}
	return n
}
