package board

// An Outlook says what a play would be, before it is made.
type Outlook uint8

const (
	Free        Outlook = iota // the chain will have a liberty
	Occupied                   // a stone stands there already
	Suicide                    // the chain would have no liberty and no rosette
	Libertyless                // no liberty, but a rosette: the chain stays
)

// Outlook tells what it would be to play c at p. It changes nothing and does
// not look at repetition.
func (b *Board) Outlook(p Point, c Color) Outlook {
	at := &b.cell[p]
	if at.color != Empty {
		return Occupied
	}
	if at.near&15 != 0 {
		return Free
	}
	immortal := false
	for _, q := range b.neighbours(p) {
		n := &b.cell[q]
		r := &b.cell[n.root]
		onlyHere := int(r.libs) <= b.stride && b.touches(p, n.root) == r.libs
		if n.color == c {
			if !onlyHere {
				return Free
			}
			immortal = immortal || r.immortal
		} else if onlyHere && !r.immortal {
			return Free
		}
	}
	if immortal || b.Completes(p, c) {
		return Libertyless
	}
	return Suicide
}

// HashAfter returns the hash of the position that playing c at p makes. The
// point must be empty.
func (b *Board) HashAfter(p Point, c Color) Hash {
	h := b.hash.Xor(keys[c][p])
	captured := false
	near := b.neighbours(p)
	for i, q := range near {
		if !b.takes(p, c, q) || b.seen(near[:i], q) {
			continue
		}
		captured = true
		for s := range b.Chain(q) {
			h = h.Xor(keys[3-c][s])
		}
	}
	if captured || b.Outlook(p, c) != Suicide {
		return h
	}
	h = h.Xor(keys[c][p])
	for i, q := range near {
		if b.cell[q].color == c && !b.seen(near[:i], q) {
			for s := range b.Chain(q) {
				h = h.Xor(keys[c][s])
			}
		}
	}
	return h
}

// takes tells whether playing c at p takes the chain at its neighbour q.
func (b *Board) takes(p Point, c Color, q Point) bool {
	n := &b.cell[q]
	if n.color != 3-c {
		return false
	}
	r := &b.cell[n.root]
	return !r.immortal && int(r.libs) <= b.stride && b.touches(p, n.root) == r.libs
}

// seen tells whether one of those points belongs to the chain at q.
func (b *Board) seen(points []Point, q Point) bool {
	for _, s := range points {
		if b.cell[s].color != Empty && b.cell[s].root == b.cell[q].root {
			return true
		}
	}
	return false
}

// A play is what [Board.Undo] needs to take one play back.
type play struct {
	point    Point
	color    Color
	removed  Color // whose stones came off, if any
	slot     uint16
	joined   uint8 // chains joined: the last entries of trail but
	taken    uint8 // for these, chains taken
	ko       Point
	hash     Hash
	under    cell   // the cell as it was
	immortal uint16 // bit i: the winner of join i was immortal before it
}

// Play puts a stone of c on the empty point p: a rosette now full makes its
// chain immortal, opposing mortal chains without a liberty come off, and then
// the own chain if it has none and is mortal. It returns the stones that came
// off: opposing ones, or its own in a suicide.
func (b *Board) Play(p Point, c Color) (off int) {
	var rec play
	if b.keep {
		rec = play{point: p, color: c, slot: b.slot[p], ko: b.ko, hash: b.hash, under: b.cell[p]}
	}
	lonely := b.cell[p].near>>(4*c)&15 == 0 && b.cell[p].near&15 == 0
	b.put(p, c)
	b.ko = Pass
	mark := len(b.trail)
	if int(b.cell[p].near&15) != int(b.degree[p]) {
		b.join(p, c, &rec)
		off = b.take(p, c, &rec)
	}
	root := b.cell[p].root
	if b.cell[root].libs == 0 && !b.cell[root].immortal {
		off = int(b.cell[root].size)
		b.remove(root)
		rec.removed, rec.taken = c, 1
		if b.keep {
			b.trail = append(b.trail, root)
		}
	} else if off == 1 && lonely && b.cell[p].libs == 1 {
		b.ko = Point(b.cell[p].sum)
	}
	if b.keep {
		rec.joined = uint8(len(b.trail)-mark) - rec.taken
		b.log = append(b.log, rec)
	}
	return off
}

// put places the stone as a chain of its own and tells its neighbours.
func (b *Board) put(p Point, c Color) {
	b.vacant--
	last, at := b.empty[b.vacant], b.slot[p]
	b.empty[at], b.slot[last] = last, at
	b.hash.Hi ^= keys[c][p].Hi
	b.hash.Lo ^= keys[c][p].Lo
	delta := one[c] - one[Empty]
	var libs int16
	var sum int32
	for _, q := range b.neighbours(p) {
		n := &b.cell[q]
		n.near += delta
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
	at0.color, at0.root, at0.next, at0.size = c, p, p, 1
	at0.libs, at0.sum, at0.immortal = libs, sum, false
	for _, h := range b.graph.inRosettes[p] {
		b.filled[h][c]++
		if int(b.filled[h][c]) == len(b.graph.rosettes[h]) {
			at0.immortal = true
		}
	}
}

// join links the stone at p with the chains of its colour beside it.
func (b *Board) join(p Point, c Color, rec *play) {
	if b.cell[p].near>>(4*c)&15 == 0 {
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
		w, l := &b.cell[winner], &b.cell[loser]
		if b.keep {
			if w.immortal {
				rec.immortal |= 1 << rec.joined
			}
			rec.joined++
			b.trail = append(b.trail, winner, loser)
		}
		w.size += l.size
		w.libs += l.libs
		w.sum += l.sum
		w.immortal = w.immortal || l.immortal
		for s := loser; ; {
			b.cell[s].root = winner
			if s = b.cell[s].next; s == loser {
				break
			}
		}
		w.next, l.next = l.next, w.next
	}
}

// take removes the mortal opposing chains beside p that have no liberty.
func (b *Board) take(p Point, c Color, rec *play) (off int) {
	if b.cell[p].near>>(4*(3-c))&15 == 0 {
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
		if b.keep {
			b.trail = append(b.trail, root)
			rec.removed = 3 - c
			rec.taken++
		}
	}
	return off
}

// remove takes the chain off the board. Its ring stays linked, for undo.
func (b *Board) remove(root Point) {
	c := b.cell[root].color
	delta := one[Empty] - one[c]
	for s := root; ; {
		at := &b.cell[s]
		at.color = Empty
		b.hash.Hi ^= keys[c][s].Hi
		b.hash.Lo ^= keys[c][s].Lo
		b.empty[b.vacant], b.slot[s] = s, uint16(b.vacant)
		b.vacant++
		for _, h := range b.graph.inRosettes[s] {
			b.filled[h][c]--
		}
		for _, q := range b.neighbours(s) {
			n := &b.cell[q]
			n.near += delta
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
