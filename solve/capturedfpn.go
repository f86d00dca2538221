package solve

import (
	"math/bits"
	"slices"

	"rosette/game/board"
)

// captureResult is the answer for a position on the path. If it is no, repeated is the smallest
// path index whose repetition it depends on. If it is yes, kept is the set of the prover's stones
// that stand in every position of the proof.
type captureResult struct {
	answer   answer
	repeated int
	standing uint64
}

// child is a move with the known results for the position after it.
type child struct {
	move            board.Point
	hash            board.Hash
	proof, disproof uint32
	start           uint32 // both numbers while the table has no entry
	result          captureResult
}

// mid searches the position on the board until its proof or disproof number reaches its threshold,
// or the position is decided (MID in Nagai 2002).
func (s *captureSearch) mid(mover board.Color, played bool, proof, disproof uint32) captureResult {
	if s.nodes++; s.mustStop() {
		return captureResult{}
	}
	now, start := s.path[len(s.path)-1], s.nodes
	k := captureEntry{hash: now.hash, marks: moverMark(mover)}
	known := s.table.find(k.hash, k.marks)
	if known != nil {
		k = *known
	}
	if known == nil || k.marks&proven != 0 { // the GHI filter may refuse the proof of a static answer
		if a := s.staticAnswer(mover); a != unknown {
			return s.store(&k, captureResult{a, noRepetition, ^uint64(0)}, played, 0)
		}
	}
	was := len(s.ghi)
	if s.table.conflicts(now.hash) {
		s.ghi = append(s.ghi, s.stones())
	}
	f := s.searchChildren(mover, &k, proof, disproof)
	s.ghi = s.ghi[:was]
	return s.store(&k, f, played, s.nodes-start)
}

// mustStop reports whether the search has to stop. It checks the context every 256 nodes.
func (s *captureSearch) mustStop() bool {
	if s.nodes%256 == 0 {
		select {
		case <-s.done:
			s.stopped = true
		default:
		}
	}
	s.stopped = s.stopped || s.nodes > s.Nodes
	return s.stopped
}

// store stores the result for the last position on the path in the table. A no that depends on
// earlier positions is stored for this path only.
func (s *captureSearch) store(k *captureEntry, f captureResult, played bool, nodes int) captureResult {
	now := &s.path[len(s.path)-1]
	k.effort = max(k.effort, uint8(bits.Len(uint(nodes))))
	// the search below may have reached it by another path
	if known := s.table.find(k.hash, k.marks&entryKey); known != nil {
		k.marks, k.kept = known.marks, known.kept
	}
	switch {
	case f.answer == yes:
		f.standing &= s.stones()
		k.marks, k.kept = k.marks|proven, f.standing
		if played {
			k.marks |= byPlay
		}
	case f.answer == no && f.repeated >= len(s.path)-1:
		k.marks, f.repeated = k.marks|disproven, noRepetition
	case f.answer == no:
		k.marks |= hasPathEntries
		s.table.put(captureEntry{
			hash: now.hash.Xor(now.earlier), kept: now.order, repeated: int16(f.repeated),
			marks: k.marks&blackToMove | pathDependent, effort: k.effort,
		})
	}
	s.table.put(*k)
	return f
}

// searchChildren repeatedly searches the most proving child until a threshold is reached or the
// position is decided.
func (s *captureSearch) searchChildren(mover board.Color, k *captureEntry, proof, disproof uint32) captureResult {
	mine := mover == s.side
	list := s.children(mover)
	for {
		best, second := selectReply(list, mine, k)
		if best < 0 {
			return combineReplies(list, mine)
		}
		b := &list[best]
		if b.result.answer != unknown {
			if len(s.path) == 1 && mine {
				s.move = b.move
			}
			return b.result
		}
		if k.proof >= proof || k.disproof >= disproof {
			return captureResult{}
		}
		limits := b.thresholds(k, mine, second, proof, disproof)
		s.push(b.move, mover)
		before := s.nodes
		b.result = s.mid(mover.Opponent(), b.move != board.Pass, limits[0], limits[1])
		s.pop(b.move)
		s.rereadNumbers(list, b, mover.Opponent(), s.nodes-before)
		if s.stopped {
			return captureResult{}
		}
	}
}

// thresholds returns the proof and disproof thresholds for a child. The search returns when the
// child is no longer the best by a margin of a quarter (Pawlewicz and Lew 2007), or when the parent
// reaches its own thresholds.
func (r *child) thresholds(k *captureEntry, mine bool, second, proof, disproof uint32) [2]uint32 {
	next := second + second/4 + 1
	if mine {
		return [2]uint32{min(proof, next), disproof - min(disproof, k.disproof-r.disproof)}
	}
	return [2]uint32{proof - min(proof, k.proof-r.proof), min(disproof, next)}
}

// rereadNodes is the size from which a searched subtree may have changed the siblings' table
// entries, so that they are read again.
const rereadNodes = 32

// rereadNumbers reads the numbers of the visited child again, or after a large subtree those of all
// children.
func (s *captureSearch) rereadNumbers(list []child, visited *child, next board.Color, nodes int) {
	for i := range list {
		if b := &list[i]; b.result.answer == unknown && (b == visited || nodes > rereadNodes) {
			s.readNumbers(b, next)
		}
	}
}

// combineReplies returns the result if no move decides the position. With an empty list, the
// attacker has no move left, or the defender cannot get out of atari.
func combineReplies(list []child, mine bool) captureResult {
	f := captureResult{no, noRepetition, 0}
	if !mine {
		f = captureResult{yes, noRepetition, ^uint64(0)}
	}
	for i := range list {
		f.repeated = min(f.repeated, list[i].result.repeated)
		f.standing &= list[i].result.standing
	}
	return f
}

// startNumber returns the initial proof and disproof number for a child, which grows with the
// distance from the chain. Captures, eyes and the chain's liberties were tried as well and did not
// shorten searches.
func (s *captureSearch) startNumber(p board.Point) uint32 {
	if p == board.Pass {
		return 1
	}
	return 1 + uint32(s.distance[p])/2
}

// children returns the mover's moves with their results from the table.
func (s *captureSearch) children(mover board.Color) []child {
	moves := s.movesOf(mover)
	list := make([]child, 0, len(moves))
	now := s.path[len(s.path)-1].hash
	threats := s.rosetteThreats(mover)
	for _, p := range moves {
		if len(s.path) == 1 && slices.Contains(s.except, p) {
			continue
		}
		r := child{move: p, hash: now}
		if p != board.Pass {
			r.hash = s.board.HashAfter(p, mover)
			if at := s.repeated(r.hash); at >= 0 {
				r.result = captureResult{no, at, 0}
			} else if s.ignoresThreats(p, threats) {
				continue
			}
		}
		if r.start = s.startNumber(p); r.result.answer == unknown {
			s.readNumbers(&r, mover.Opponent())
		}
		list = append(list, r)
	}
	return list
}

// selectReply returns the index of the child to search and the second-best number, and sets the
// parent's numbers. The index is −1 if all children are decided.
func selectReply(list []child, mine bool, k *captureEntry) (best int, second uint32) {
	c := newChildSelection(mine)
	for i := range list {
		b := &list[i]
		switch {
		case c.decides(b.result.answer):
			return i, 0
		case b.result.answer == unknown:
			c.add(i, b.proof, b.disproof)
		}
	}
	k.proof, k.disproof = c.numbers()
	return c.best, c.second
}

// readNumbers reads the results for a child from the table.
func (s *captureSearch) readNumbers(b *child, next board.Color) {
	b.proof, b.disproof = b.start, b.start
	kind := moverMark(next)
	k := s.table.find(b.hash, kind)
	switch {
	case k == nil:
		return
	case k.marks&disproven != 0:
		b.result = captureResult{no, noRepetition, 0}
		return
	case k.marks&proven != 0 && s.usable(k.kept):
		if b.move != board.Pass {
			k.marks |= byPlay
		}
		b.result = captureResult{yes, noRepetition, k.kept}
		return
	case k.proof > 0 && k.disproof > 0:
		b.proof, b.disproof = k.proof, k.disproof
	}
	if k.marks&hasPathEntries != 0 {
		b.result = s.fromPathEntry(s.nodeAfter(b.move, b.hash), kind)
	}
}

// fromPathEntry returns the result stored for a position with this path.
func (s *captureSearch) fromPathEntry(then pathNode, kind uint8) captureResult {
	k := s.table.find(then.hash.Xor(then.earlier), kind|pathDependent)
	switch {
	case k == nil:
		return captureResult{}
	case k.kept == then.order:
		return captureResult{no, int(k.repeated), 0}
	}
	return captureResult{no, 0, 0}
}

// usable reports whether a proof that keeps those stones cannot play to any position in the GHI
// filter.
func (s *captureSearch) usable(kept uint64) bool {
	for _, own := range s.ghi {
		if kept&^own == 0 {
			return false
		}
	}
	return true
}
