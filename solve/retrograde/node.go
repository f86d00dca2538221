package retrograde

import "math/bits"

// stones are both colours' stones.
type stones [2]set

// The players as indices into stones.
const (
	black = 0
	white = 1
)

// A situation is a position and the player to move. Situational superko compares situations.
type situation struct {
	stones
	mover uint8
}

// swapped returns the situation with the colours swapped, or nil for nil.
func (s *situation) swapped() *situation {
	if s == nil {
		return nil
	}
	return &situation{stones{s.stones[white], s.stones[black]}, s.mover ^ 1}
}

// A node is a situation with the strict game's other state: the point that the mover may not
// retake, and whether the last move was a pass.
type node struct {
	situation
	ban    set
	passed bool
}

// swapped returns the node with the colours swapped.
func (n node) swapped() node {
	n.situation = *n.situation.swapped()
	return n
}

// A child is the node after a play. If the play takes a ko, free is that node without the ban to
// retake.
type child struct {
	point int
	node  node
	free  node
}

// child returns the node after the mover plays at p. legal is false for a suicide.
func (w *words) child(n node, p int) (c child, legal bool) {
	foe := n.mover ^ 1
	after, left, taken, legal := w.play(n.stones[n.mover], n.stones[foe], p)
	c.point = p
	c.node.mover = foe
	c.node.stones[n.mover], c.node.stones[foe] = after, left
	c.free = c.node
	if taken != 0 {
		c.node.ban = w.ko(after, left, taken, p)
	}
	return c, legal
}

// children appends the nodes after the mover's plays.
func (w *words) children(n node, list []child) []child {
	for empty := w.all &^ (n.stones[black] | n.stones[white] | n.ban); empty != 0; empty &= empty - 1 {
		if c, legal := w.child(n, bits.TrailingZeros32(empty)); legal {
			list = append(list, c)
		}
	}
	return list
}

// afterPass returns the node after a pass that does not end the game.
func (n node) afterPass() node {
	return node{situation: situation{n.stones, n.mover ^ 1}, passed: true}
}

// plain reports whether a node is a cell of the table.
func (n node) plain() bool { return n.ban == 0 && !n.passed }
