package life

import (
	"slices"

	"rosette/game/board"
)

// A statusAnalysis finds the status of every chain in a position, taking the chains near it into
// account.
type statusAnalysis struct {
	board   *board.View
	rules   CaptureRules
	chains  []chainInfo
	chainAt []int // by point: index of the chain, −1 if empty
}

// A chainInfo is a chain and its neighbours: the chains that touch it or share
// a liberty with it.
type chainInfo struct {
	ChainStatus
	unconditional bool  // the status does not depend on ownership
	friends       []int // neighbours of the same colour
	enemies       []int // neighbours of the other colour
}

func newStatusAnalysis(b *board.View, r CaptureRules) *statusAnalysis {
	a := &statusAnalysis{board: b, rules: r, chainAt: make([]int, b.Graph().Points())}
	first := map[board.Point]int{}
	for p := range a.chainAt {
		at := board.Point(p)
		if a.chainAt[p] = -1; b.At(at) == board.Empty {
			continue
		}
		i, known := first[b.Root(at)]
		if !known {
			i = len(a.chains)
			first[b.Root(at)] = i
			a.chains = append(a.chains, chainInfo{ChainStatus: ChainStatus{Color: b.At(at)}})
		}
		a.chainAt[p] = i
		a.chains[i].Stones = append(a.chains[i].Stones, at)
	}
	for i := range a.chains {
		a.findNeighbours(i)
	}
	return a
}

// findNeighbours fills in chain i's friends and enemies.
func (a *statusAnalysis) findNeighbours(i int) {
	c := &a.chains[i]
	seen := map[int]bool{i: true}
	add := func(p board.Point) {
		j := a.chainAt[p]
		if j < 0 || seen[j] {
			return
		}
		seen[j] = true
		if a.chains[j].Color == c.Color {
			c.friends = append(c.friends, j)
		} else {
			c.enemies = append(c.enemies, j)
		}
	}
	for _, p := range c.Stones {
		for _, near := range a.board.Graph().Near(p) {
			add(near)
			if a.board.At(near) == board.Empty {
				for _, beyond := range a.board.Graph().Near(near) {
					add(beyond)
				}
			}
		}
	}
}

// applyUnconditional sets the statuses that need no ownership estimate, and Unsure for the other
// chains.
func (a *statusAnalysis) applyUnconditional() {
	safety := board.ByColor[Safety]{
		board.Black: Unconditional(a.board, board.Black, a.rules),
		board.White: Unconditional(a.board, board.White, a.rules),
	}
	for i := range a.chains {
		c := &a.chains[i]
		p := c.Stones[0]
		c.unconditional = true
		switch {
		case a.board.Immortal(p):
			c.Status, c.Reason = Alive, Immortal
		case safety[c.Color].Alive[p]:
			c.Status, c.Reason = Alive, Unconditionally
		case safety[c.Color.Opponent()].Territory[p]:
			c.Status, c.Reason = Dead, InTerritory
		default:
			c.Status = Unsure
			c.Reason = Divided
			c.unconditional = false
		}
	}
}

// sign is a colour's sign in ownership values.
var sign = board.ByColor[float32]{board.Black: 1, board.White: -1}

// applyOwnership sets the status of the other chains by the mean ownership of their stones. It
// skips estimates whose length is not the number of points.
func (a *statusAnalysis) applyOwnership(ownerships [][]float32) {
	any := false
	for _, owner := range ownerships {
		if len(owner) != len(a.chainAt) {
			continue
		}
		for i := range a.chains {
			c := &a.chains[i]
			mean := float32(0)
			for _, p := range c.Stones {
				mean += owner[p]
			}
			mean *= sign[c.Color] / float32(len(c.Stones))
			if !any {
				c.Ownership = [2]float32{mean, mean}
			}
			c.Ownership = [2]float32{min(c.Ownership[0], mean), max(c.Ownership[1], mean)}
		}
		any = true
	}
	for i := range a.chains {
		c := &a.chains[i]
		switch {
		case c.unconditional || !any:
		case c.Ownership[1] <= deadBelow:
			c.Status, c.Reason = Dead, ByOwnership
		case c.Ownership[0] >= aliveAbove:
			c.Status, c.Reason = Alive, ByOwnership
		}
	}
}

// applyReading sets the status for chains that have been read.
func (a *statusAnalysis) applyReading(read []Status) {
	if len(read) != len(a.chainAt) {
		return
	}
	for i := range a.chains {
		c := &a.chains[i]
		switch s := read[c.Stones[0]]; {
		case c.unconditional || s == Vacant:
		case s == Unsure:
			c.Status, c.Reason = Unsure, Divided
		default:
			c.Status, c.Reason = s, ByReading
		}
	}
}

// deadByOwnership reports whether the chain is called dead only because of
// ownership.
func (c *chainInfo) deadByOwnership() bool { return c.Status == Dead && c.Reason == ByOwnership }

// spareUncapturable makes chains unsure if they are dead by ownership but have two eyes by their
// shape or cannot be captured.
func (a *statusAnalysis) spareUncapturable() {
	var spared []int
	eyes := a.twoEyedChains()
	for i := range a.chains {
		if a.chains[i].deadByOwnership() && (eyes[i] || !a.capturable(i)) {
			spared = append(spared, i)
		}
	}
	a.setStatus(spared, Unsure, Untakable)
}

// twoEyedChains reports for each chain whether it borders an empty region that only its colour
// borders and that makes two eyes.
func (a *statusAnalysis) twoEyedChains() []bool {
	s := newRegionSurvey(a.board)
	two := make([]bool, len(a.chains))
	for _, r := range s.regions {
		if r.owner == board.Empty || !twoEyes(a.board.Graph(), r.points) {
			continue
		}
		for _, p := range r.stones {
			two[a.chainAt[p]] = true
		}
	}
	return two
}

// setStatus sets the chains' status and reason.
func (a *statusAnalysis) setStatus(chains []int, s Status, why Reason) {
	for _, i := range chains {
		a.chains[i].Status, a.chains[i].Reason = s, why
	}
}

// spareInconsistent makes chains unsure if they are dead by ownership but have a friend that may
// live, or no live enemy around them, until the rest is consistent. The result of a round does not
// depend on the order of chains.
func (a *statusAnalysis) spareInconsistent() {
	for {
		var linked, notSurrounded []int
		for i := range a.chains {
			switch c := &a.chains[i]; {
			case !c.deadByOwnership():
			case a.any(c.friends, Alive, Unsure):
				linked = append(linked, i)
			case a.any(c.enemies, Dead, Unsure) || !a.surrounded(i):
				notSurrounded = append(notSurrounded, i)
			}
		}
		if len(linked)+len(notSurrounded) == 0 {
			return
		}
		a.setStatus(linked, Unsure, Linked)
		a.setStatus(notSurrounded, Unsure, NotSurrounded)
	}
}

// any reports whether a chain has one of the statuses.
func (a *statusAnalysis) any(chains []int, those ...Status) bool {
	return slices.ContainsFunc(chains, func(i int) bool { return slices.Contains(those, a.chains[i].Status) })
}

// surrounded reports whether a live enemy borders the area around chain i: the empty points and
// dead chains of its colour connected with it.
func (a *statusAnalysis) surrounded(i int) bool {
	c := &a.chains[i]
	space := []board.Point{c.Stones[0]}
	found := make([]bool, len(a.chainAt))
	found[space[0]] = true
	for ; len(space) > 0; space = space[1:] {
		for _, p := range a.board.Graph().Near(space[0]) {
			if found[p] {
				continue
			}
			found[p] = true
			j := a.chainAt[p]
			switch {
			case j < 0 || a.chains[j].Color == c.Color && a.chains[j].Status == Dead:
				space = append(space, p)
			case a.chains[j].Color != c.Color && a.chains[j].Status == Alive:
				return true
			}
		}
	}
	return false
}
