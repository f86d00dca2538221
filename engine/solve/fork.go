package solve

// A fork weighs replies by their proof and disproof numbers: the mover goes on
// with the smallest of his own, and of the other numbers the largest counts and
// each of the rest one, since one position is reached in many ways (Ueda et al.
// 2008).
type fork struct {
	mine         bool // the mover wants a proof, not a disproof
	best         int  // the reply to go on with, −1 as long as none is open
	least, next  uint32
	most, others uint32
}

func newFork(mine bool) fork { return fork{mine: mine, best: -1, least: endless, next: endless} }

// won tells whether a reply of that answer settles the position for the mover.
func (c *fork) won(a answer) bool { return a == yes && c.mine || a == no && !c.mine }

// add counts reply i, which is open with these numbers.
func (c *fork) add(i int, proof, doubt uint32) {
	if !c.mine {
		proof, doubt = doubt, proof
	}
	c.others++
	c.most = max(c.most, doubt)
	if proof < c.least {
		c.best, c.next, c.least = i, c.least, proof
	} else {
		c.next = min(c.next, proof)
	}
}

// numbers returns those of the position itself.
func (c *fork) numbers() (proof, doubt uint32) {
	most := c.most
	if c.others > 0 {
		most += c.others - 1
	}
	proof, doubt = c.least, min(most, endless-1)
	if !c.mine {
		proof, doubt = doubt, proof
	}
	return proof, doubt
}
