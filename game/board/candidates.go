package board

// This file draws the moves in random games. On a board without undo, the first empty points are
// the candidates, and the others are settled: neither player of a random game plays there. Towards
// the end of a game most empty points are settled, so it pays not to draw them repeatedly.

// Candidates returns how many empty points a random game draws its moves from, on a board without
// undo. It leaves out some points where [Board.PlayoutResult] is a suicide for one player and fills
// an eye for the other. [Board.Candidate] returns them by index.
func (b *Board) Candidates() int { return b.candidates }

// Candidate returns the i-th candidate, 0 ≤ i < [Board.Candidates].
func (b *Board) Candidate(i int) Point { return b.empty[i] }

// Reject moves the i-th candidate behind the first left, 0 ≤ i ≤ left < [Board.Candidates]. A
// caller that then draws among the first left gets no point twice.
func (b *Board) Reject(i, left int) {
	p := b.empty[i]
	b.place(i, b.empty[left])
	if b.cell[p].neighbours&isSettled != 0 {
		b.candidates--
		if left != b.candidates {
			b.place(left, b.empty[b.candidates])
			left = b.candidates
		}
	}
	b.place(left, p)
}

// place makes p the i-th empty point.
func (b *Board) place(i int, p Point) { b.empty[i], b.emptyIndex[p] = p, uint16(i) }

// takeCandidate removes a candidate from the empty points.
func (b *Board) takeCandidate(p Point) {
	i := int(b.emptyIndex[p])
	b.emptyCount--
	b.candidates--
	b.place(i, b.empty[b.candidates])
	i = b.candidates
	if i != b.emptyCount {
		b.place(i, b.empty[b.emptyCount])
	}
}

// addCandidate adds p to the empty points.
func (b *Board) addCandidate(p Point) {
	if b.candidates != b.emptyCount {
		b.place(b.emptyCount, b.empty[b.candidates])
	}
	b.place(b.candidates, p)
	b.emptyCount++
	b.candidates++
}

// unsettle makes p a candidate if it was settled.
func (b *Board) unsettle(p Point) {
	if b.cell[p].neighbours&isSettled != 0 {
		b.makeCandidate(p)
	}
}

// makeCandidate makes a settled point a candidate. The counts in guard are never read.
func (b *Board) makeCandidate(p Point) {
	if p == guard {
		return
	}
	b.cell[p].neighbours &^= isSettled
	b.settled--
	if i := int(b.emptyIndex[p]); i >= b.candidates {
		b.place(i, b.empty[b.candidates])
		b.place(b.candidates, p)
		b.candidates++
	}
}

// PlayoutResult is [View.PlayResult] for a play at the empty point p in a random game, and
// [FillsEye] if [View.IsEye] holds. It requires a board without undo, and remembers points where
// neither player may play.
func (b *Board) PlayoutResult(p Point, c Color) PlayResult {
	near := b.cell[p].neighbours
	if near&15 != 0 {
		return HasLiberty
	}
	own := uint8(near >> (4 * c) & 15)
	if own != 0 && own != b.degree[p] {
		return b.PlayResult(p, c)
	}
	switch {
	case near&isSettled != 0:
	case b.hasAtari(p):
		if own != 0 && !b.IsEye(p, c) || own == 0 {
			return b.PlayResult(p, c)
		}
	default:
		b.cell[p].neighbours |= isSettled
		b.settled++
	}
	if own == 0 {
		return Suicide
	}
	return FillsEye
}

// hasAtari reports whether p is the last liberty of a mortal chain.
func (b *View) hasAtari(p Point) bool {
	for _, q := range b.neighbours(p) {
		root := b.cell[q].root
		if r := &b.cell[root]; int(r.libs) <= b.stride && !r.immortal && b.contacts(p, root) == r.libs {
			return true
		}
	}
	return false
}
