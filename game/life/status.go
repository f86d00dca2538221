package life

import (
	"slices"

	"rosette/game/board"
)

// An statusAnalysis looks at the chains of a position, each in the light of the
// others.
type statusAnalysis struct {
	board   *board.Board
	rules   CaptureRules
	chains  []chainInfo
	chainAt []int // the chain of each point, −1 where there is no stone
}

// A chainInfo is a chain and who is near: beside it or at one of its liberties.
type chainInfo struct {
	ChainStatus
	unconditional bool  // unconditionally: nothing else is asked
	friends       []int // chains of its colour near it
	enemies       []int // opposing chains near it
}

func newStatusAnalysis(b *board.Board, r CaptureRules) *statusAnalysis {
	q := &statusAnalysis{board: b, rules: r, chainAt: make([]int, b.Graph().Points())}
	first := map[board.Point]int{}
	for p := range q.chainAt {
		at := board.Point(p)
		if q.chainAt[p] = -1; b.At(at) == board.Empty {
			continue
		}
		i, known := first[b.Root(at)]
		if !known {
			i = len(q.chains)
			first[b.Root(at)] = i
			q.chains = append(q.chains, chainInfo{ChainStatus: ChainStatus{Color: b.At(at)}})
		}
		q.chainAt[p] = i
		q.chains[i].Stones = append(q.chains[i].Stones, at)
	}
	for i := range q.chains {
		q.findNeighbours(i)
	}
	return q
}

// findNeighbours finds the kin and the foes of a chain.
func (q *statusAnalysis) findNeighbours(i int) {
	c := &q.chains[i]
	met := map[int]bool{i: true}
	greet := func(p board.Point) {
		j := q.chainAt[p]
		if j < 0 || met[j] {
			return
		}
		met[j] = true
		if q.chains[j].Color == c.Color {
			c.friends = append(c.friends, j)
		} else {
			c.enemies = append(c.enemies, j)
		}
	}
	for _, p := range c.Stones {
		for _, near := range q.board.Graph().Near(p) {
			greet(near)
			if q.board.At(near) == board.Empty {
				for _, beyond := range q.board.Graph().Near(near) {
					greet(beyond)
				}
			}
		}
	}
}

// applyUnconditional passes the verdicts that need no opinion.
func (q *statusAnalysis) applyUnconditional() {
	safety := board.ByColor[Safety]{
		board.Black: Unconditional(q.board, board.Black, q.rules),
		board.White: Unconditional(q.board, board.White, q.rules),
	}
	for i := range q.chains {
		c := &q.chains[i]
		p := c.Stones[0]
		c.unconditional = true
		switch {
		case q.board.Immortal(p):
			c.Status, c.Reason = Alive, Immortal
		case safety[c.Color].Alive[p]:
			c.Status, c.Reason = Alive, Unconditionally
		case safety[c.Color.Opponent()].Territory[p]:
			c.Status, c.Reason = Dead, InTerritory
		default:
			c.Status, c.Reason, c.unconditional = Unsure, Divided, false
		}
	}
}

// sign is a colour as ownership counts it.
var sign = board.ByColor[float32]{board.Black: 1, board.White: -1}

// applyOwnership asks the opinions, each about each chain as a whole.
func (q *statusAnalysis) applyOwnership(opinions [][]float32) {
	asked := false
	for _, owner := range opinions {
		if len(owner) != len(q.chainAt) {
			continue
		}
		for i := range q.chains {
			c := &q.chains[i]
			mean := float32(0)
			for _, p := range c.Stones {
				mean += owner[p]
			}
			mean *= sign[c.Color] / float32(len(c.Stones))
			if !asked {
				c.Ownership = [2]float32{mean, mean}
			}
			c.Ownership = [2]float32{min(c.Ownership[0], mean), max(c.Ownership[1], mean)}
		}
		asked = true
	}
	for i := range q.chains {
		c := &q.chains[i]
		switch {
		case c.unconditional || !asked:
		case c.Ownership[1] <= deadBelow:
			c.Status, c.Reason = Dead, ByOwnership
		case c.Ownership[0] >= aliveAbove:
			c.Status, c.Reason = Alive, ByOwnership
		}
	}
}

// deadByOwnership tells whether opinions alone call the chain dead.
func (c *chainInfo) deadByOwnership() bool { return c.Status == Dead && !c.unconditional }

// spareUncapturable lets those chains live that have two eyes by their shape, or cannot
// be taken.
func (q *statusAnalysis) spareUncapturable() {
	var spared []int
	eyes := q.twoEyedChains()
	for i := range q.chains {
		if q.chains[i].deadByOwnership() && (eyes[i] || !q.capturable(i)) {
			spared = append(spared, i)
		}
	}
	q.setStatus(spared, Unsure, Untakable)
}

// twoEyedChains tells which chains are around an empty region that is theirs and their
// kin's alone and makes two eyes.
func (q *statusAnalysis) twoEyedChains() []bool {
	s := newRegionSurvey(q.board)
	two := make([]bool, len(q.chains))
	for _, r := range s.regions {
		if r.owner == board.Empty || !twoEyes(q.board.Graph(), r.points) {
			continue
		}
		for _, p := range r.stones {
			two[q.chainAt[p]] = true
		}
	}
	return two
}

// setStatus gives some chains the same verdict.
func (q *statusAnalysis) setStatus(chains []int, s Status, why Reason) {
	for _, i := range chains {
		q.chains[i].Status, q.chains[i].Reason = s, why
	}
}

// spareInconsistent drops accusations that do not fit together until the rest do. Whom
// they fall on in one round does not depend on the order of the chains.
func (q *statusAnalysis) spareInconsistent() {
	for {
		var linked, unbound []int
		for i := range q.chains {
			switch c := &q.chains[i]; {
			case !c.deadByOwnership():
			case q.any(c.friends, Alive, Unsure):
				linked = append(linked, i)
			case q.any(c.enemies, Dead, Unsure) || !q.surrounded(i):
				unbound = append(unbound, i)
			}
		}
		if len(linked)+len(unbound) == 0 {
			return
		}
		q.setStatus(linked, Unsure, Linked)
		q.setStatus(unbound, Unsure, NotSurrounded)
	}
}

// any tells whether one of the chains has one of those.
func (q *statusAnalysis) any(chains []int, those ...Status) bool {
	return slices.ContainsFunc(chains, func(i int) bool { return slices.Contains(those, q.chains[i].Status) })
}

// surrounded tells whether a live opponent is around the space that the chain
// stands in: what is empty or dead with it.
func (q *statusAnalysis) surrounded(i int) bool {
	c := &q.chains[i]
	space := []board.Point{c.Stones[0]}
	found := make([]bool, len(q.chainAt))
	found[space[0]] = true
	for ; len(space) > 0; space = space[1:] {
		for _, p := range q.board.Graph().Near(space[0]) {
			if found[p] {
				continue
			}
			found[p] = true
			j := q.chainAt[p]
			switch {
			case j < 0 || q.chains[j].Color == c.Color && q.chains[j].Status == Dead:
				space = append(space, p)
			case q.chains[j].Color != c.Color && q.chains[j].Status == Alive:
				return true
			}
		}
	}
	return false
}
