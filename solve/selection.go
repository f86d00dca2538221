package solve

// childSelection selects the most proving child and computes a position's proof and disproof
// number. For the mover's kind it takes the smallest number; for the other kind the largest plus
// one for each further child, because transpositions reach a position in many ways (Ueda et al.
// 2008).
type childSelection struct {
	orNode           bool // the mover is the prover
	best             int  // index of the child to search, or −1
	smallest, second uint32
	largest, open    uint32
}

func newChildSelection(mine bool) childSelection {
	return childSelection{orNode: mine, best: -1, smallest: infinity, second: infinity}
}

// decides reports whether a child with that answer decides the position.
func (c *childSelection) decides(a answer) bool { return a == yes && c.orNode || a == no && !c.orNode }

// add adds the undecided child i with its numbers.
func (c *childSelection) add(i int, proof, disproof uint32) {
	if !c.orNode {
		proof, disproof = disproof, proof
	}
	c.open++
	c.largest = max(c.largest, disproof)
	if proof < c.smallest {
		c.best = i
		c.second = c.smallest
		c.smallest = proof
	} else {
		c.second = min(c.second, proof)
	}
}

// numbers returns the proof and disproof number of the position.
func (c *childSelection) numbers() (proof, disproof uint32) {
	most := c.largest
	if c.open > 0 {
		most += c.open - 1
	}
	proof, disproof = c.smallest, min(most, infinity-1)
	if !c.orNode {
		proof, disproof = disproof, proof
	}
	return proof, disproof
}
