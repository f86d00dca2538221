package solve

import (
	"context"
	"slices"

	"rosette/game/board"
)

// A grove is a siege answered by a proof-number tree (Allis, van der Meulen, van
// den Herik 1994) without transpositions: every node has one past, so what
// repeats is exact. It is the referee of the search with notes.
type grove struct {
	*siege
	hurt board.Color // for whom repetition is a failure
	past []board.Hash
	tree []leaf
}

// grown answers a question as Capture does, by trees of so many nodes.
func grown(ctx context.Context, q Question) Answer {
	defender := q.Board.At(q.Chain)
	s := grove{siege: newSiege(q, defender)}
	s.side = defender.Opponent()
	hurt := s.solve(ctx, defender.Opponent())
	if hurt == yes {
		return Captured
	}
	switch helped := s.solve(ctx, defender); {
	case helped == no:
		return Saved
	case helped == yes && hurt == no:
		return ByKo
	}
	return Unknown
}

// A leaf is a move and how many leaves below at least must be decided to prove
// that the chain is captured, and that it is not.
type leaf struct {
	move          board.Point
	kids          int16
	parent, first int32
	proof, doubt  uint32
}

// decided is the number of what cannot be proven.
const decided = 1 << 30

// solve answers whether the chain is captured when repetition hurts that
// colour.
func (s *grove) solve(ctx context.Context, hurt board.Color) answer {
	s.hurt = hurt
	s.past = append(s.past[:0], s.board.Hash())
	s.tree = append(s.tree[:0], leaf{parent: -1, proof: 1, doubt: 1})
	s.decide(&s.tree[0], s.judge(s.First))
	for n := 0; s.open(&s.tree[0]) && len(s.tree) < s.Nodes; n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return unknown
		}
		at, depth := s.descend()
		s.grow(at, depth)
		for range depth {
			if s.tree[at].move != board.Pass {
				s.board.Undo()
			}
			at = s.tree[at].parent
		}
		s.past = s.past[:1]
	}
	switch root := &s.tree[0]; {
	case root.proof == 0:
		return yes
	case root.doubt == 0:
		return no
	}
	return unknown
}

func (s *grove) open(l *leaf) bool { return l.proof != 0 && l.doubt != 0 }

// mover returns who is to move at that depth.
func (s *grove) mover(depth int) board.Color {
	if depth%2 == 0 {
		return s.First
	}
	return s.First.Opponent()
}

// attacks tells whether the attacker chooses at that depth.
func (s *grove) attacks(depth int) bool { return s.mover(depth) != s.defender }

// descend plays down to the leaf that most needs to be looked at.
func (s *grove) descend() (at int32, depth int) {
	for s.tree[at].kids > 0 {
		n := &s.tree[at]
		best := n.first
		for k := n.first; k < n.first+int32(n.kids); k++ {
			kid, chosen := &s.tree[k], &s.tree[best]
			if s.attacks(depth) && kid.proof < chosen.proof || !s.attacks(depth) && kid.doubt < chosen.doubt {
				best = k
			}
		}
		s.play(s.tree[best].move, s.mover(depth))
		at = best
		depth++
	}
	return at, depth
}

func (s *grove) play(move board.Point, c board.Color) {
	if move != board.Pass {
		s.board.Play(move, c)
	}
	s.past = append(s.past, s.board.Hash())
}

// grow gives a leaf its moves and takes what they come to up to the root.
func (s *grove) grow(at int32, depth int) {
	mover := s.mover(depth)
	first := int32(len(s.tree))
	for _, move := range s.replies(mover) {
		kid := leaf{move: move, parent: at}
		if move != board.Pass && !s.fresh(move, mover) {
			s.decide(&kid, s.failure())
		} else {
			s.play(move, mover)
			s.decide(&kid, s.judge(mover.Opponent()))
			s.past = s.past[:len(s.past)-1]
			if move != board.Pass {
				s.board.Undo()
			}
		}
		s.tree = append(s.tree, kid)
	}
	n := &s.tree[at]
	n.first, n.kids = first, int16(len(s.tree)-int(first))
	if n.kids == 0 { // no way out of atari, or nothing to attack with
		s.decide(n, map[bool]answer{true: yes, false: no}[mover == s.defender])
	}
	s.lift(at, depth)
}

// fresh tells whether a play makes a position that has not stood.
func (s *grove) fresh(p board.Point, c board.Color) bool {
	return !slices.Contains(s.past, s.board.HashAfter(p, c))
}

// failure is the answer for a repetition.
func (s *grove) failure() answer {
	if s.hurt == s.defender {
		return yes
	}
	return no
}

// decide enters an answer, or how far from one a leaf is.
func (s *grove) decide(l *leaf, a answer) {
	switch a {
	case yes:
		l.proof, l.doubt = 0, decided
	case no:
		l.proof, l.doubt = decided, 0
	default:
		l.proof, l.doubt = uint32(max(1, len(s.board.Liberties(s.Chain)))), 1
	}
}

// lift sums the numbers up from a node to the root.
func (s *grove) lift(at int32, depth int) {
	for ; at >= 0; at, depth = s.tree[at].parent, depth-1 {
		n := &s.tree[at]
		if n.kids == 0 {
			continue
		}
		least, sum := uint32(decided), uint32(0)
		for k := n.first; k < n.first+int32(n.kids); k++ {
			one, other := s.tree[k].proof, s.tree[k].doubt
			if !s.attacks(depth) {
				one, other = other, one
			}
			least, sum = min(least, one), min(sum+other, decided)
		}
		n.proof, n.doubt = least, sum
		if !s.attacks(depth) {
			n.proof, n.doubt = sum, least
		}
	}
}
