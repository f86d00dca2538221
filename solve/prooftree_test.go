package solve

import (
	"context"
	"slices"

	"rosette/game/board"
)

// proofTree solves a capture problem by a proof-number tree (Allis, van der
// Meulen, van den Herik 1994) without transpositions: every node has one past, so
// repetitions are exact.
type proofTree struct {
	*captureSearch
	repetitionFails board.Color // the side that fails by a repetition
	path            []board.Hash
	tree            []treeNode
}

// solveByTree solves a problem like Capture, with a tree for each query.
func solveByTree(ctx context.Context, q CaptureProblem) CaptureOutcome {
	defender := q.Board.At(q.Chain)
	s := proofTree{captureSearch: newCaptureSearch(q, defender)}
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

// treeNode is a move with the proof and disproof number of the position after it.
type treeNode struct {
	move            board.Point
	children        int16
	parent, first   int32
	proof, disproof uint32
}

// infinite is the number for a result that cannot be proven.
const infinite = 1 << 30

// solve reports whether the chain is captured if every repetition is that player's failure.
func (s *proofTree) solve(ctx context.Context, hurt board.Color) answer {
	s.repetitionFails = hurt
	s.path = append(s.path[:0], s.board.Hash())
	s.tree = append(s.tree[:0], treeNode{parent: -1, proof: 1, disproof: 1})
	s.decide(&s.tree[0], s.staticAnswer(s.First))
	for n := 0; s.isOpen(&s.tree[0]) && len(s.tree) < s.Nodes; n++ {
		if n%256 == 0 && ctx.Err() != nil {
			return unknown
		}
		at, depth := s.descend()
		s.expand(at, depth)
		for range depth {
			if s.tree[at].move != board.Pass {
				s.board.Undo()
			}
			at = s.tree[at].parent
		}
		s.path = s.path[:1]
	}
	switch root := &s.tree[0]; {
	case root.proof == 0:
		return yes
	case root.disproof == 0:
		return no
	}
	return unknown
}

func (s *proofTree) isOpen(l *treeNode) bool { return l.proof != 0 && l.disproof != 0 }

// mover returns the player to move at a depth.
func (s *proofTree) mover(depth int) board.Color {
	if depth%2 == 0 {
		return s.First
	}
	return s.First.Opponent()
}

// attacks reports whether the attacker moves at a depth.
func (s *proofTree) attacks(depth int) bool { return s.mover(depth) != s.defender }

// descend plays down to the most proving leaf.
func (s *proofTree) descend() (at int32, depth int) {
	for s.tree[at].children > 0 {
		n := &s.tree[at]
		best := n.first
		for k := n.first; k < n.first+int32(n.children); k++ {
			child, chosen := &s.tree[k], &s.tree[best]
			if s.attacks(depth) && child.proof < chosen.proof || !s.attacks(depth) && child.disproof < chosen.disproof {
				best = k
			}
		}
		s.play(s.tree[best].move, s.mover(depth))
		at = best
		depth++
	}
	return at, depth
}

func (s *proofTree) play(move board.Point, c board.Color) {
	if move != board.Pass {
		s.board.Play(move, c)
	}
	s.path = append(s.path, s.board.Hash())
}

// expand adds the moves to a leaf and updates the numbers up to the root.
func (s *proofTree) expand(at int32, depth int) {
	mover := s.mover(depth)
	first := int32(len(s.tree))
	for _, move := range s.movesOf(mover) {
		child := treeNode{move: move, parent: at}
		if move != board.Pass && !s.isNew(move, mover) {
			s.decide(&child, s.failure())
		} else {
			s.play(move, mover)
			s.decide(&child, s.staticAnswer(mover.Opponent()))
			s.path = s.path[:len(s.path)-1]
			if move != board.Pass {
				s.board.Undo()
			}
		}
		s.tree = append(s.tree, child)
	}
	n := &s.tree[at]
	n.first, n.children = first, int16(len(s.tree)-int(first))
	if n.children == 0 { // no escape from atari, or no attacking move
		s.decide(n, map[bool]answer{true: yes, false: no}[mover == s.defender])
	}
	s.backUp(at, depth)
}

// isNew reports whether a play leads to a position that has not occurred.
func (s *proofTree) isNew(p board.Point, c board.Color) bool {
	return !slices.Contains(s.path, s.board.HashAfter(p, c))
}

// failure is the answer for a repetition.
func (s *proofTree) failure() answer {
	if s.repetitionFails == s.defender {
		return yes
	}
	return no
}

// decide sets the numbers of a leaf.
func (s *proofTree) decide(l *treeNode, a answer) {
	switch a {
	case yes:
		l.proof, l.disproof = 0, infinite
	case no:
		l.proof, l.disproof = infinite, 0
	default:
		l.proof, l.disproof = uint32(max(1, len(s.board.Liberties(s.Chain)))), 1
	}
}

// backUp updates the numbers from a node to the root.
func (s *proofTree) backUp(at int32, depth int) {
	for ; at >= 0; at, depth = s.tree[at].parent, depth-1 {
		n := &s.tree[at]
		if n.children == 0 {
			continue
		}
		least, sum := uint32(infinite), uint32(0)
		for k := n.first; k < n.first+int32(n.children); k++ {
			one, other := s.tree[k].proof, s.tree[k].disproof
			if !s.attacks(depth) {
				one, other = other, one
			}
			least, sum = min(least, one), min(sum+other, infinite)
		}
		n.proof, n.disproof = least, sum
		if !s.attacks(depth) {
			n.proof, n.disproof = sum, least
		}
	}
}
