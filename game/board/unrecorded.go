package board

// This file plays random games, which need neither [Board.Undo] nor a hash. Here empty points have
// guard as their root, so that most loops over neighbours need not test for a stone: counts for
// empty points go to guard and are never read.

// DisableUndo disables the record for [Board.Undo] and clears it. Plays are then faster, and
// [View.Hash] slower, because plays do not update it. A cloned board records again.
func (b *Board) DisableUndo() {
	b.undoable = false
	b.unhashed = true
	b.undoLog = b.undoLog[:0]
	b.undoRoots = b.undoRoots[:0]
	b.prepareEmpties()
}

// prepareEmpties resets the empty points of a copied position, on a board with or without undo.
func (b *Board) prepareEmpties() {
	b.candidates, b.settled = b.emptyCount, 0
	for _, p := range b.Empties() {
		b.cell[p].root = guard
		b.cell[p].neighbours &^= isSettled
	}
}

// playUnrecorded is [Board.Play] without hash and record.
func (b *Board) playUnrecorded(p Point, c Color) (off int) {
	at := &b.cell[p]
	b.unsettle(p)
	near := at.neighbours
	b.takeCandidate(p)
	b.ko = Pass
	at.color = c
	at.root = p
	at.next = p
	at.size = 1
	at.libs, at.immortal = int16(near&15), b.fillRosettes(p, c)
	if near&15 != 0 && near&15 == uint16(b.degree[p]) {
		b.touchEmpty(p, c)
		return 0
	}
	dead := b.touch(p, c)
	own := near >> (4 * c) & 15
	if own != 0 {
		b.joinUnrecorded(p, c)
	}
	if dead {
		off = b.liftDead(p, 3-c)
	}
	if r := &b.cell[at.root]; r.libs == 0 && !r.immortal {
		off = int(r.size)
		b.lift(at.root)
	} else if off == 1 && own == 0 && near&15 == 0 && at.libs == 1 {
		b.ko = Point(at.sum)
	}
	return off
}

// fillRosettes counts a new stone and reports whether it completes a rosette.
func (b *Board) fillRosettes(p Point, c Color) (complete bool) {
	for _, h := range b.graph.inRosettes[p] {
		b.rosetteCounts[h][c]++
		complete = complete || int(b.rosetteCounts[h][c]) == len(b.graph.rosettes[h])
	}
	return complete
}

// touchEmpty is touch for a stone whose neighbours are all empty.
func (b *Board) touchEmpty(p Point, c Color) {
	delta := oneNeighbour[c] - oneNeighbour[Empty]
	sum := int32(0)
	for _, q := range b.neighbours(p) {
		b.cell[q].neighbours += delta
		sum += int32(q)
	}
	b.cell[p].sum = sum
}

// touch updates the counters next to a new stone. It reports whether a mortal chain has lost its
// last liberty.
func (b *Board) touch(p Point, c Color) (dead bool) {
	delta := oneNeighbour[c] - oneNeighbour[Empty]
	sum := int32(0)
	b.cell[guard].libs = manyLiberties
	few := int16(0)
	if b.settled > 0 {
		few = int16(b.stride)
	}
	for _, q := range b.padded(p) {
		n := &b.cell[q]
		n.neighbours += delta
		sum += int32(q) & ifEmpty[n.color]
		r := &b.cell[n.root]
		r.libs--
		r.sum -= int32(p)
		if r.libs > few {
			continue
		}
		if r.libs == 0 {
			dead = dead || !r.immortal
		} else {
			b.unsettle(Point(r.sum / int32(r.libs))) // its last liberty, if it has only one
		}
	}
	b.cell[p].sum = sum
	return dead
}

// manyLiberties is larger than the libs of any chain in atari.
const manyLiberties = 1 << 10

// ifEmpty has all bits for [Empty] and none for stones and points off the board.
var ifEmpty = [offBoard + 1]int32{Empty: -1}

// joinUnrecorded merges the chain at p with the neighbouring chains of its colour.
func (b *Board) joinUnrecorded(p Point, c Color) {
	for _, q := range b.neighbours(p) {
		winner, loser := b.cell[p].root, b.cell[q].root
		if b.cell[q].color != c || winner == loser {
			continue
		}
		if b.cell[winner].size < b.cell[loser].size {
			winner, loser = loser, winner
		}
		b.merge(winner, loser)
	}
}

// liftDead removes c's mortal chains next to p without a liberty. It returns the number of removed
// stones.
func (b *Board) liftDead(p Point, c Color) (off int) {
	for _, q := range b.neighbours(p) {
		n := &b.cell[q]
		if n.color != c {
			continue
		}
		if r := &b.cell[n.root]; r.libs == 0 && !r.immortal {
			off += int(r.size)
			b.lift(n.root)
		}
	}
	return off
}

// lift removes a chain from the board.
func (b *Board) lift(root Point) {
	c := b.cell[root].color
	delta := oneNeighbour[Empty] - oneNeighbour[c]
	for s := root; ; {
		at := &b.cell[s]
		at.color, at.root = Empty, guard
		b.addCandidate(s)
		for _, h := range b.graph.inRosettes[s] {
			b.rosetteCounts[h][c]--
		}
		for _, q := range b.padded(s) {
			n := &b.cell[q]
			n.neighbours += delta
			r := &b.cell[n.root]
			r.libs++
			r.sum += int32(s)
			b.unsettle(q)
		}
		if s = at.next; s == root {
			return
		}
	}
}
