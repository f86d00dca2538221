package life

import (
	"slices"

	"rosette/game/board"
)

// secure reports whether pairs of points make the groups independent. Chains that share two points
// in a region that both colours border, which no other two chains need, are connected, because
// their owner answers the opponent's play at one point with the other. With these connections every
// chain has to be safe or have two eyes: regions of one colour whose points all touch the joined
// chains and nothing else. The opponent cannot capture a chain before they are connected: until
// then each has the points in its pairs as liberties.
func (g *holdGoal) secure(b *board.View) bool {
	if g.rules == ForbidLibertyless {
		return false // a chain with a rosette may have no liberty to connect to
	}
	g.forgetChains(b)
	g.joinPairs(b)
	g.joinLargeRegions(b)
	for _, r := range g.inside {
		if h, ok := g.eyeOf(b, r); ok {
			g.chain[h].eyes++
		}
	}
	return g.allLive(b)
}

// joinLargeRegions joins the chains around each region of seven points or more, which always makes
// two eyes. Smaller regions that make two eyes by shape may fail in a corner, so they are read.
func (g *holdGoal) joinLargeRegions(b *board.View) {
	for _, r := range g.inside {
		if r.to-r.from < bigRegion {
			continue
		}
		h := g.head(b, g.around[r.first])
		for _, q := range g.around[r.first+1 : r.last] {
			h = g.join(h, g.head(b, q))
		}
		g.chain[h].lives = true
	}
}

// joinPairs joins chains that share two points, using each point once.
func (g *holdGoal) joinPairs(b *board.View) {
	var buffer [64]board.Point
	free := buffer[:0]
	for _, p := range g.area {
		if b.At(p) == board.Empty && b.Neighbours(p, g.color) >= 2 && g.own[p] != g.found {
			free = append(free, p)
		}
	}
	for again := true; again; {
		again = false
		for i := range free {
			for j := range i {
				if free[i] != board.Pass && free[j] != board.Pass && g.joinPair(b, free[i], free[j]) {
					free[i] = board.Pass
					free[j] = board.Pass
					again = true
				}
			}
		}
	}
}

// joinPair joins two chains that touch both points, and reports whether it found such chains.
func (g *holdGoal) joinPair(b *board.View, p, q board.Point) bool {
	var heads [2 * board.MaxDegree]board.Point
	found := heads[:0]
	for _, s := range b.Graph().Near(p) {
		if b.At(s) != g.color {
			continue
		}
		h := g.head(b, s)
		if len(found) > 0 && found[0] == h || !g.touches(b, q, h) {
			continue
		}
		if found = append(found, h); len(found) == 2 {
			g.join(found[0], found[1])
			return true
		}
	}
	return false
}

// touches reports whether p has a neighbour in a chain with that head.
func (g *holdGoal) touches(b *board.View, p, head board.Point) bool {
	for _, s := range b.Graph().Near(p) {
		if b.At(s) == g.color && g.head(b, s) == head {
			return true
		}
	}
	return false
}

// eyeOf returns the head of the chains around a region, and whether the region is an eye for them
// that the opponent cannot destroy: they are joined and touch all its points.
func (g *holdGoal) eyeOf(b *board.View, r ownRegion) (head board.Point, ok bool) {
	head = g.head(b, g.around[r.first])
	for _, q := range g.around[r.first+1 : r.last] {
		if g.head(b, q) != head {
			return head, false
		}
	}
	for _, p := range g.points[r.from:r.to] {
		if b.Neighbours(p, g.color) == 0 || g.holdsRosette(b, p) {
			return head, false
		}
	}
	return head, true
}

// holdsRosette reports whether a rosette with p is empty.
func (g *holdGoal) holdsRosette(b *board.View, p board.Point) bool {
	for _, h := range b.Graph().RosettesAt(p) {
		if b.RosetteCount(int(h), board.Black)+b.RosetteCount(int(h), board.White) == 0 {
			return true
		}
	}
	return false
}

// possible reports whether each chain in the groups could become independent if only their owner
// played. Over empty points, chains of the colour and opposing chains that are not safe, it has to
// reach a safe chain, two eyes, a chain to capture, or room for another eye or a rosette.
func (g *holdGoal) possible(b *board.View) bool {
	g.forgetChains(b)
	other := g.color.Opponent()
	for _, p := range g.safe[other] {
		g.chain[g.head(b, p)].lives = true
	}
	for _, p := range g.chains {
		if g.seen[p] != g.run && !g.reaches(b, p) {
			return false
		}
	}
	return true
}

// reaches is possible for one chain and those that it can be joined to.
func (g *holdGoal) reaches(b *board.View, from board.Point) bool {
	g.queue = append(g.queue[:0], from)
	g.seen[from] = g.run
	enough := false
	for i := 0; i < len(g.queue); i++ {
		p := g.queue[i]
		switch b.At(p) {
		case board.Empty:
			enough = enough || g.own[p] != g.found && g.hasRoom(b, p)
		case g.color:
			enough = enough || g.chain[g.head(b, p)].lives
		default:
			enough = true
		}
		for _, q := range b.Graph().Near(p) {
			if g.seen[q] != g.run && !g.blocks(b, q) {
				g.seen[q] = g.run
				g.queue = append(g.queue, q)
			}
		}
	}
	return enough || g.eyesSeen(b) >= 2
}

// blocks reports whether p holds an opposing stone that cannot be captured, or is an empty point
// outside the area.
func (g *holdGoal) blocks(b *board.View, p board.Point) bool {
	switch b.At(p) {
	case board.Empty:
		return !g.inArea[p]
	case g.color:
		return false
	}
	return g.chain[g.head(b, p)].lives
}

// hasRoom reports whether an empty point could become an eye or part of a rosette.
func (g *holdGoal) hasRoom(b *board.View, p board.Point) bool {
	blocked := func(q board.Point) bool { return g.blocks(b, q) }
	if !slices.ContainsFunc(b.Graph().Near(p), blocked) {
		return true
	}
	for _, h := range b.Graph().RosettesAt(p) {
		if !slices.ContainsFunc(b.Graph().Rosettes()[h], blocked) {
			return true
		}
	}
	return false
}

// eyesSeen counts the eyes in the regions that reaches last found.
func (g *holdGoal) eyesSeen(b *board.View) (eyes int) {
	for _, r := range g.inside {
		if p := g.points[r.from]; g.seen[p] != g.run {
			continue
		}
		if eyes++; twoEyes(b.Graph(), g.points[r.from:r.to]) {
			eyes++
		}
	}
	return eyes
}
