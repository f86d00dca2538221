package board

// A PlayResult is the effect of a play on the new stone's chain.
type PlayResult uint8

const (
	HasLiberty  PlayResult = iota // the chain would have a liberty
	Occupied                      // the point has a stone
	Suicide                       // the chain would have no liberty and no rosette, and be removed
	Libertyless                   // the chain would have no liberty but a rosette, and stay
	FillsEye                      // the play would fill an own eye; only from [Board.PlayoutResult]
)

// PlayResult returns what a play by c at p would do to the new stone's chain. It changes nothing
// and ignores repetition.
func (b *View) PlayResult(p Point, c Color) PlayResult {
	at := &b.cell[p]
	if at.color != Empty {
		return Occupied
	}
	if at.neighbours&15 != 0 {
		return HasLiberty
	}
	immortal := false
	for _, q := range b.neighbours(p) {
		n := &b.cell[q]
		r := &b.cell[n.root]
		onlyHere := int(r.libs) <= b.stride && b.contacts(p, n.root) == r.libs
		if n.color == c {
			if !onlyHere {
				return HasLiberty
			}
			immortal = immortal || r.immortal
		} else if onlyHere && !r.immortal {
			return HasLiberty
		}
	}
	if immortal || b.CompletesRosette(p, c) {
		return Libertyless
	}
	return Suicide
}

// HashAfter returns [View.Hash] after a play by c at the empty point p, without playing it.
func (b *View) HashAfter(p Point, c Color) Hash {
	h := b.Hash().Xor(keys[c][p])
	captured := false
	near := b.neighbours(p)
	for i, q := range near {
		if !b.captures(p, c, q) || b.touchesChain(near[:i], q) {
			continue
		}
		captured = true
		for s := range b.Chain(q) {
			h = h.Xor(keys[3-c][s])
		}
	}
	if captured || b.PlayResult(p, c) != Suicide {
		return h
	}
	h = h.Xor(keys[c][p])
	for i, q := range near {
		if b.cell[q].color == c && !b.touchesChain(near[:i], q) {
			for s := range b.Chain(q) {
				h = h.Xor(keys[c][s])
			}
		}
	}
	return h
}

// captures reports whether c, playing at p, captures the chain at its neighbour q.
func (b *View) captures(p Point, c Color, q Point) bool {
	n := &b.cell[q]
	if n.color != 3-c {
		return false
	}
	r := &b.cell[n.root]
	return !r.immortal && int(r.libs) <= b.stride && b.contacts(p, n.root) == r.libs
}

// touchesChain reports whether one of points belongs to the chain at q.
func (b *View) touchesChain(points []Point, q Point) bool {
	for _, s := range points {
		if b.cell[s].color != Empty && b.cell[s].root == b.cell[q].root {
			return true
		}
	}
	return false
}

// An undoRecord holds the data for [Board.Undo] to revert one play.
type undoRecord struct {
	point      Point
	color      Color
	removed    Color // colour of the captured stones, if any
	emptyIndex uint16
	joined     uint8 // roots in undoRoots for joined chains, two per join,
	taken      uint8 // and after them for captured chains
	ko         Point
	hash       Hash
	before     cell   // the cell before the play
	immortal   uint16 // bit i: the larger chain of join i was immortal before it
}

// Play plays c at the empty point p. First, a newly filled rosette makes its chain immortal; then
// the opponent's mortal chains without a liberty are removed; finally the stone's own chain, if it
// is mortal and has no liberty. Play returns the number of removed stones: the opponent's, or its
// own after a suicide.
//
// It checks nothing: a play on an occupied point corrupts the board. It does not allocate, except
// to grow the record for [Board.Undo].
func (b *Board) Play(p Point, c Color) (off int) {
	if b.unhashed {
		return b.playUnrecorded(p, c)
	}
	return b.playRecorded(p, c)
}

// Emptied returns the points that the last play emptied; off is the result of [Board.Play]. The
// board must record its plays. The slice belongs to the board.
func (b *Board) Emptied(off int) []Point { return b.empty[b.emptyCount-off : b.emptyCount] }

// playRecorded is Play with hash and, unless disabled, record.
func (b *Board) playRecorded(p Point, c Color) (off int) {
	var rec undoRecord
	if b.undoable {
		rec = undoRecord{point: p, color: c, emptyIndex: b.emptyIndex[p], ko: b.ko, hash: b.hash, before: b.cell[p]}
	}
	lonely := b.cell[p].neighbours>>(4*c)&15 == 0 && b.cell[p].neighbours&15 == 0
	b.put(p, c)
	b.ko = Pass
	mark := len(b.undoRoots)
	if int(b.cell[p].neighbours&15) != int(b.degree[p]) {
		b.join(p, c, &rec)
		off = b.take(p, c, &rec)
	}
	root := b.cell[p].root
	if b.cell[root].libs == 0 && !b.cell[root].immortal {
		off = int(b.cell[root].size)
		b.remove(root)
		rec.removed, rec.taken = c, 1
		if b.undoable {
			b.undoRoots = append(b.undoRoots, root)
		}
	} else if off == 1 && lonely && b.cell[p].libs == 1 {
		b.ko = Point(b.cell[p].sum)
	}
	if b.undoable {
		rec.joined = uint8(len(b.undoRoots)-mark) - rec.taken
		b.undoLog = append(b.undoLog, rec)
	}
	return off
}

// put places the stone as a new chain and updates the counters around it.
func (b *Board) put(p Point, c Color) {
	b.emptyCount--
	last, at := b.empty[b.emptyCount], b.emptyIndex[p]
	b.empty[at], b.emptyIndex[last] = last, at
	b.hash.Hi ^= keys[c][p].Hi
	b.hash.Lo ^= keys[c][p].Lo
	delta := oneNeighbour[c] - oneNeighbour[Empty]
	var libs int16
	var sum int32
	for _, q := range b.neighbours(p) {
		n := &b.cell[q]
		n.neighbours += delta
		if n.color == Empty {
			libs++
			sum += int32(q)
		} else {
			r := &b.cell[n.root]
			r.libs--
			r.sum -= int32(p)
		}
	}
	at0 := &b.cell[p]
	at0.color = c
	at0.root = p
	at0.next = p
	at0.size = 1
	at0.libs = libs
	at0.sum = sum
	at0.immortal = false
	for _, h := range b.graph.inRosettes[p] {
		b.rosetteCounts[h][c]++
		if int(b.rosetteCounts[h][c]) == len(b.graph.rosettes[h]) {
			at0.immortal = true
		}
	}
}

// join merges the chain at p with the neighbouring chains of its colour.
func (b *Board) join(p Point, c Color, rec *undoRecord) {
	if b.cell[p].neighbours>>(4*c)&15 == 0 {
		return
	}
	for _, q := range b.neighbours(p) {
		winner, loser := b.cell[p].root, b.cell[q].root
		if b.cell[q].color != c || winner == loser {
			continue
		}
		if b.cell[winner].size < b.cell[loser].size {
			winner, loser = loser, winner
		}
		if b.undoable {
			if b.cell[winner].immortal {
				rec.immortal |= 1 << rec.joined
			}
			rec.joined++
			b.undoRoots = append(b.undoRoots, winner, loser)
		}
		b.merge(winner, loser)
	}
}

// merge joins two chains, with winner as the root.
func (b *Board) merge(winner, loser Point) {
	w, l := &b.cell[winner], &b.cell[loser]
	w.size += l.size
	w.libs += l.libs
	w.sum += l.sum
	w.immortal = w.immortal || l.immortal
	for s := loser; ; {
		at := &b.cell[s]
		at.root = winner
		if s = at.next; s == loser {
			break
		}
	}
	w.next, l.next = l.next, w.next
}

// take removes the opponent's mortal chains next to p without a liberty. It returns the number of
// removed stones.
func (b *Board) take(p Point, c Color, rec *undoRecord) (off int) {
	if b.cell[p].neighbours>>(4*(3-c))&15 == 0 {
		return 0
	}
	for _, q := range b.neighbours(p) {
		n := &b.cell[q]
		if n.color != 3-c {
			continue
		}
		root := n.root
		if r := &b.cell[root]; r.libs != 0 || r.immortal {
			continue
		}
		off += int(b.cell[root].size)
		b.remove(root)
		if b.undoable {
			b.undoRoots = append(b.undoRoots, root)
			rec.removed = 3 - c
			rec.taken++
		}
	}
	return off
}

// remove removes a chain from the board. Its stones stay linked for undo.
func (b *Board) remove(root Point) {
	c := b.cell[root].color
	delta := oneNeighbour[Empty] - oneNeighbour[c]
	for s := root; ; {
		at := &b.cell[s]
		at.color = Empty
		b.hash.Hi ^= keys[c][s].Hi
		b.hash.Lo ^= keys[c][s].Lo
		b.empty[b.emptyCount], b.emptyIndex[s] = s, uint16(b.emptyCount)
		b.emptyCount++
		for _, h := range b.graph.inRosettes[s] {
			b.rosetteCounts[h][c]--
		}
		for _, q := range b.neighbours(s) {
			n := &b.cell[q]
			n.neighbours += delta
			if n.color != Empty && n.root != root {
				r := &b.cell[n.root]
				r.libs++
				r.sum += int32(s)
			}
		}
		if s = at.next; s == root {
			return
		}
	}
}
