package solve

import (
	"math/bits"

	"rosette/game/board"
)

// A finding is an answer for a position on the path, where on the path the
// position stands whose return took part in a no, and which stones of the side
// stand throughout the proof of a yes.
type finding struct {
	answer   answer
	repeated int
	kept     uint64
}

// A reply is a move and what is known of what it leads to.
type reply struct {
	move         board.Point
	hash         board.Hash
	proof, doubt uint32
	start        uint32 // the numbers as long as nothing is known
	finding      finding
}

// deepen looks below the position on the board until its numbers reach
// thresholds or it is decided (Nagai 2002).
func (s *siege) deepen(mover board.Color, played bool, proof, doubt uint32) finding {
	if s.nodes++; s.stopped() {
		return finding{}
	}
	now, start := s.path[len(s.path)-1], s.nodes
	k := note{hash: now.hash, marks: moverKind(mover)}
	known := s.notes.find(k.hash, k.marks)
	if known != nil {
		k = *known
	}
	if known == nil || k.marks&reached != 0 { // a proof that was refused may be no more than this
		if a := s.judge(mover); a != unknown {
			return s.learn(&k, finding{a, free, ^uint64(0)}, played, 0)
		}
	}
	was := len(s.dirty)
	if s.notes.clash(now.hash) {
		s.dirty = append(s.dirty, s.stones())
	}
	f := s.weigh(mover, &k, proof, doubt)
	s.dirty = s.dirty[:was]
	return s.learn(&k, f, played, s.nodes-start)
}

// stopped tells whether the search has to end, and looks at the clock now and
// then.
func (s *siege) stopped() bool {
	if s.nodes%256 == 0 {
		select {
		case <-s.done:
			s.stop = true
		default:
		}
	}
	s.stop = s.stop || s.nodes > s.Nodes
	return s.stop
}

// learn notes what was found of the last position on the path. A no that
// depends on what stood before it is noted for that past alone.
func (s *siege) learn(k *note, f finding, played bool, nodes int) finding {
	now := &s.path[len(s.path)-1]
	k.work = max(k.work, uint8(bits.Len(uint(nodes))))
	if known := s.notes.find(k.hash, k.marks&kinds); known != nil { // another path may have added to it below
		k.marks, k.kept = known.marks, known.kept
	}
	switch {
	case f.answer == yes:
		f.kept &= s.stones()
		k.marks, k.kept = k.marks|reached, f.kept
		if played {
			k.marks |= byPlay
		}
	case f.answer == no && f.repeated >= len(s.path)-1:
		k.marks, f.repeated = k.marks|failed, free
	case f.answer == no:
		k.marks |= bends
		s.notes.put(note{hash: now.hash.Xor(now.past), kept: now.order, repeated: int16(f.repeated), marks: k.marks&blacks | onPath, work: k.work})
	}
	s.notes.put(*k)
	return f
}

// weigh goes down to the replies that need least, again and again.
func (s *siege) weigh(mover board.Color, k *note, proof, doubt uint32) finding {
	mine := mover == s.side
	list := s.list(mover)
	for {
		best, second := pick(list, mine, k)
		if best < 0 {
			return sumUp(list, mine)
		}
		b := &list[best]
		if b.finding.answer != unknown {
			return b.finding
		}
		if k.proof >= proof || k.doubt >= doubt {
			return finding{}
		}
		limits := b.limits(k, mine, second, proof, doubt)
		s.enter(b.move, mover)
		before := s.nodes
		b.finding = s.deepen(mover.Opponent(), b.move != board.Pass, limits[0], limits[1])
		s.leave(b.move)
		s.renew(list, b, mover.Opponent(), s.nodes-before)
		if s.stop {
			return finding{}
		}
	}
}

// limits returns the thresholds for a reply: until it is no longer the best by
// some way, or the position itself has reached its own (Pawlewicz and Lew 2007).
func (r *reply) limits(k *note, mine bool, second, proof, doubt uint32) [2]uint32 {
	next := second + second/4 + 1
	if mine {
		return [2]uint32{min(proof, next), doubt - min(doubt, k.doubt-r.doubt)}
	}
	return [2]uint32{proof - min(proof, k.proof-r.proof), min(doubt, next)}
}

// stale is after how many nodes below one reply the notes of the others may say
// something else.
const stale = 32

// renew reads the notes again after so many nodes below a reply.
func (s *siege) renew(list []reply, visited *reply, next board.Color, nodes int) {
	for i := range list {
		if b := &list[i]; b.finding.answer == unknown && (b == visited || nodes > stale) {
			s.number(b, next)
		}
	}
}

// sumUp returns what the replies come to when none decides. Without any, the
// attacker has nothing to attack with, or the defender no way out of atari.
func sumUp(list []reply, mine bool) finding {
	f := finding{no, free, 0}
	if !mine {
		f = finding{yes, free, ^uint64(0)}
	}
	for i := range list {
		f.repeated = min(f.repeated, list[i].finding.repeated)
		f.kept &= list[i].finding.kept
	}
	return f
}

// start is how far a reply may be from an answer, as long as nothing is known of
// it: what is near the chain comes first. Captures, eyes and the liberties of the
// chain in the numbers were tried, and none made the search shorter.
func (s *siege) start(p board.Point) uint32 {
	if p == board.Pass {
		return 1
	}
	return 1 + uint32(s.far[p])/2
}

// list returns the replies of the mover.
func (s *siege) list(mover board.Color) []reply {
	moves := s.replies(mover)
	list := make([]reply, 0, len(moves))
	now := s.path[len(s.path)-1].hash
	threats := s.threats(mover)
	for _, p := range moves {
		r := reply{move: p, hash: now}
		if p != board.Pass {
			r.hash = s.board.HashAfter(p, mover)
			if at := s.returned(r.hash); at >= 0 {
				r.finding = finding{no, at, 0}
			} else if s.idle(p, threats) {
				continue
			}
		}
		if r.start = s.start(p); r.finding.answer == unknown {
			s.number(&r, mover.Opponent())
		}
		list = append(list, r)
	}
	return list
}

// pick returns the reply to go on with, the number of the next best, and enters
// the numbers of the position itself.
func pick(list []reply, mine bool, k *note) (best int, second uint32) {
	c := newFork(mine)
	for i := range list {
		b := &list[i]
		switch {
		case c.won(b.finding.answer):
			return i, 0
		case b.finding.answer == unknown:
			c.add(i, b.proof, b.doubt)
		}
	}
	k.proof, k.doubt = c.numbers()
	return c.best, c.next
}

// number reads what the notes say of a reply.
func (s *siege) number(b *reply, next board.Color) {
	b.proof, b.doubt = b.start, b.start
	kind := moverKind(next)
	k := s.notes.find(b.hash, kind)
	switch {
	case k == nil:
		return
	case k.marks&failed != 0:
		b.finding = finding{no, free, 0}
		return
	case k.marks&reached != 0 && s.clear(k.kept):
		if b.move != board.Pass {
			k.marks |= byPlay
		}
		b.finding = finding{yes, free, k.kept}
		return
	case k.proof > 0 && k.doubt > 0:
		b.proof, b.doubt = k.proof, k.doubt
	}
	if k.marks&bends != 0 {
		b.finding = s.recall(s.next(b.move, b.hash), kind)
	}
}

// recall returns what was found of a position with the same past.
func (s *siege) recall(then stage, kind uint8) finding {
	k := s.notes.find(then.hash.Xor(then.past), kind|onPath)
	switch {
	case k == nil:
		return finding{}
	case k.kept == then.order:
		return finding{no, int(k.repeated), 0}
	}
	return finding{no, 0, 0}
}

// clear tells whether a proof that keeps those stones leads to no position on
// the path to which the notes' proofs may play.
func (s *siege) clear(kept uint64) bool {
	for _, own := range s.dirty {
		if kept&^own == 0 {
			return false
		}
	}
	return true
}
