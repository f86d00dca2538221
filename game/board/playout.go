package board

// This file has helpers for random games and search heuristics: cheap tests for moves, and
// operations that trade safety for speed.

// IsEye reports whether the empty point p is an eye that c should not fill: every neighbour has
// colour c, and the neighbours form one chain, or each of their chains is immortal or has another
// liberty. The test works on any graph; there is no rule about diagonals.
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

// IsPlayoutMove reports whether a random game may play c at the empty point p: the play must
// neither be a suicide nor fill c's own eye. It ignores ko, and allows libertyless rosettes.
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

// IsSelfAtari reports whether c, playing at the empty point p, would capture nothing and leave the
// stone in a mortal chain with one liberty. Like [View.Atari] it reads only a few counters.
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
	return libs > 0 && sum%int32(libs) == 0 && b.libertyCount(Point(sum/int32(libs)), p, roots[:joined]) == libs &&
		!b.CompletesRosette(p, c)
}

// libertyCount returns how often the empty point q would count as a liberty after a stone on p
// joins the chains at roots.
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

// ClearKo makes [View.Ko] return [Pass], as after a pass.
func (b *Board) ClearKo() { b.ko = Pass }
