package board

// IsEye tells whether the empty point p is an eye of c that c should not fill:
// every neighbour is a stone of c, and they are one chain, or each of their
// chains is immortal or has another liberty. It holds on any graph; there is
// no rule of diagonals.
func (b *View) IsEye(p Point, c Color) bool {
	if uint8(b.cell[p].neighbours>>(4*c)&15) != b.degree[p] {
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
		if !r.immortal && int(r.libs) <= b.stride && b.contacts(p, root) == r.libs {
			return false
		}
	}
	return true
}

// IsPlayoutMove tells whether a player who knows nothing else may play c at the
// empty point p: it is no suicide and fills no eye of his own. It does not look
// at repetition, nor forbid libertyless rosettes.
func (b *View) IsPlayoutMove(p Point, c Color) bool {
	near := b.cell[p].neighbours
	if near&15 != 0 {
		return true
	}
	if uint8(near>>(4*c)&15) == b.degree[p] && b.IsEye(p, c) {
		return false
	}
	return b.PlayResult(p, c) != Suicide
}
