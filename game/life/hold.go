package life

import (
	"slices"

	"rosette/game/board"
	"rosette/game/life/reading"
)

// A holdGoal is the goal that groups of one colour keep all their chains and are independent after
// the fight.
type holdGoal struct {
	color  board.Color
	start  *board.View // the position, with opposing stones on dame outside the area
	area   []board.Point
	empty  int                          // empty points in the area
	inArea []bool                       // by point
	chains []board.Point                // a stone of each chain in the groups
	safe   board.ByColor[[]board.Point] // a stone of each safe chain

	run    int32
	rules  CaptureRules
	seen   []int32       // by point: the run in which an empty point was visited
	own    []int32       // by point: the run in which it was in a region of only that colour
	found  int32         // the run set by findRegions
	points []board.Point // the regions that only the colour borders, one after the other
	around []board.Point // stones around them, one region after the other
	inside []ownRegion
	chain  []chainState  // by root
	queue  []board.Point // for reaches
}

// An ownRegion is an empty region that only one colour borders: the points are points[from:to], the
// stones around[first:last].
type ownRegion struct{ from, to, first, last int }

// A chainState holds the facts about a chain, or about all joined chains at their head.
type chainState struct {
	run    int32 // the run that set the rest
	joined board.Point
	eyes   int16
	lives  bool // safe, or with a rosette
}

func (s *groupSurvey) newHoldGoal(f *fight, groups []int16) *holdGoal {
	n := s.board.Graph().Points()
	g := &holdGoal{
		color: s.groups[groups[0]].Color, rules: s.rules, inArea: make([]bool, n), seen: make([]int32, n),
		own: make([]int32, n), chain: make([]chainState, n),
	}
	for _, i := range groups {
		g.chains = append(g.chains, s.chainsOf(i)...)
	}
	for _, i := range f.safe {
		c := s.groups[i].Color
		g.safe[c] = append(g.safe[c], s.chainsOf(i)...)
	}
	s.setArea(g, f)
	return g
}

// chainsOf returns a stone of each chain in a group.
func (s *groupSurvey) chainsOf(group int16) (roots []board.Point) {
	for _, p := range s.groups[group].Stones {
		if root := s.board.Root(p); root == p {
			roots = append(roots, root)
		}
	}
	return roots
}

// Settled returns No if a chain is lost or can no longer become independent, and Yes if the groups
// are independent although the opponent plays first and their owner only answers.
func (g *holdGoal) Settled(b *board.View) reading.Verdict {
	for _, p := range g.chains {
		if b.At(p) != g.color {
			return reading.No
		}
	}
	g.findRegions(b)
	if g.secure(b) {
		return reading.Yes
	}
	if !g.possible(b) {
		return reading.No
	}
	return reading.Unknown
}

// Stands reports whether every chain belongs to an independent group if play stops.
func (g *holdGoal) Stands(b *board.View) bool {
	g.findRegions(b)
	g.forgetChains(b)
	for _, r := range g.inside {
		h := g.head(b, g.around[r.first])
		for _, q := range g.around[r.first+1 : r.last] {
			h = g.join(h, g.head(b, q))
		}
		g.chain[h].eyes++
		if twoEyes(b.Graph(), g.points[r.from:r.to]) {
			g.chain[h].eyes++
		}
	}
	return g.allLive(b)
}

// allLive reports whether each chain in the groups has two eyes, a rosette or a connection to a
// safe chain.
func (g *holdGoal) allLive(b *board.View) bool {
	return !slices.ContainsFunc(g.chains, func(p board.Point) bool {
		at := &g.chain[g.head(b, p)]
		return !at.lives && at.eyes < 2
	})
}

// findRegions finds the empty regions that only the colour borders.
func (g *holdGoal) findRegions(b *board.View) {
	g.run++
	g.found = g.run
	g.points = g.points[:0]
	g.around = g.around[:0]
	g.inside = g.inside[:0]
	for _, p := range g.area {
		if b.At(p) != board.Empty || g.seen[p] == g.run {
			continue
		}
		r := ownRegion{from: len(g.points), first: len(g.around)}
		if own := g.flood(b, p); !own {
			g.points, g.around = g.points[:r.from], g.around[:r.first]
			continue
		}
		r.to, r.last = len(g.points), len(g.around)
		g.inside = append(g.inside, r)
		for _, q := range g.points[r.from:] {
			g.own[q] = g.run
		}
	}
}

// flood appends the points of p's region, and the stones of the colour around it. It reports
// whether only that colour borders the region.
func (g *holdGoal) flood(b *board.View, p board.Point) (own bool) {
	g.seen[p] = g.run
	first, other := len(g.around), false
	g.points = append(g.points, p)
	for i := len(g.points) - 1; i < len(g.points); i++ {
		for _, q := range b.Graph().Near(g.points[i]) {
			switch c := b.At(q); {
			case c == g.color:
				g.around = append(g.around, q)
			case c != board.Empty:
				other = true
			case g.seen[q] != g.run:
				g.seen[q] = g.run
				g.points = append(g.points, q)
			}
		}
	}
	return !other && len(g.around) > first
}

// forgetChains starts a new analysis without joined chains.
func (g *holdGoal) forgetChains(b *board.View) {
	g.run++
	for _, p := range g.safe[g.color] {
		g.chain[g.head(b, p)].lives = true
	}
}

// head returns the root that represents all chains joined to the one at p.
func (g *holdGoal) head(b *board.View, p board.Point) board.Point {
	p = b.Root(p)
	if g.chain[p].run != g.run {
		g.chain[p] = chainState{run: g.run, joined: p, lives: b.Immortal(p)}
	}
	for g.chain[p].joined != p {
		p = g.chain[p].joined
	}
	return p
}

// join joins two heads' chains and returns the common head.
func (g *holdGoal) join(p, q board.Point) board.Point {
	if p != q {
		g.chain[q].joined = p
		g.chain[p].eyes += g.chain[q].eyes
		g.chain[p].lives = g.chain[p].lives || g.chain[q].lives
	}
	return p
}
