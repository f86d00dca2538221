package board

// Undo reverts the last recorded play and reports whether there was one. It restores the board
// exactly, including the order of empty points.
func (b *Board) Undo() bool {
	if len(b.undoLog) == 0 {
		return b.undoReplace()
	}
	rec := &b.undoLog[len(b.undoLog)-1]
	b.undoLog = b.undoLog[:len(b.undoLog)-1]
	for range rec.taken {
		b.restore(b.pop(), rec.removed)
	}
	for i := int(rec.joined)/2 - 1; i >= 0; i-- {
		loser := b.pop()
		b.split(b.pop(), loser, rec.immortal>>i&1 != 0)
	}
	b.removeLast(rec)
	b.hash, b.ko = rec.hash, rec.ko
	return true
}

// undoReplace reverts a play by [Board.Replace].
func (b *Board) undoReplace() bool {
	if b.replaced == nil {
		return false
	}
	*b = *b.replaced
	return true
}

func (b *Board) pop() Point {
	p := b.undoRoots[len(b.undoRoots)-1]
	b.undoRoots = b.undoRoots[:len(b.undoRoots)-1]
	return p
}

// restore puts a removed chain back, the reverse of remove.
func (b *Board) restore(root Point, c Color) {
	delta := oneNeighbour[c] - oneNeighbour[Empty]
	b.emptyCount -= int(b.cell[root].size)
	for s := root; ; {
		b.cell[s].color = c
		for _, h := range b.graph.inRosettes[s] {
			b.rosetteCounts[h][c]++
		}
		if s = b.cell[s].next; s == root {
			break
		}
	}
	for s := root; ; {
		for _, q := range b.neighbours(s) {
			n := &b.cell[q]
			n.neighbours += delta
			if n.color != Empty && n.root != root {
				r := &b.cell[n.root]
				r.libs--
				r.sum -= int32(s)
			}
		}
		if s = b.cell[s].next; s == root {
			return
		}
	}
}

// split separates two chains that a play joined, the reverse of join.
func (b *Board) split(winner, loser Point, immortal bool) {
	w, l := &b.cell[winner], &b.cell[loser]
	w.next, l.next = l.next, w.next
	w.size -= l.size
	w.libs -= l.libs
	w.sum -= l.sum
	w.immortal = immortal
	for s := loser; ; {
		b.cell[s].root = loser
		if s = b.cell[s].next; s == loser {
			return
		}
	}
}

// removeLast removes the single stone that was played, the reverse of put.
func (b *Board) removeLast(rec *undoRecord) {
	p, c := rec.point, rec.color
	for _, h := range b.graph.inRosettes[p] {
		b.rosetteCounts[h][c]--
	}
	delta := oneNeighbour[Empty] - oneNeighbour[c]
	for _, q := range b.neighbours(p) {
		n := &b.cell[q]
		n.neighbours += delta
		if n.color != Empty {
			r := &b.cell[n.root]
			r.libs++
			r.sum += int32(p)
		}
	}
	b.cell[p] = rec.before
	if at := int(rec.emptyIndex); at != b.emptyCount {
		moved := b.empty[at]
		b.empty[b.emptyCount], b.emptyIndex[moved] = moved, uint16(b.emptyCount)
	}
	b.empty[rec.emptyIndex], b.emptyIndex[p] = p, rec.emptyIndex
	b.emptyCount++
}
