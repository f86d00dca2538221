package local

import (
	"slices"

	"rosette/game/board"
	"rosette/game/life"
)

// A goal is the statement that a side proves: its half of a claim, or a margin.
type goal struct {
	region *Region
	rules  life.CaptureRules
	color  board.Color
	points []board.Point // all that count
	least  int           // the side's margin on them
	keeps  []board.Point // points that the side must own in the end
	owned  owners
}

// newGoal returns a proof's goal.
func (r *Region) newGoal(c Claim, q *proof, rules life.CaptureRules) *goal {
	found := r.count(c)
	g := &goal{region: r, rules: rules, color: q.side, points: found.points, least: q.margin}
	if q.costs {
		g.points = r.Points
	}
	if !q.bare {
		g.least, g.keeps = sign[q.side]*found.margin, found.keeps[q.side]
	} else if q.chain != board.Pass {
		g.keeps = slices.Collect(r.Board.Chain(q.chain))
	}
	return g
}

// settled reports whether the goal is reached or lost whatever is played, by unconditional life and
// territory. cost is what the plays so far cost the side.
func (g *goal) settled(b *board.View, cost int) (reached, lost bool) {
	own := life.Unconditional(b, g.color, g.rules)
	if g.reached(&own, cost) {
		return true, false
	}
	other := life.Unconditional(b, g.color.Opponent(), g.rules)
	for _, p := range g.keeps {
		if other.Alive[p] || other.Territory[p] {
			return false, true
		}
	}
	most := 0
	for _, p := range g.points {
		if most++; other.Alive[p] || other.Territory[p] {
			most -= 2
		}
	}
	return false, most-cost < g.least
}

// reached reports whether own, the points that a side holds unconditionally, reaches the goal.
func (g *goal) reached(own *life.Safety, cost int) bool {
	for _, p := range g.keeps {
		if !own.Alive[p] && !own.Territory[p] {
			return false
		}
	}
	least := 0
	for _, p := range g.points {
		if least--; own.Alive[p] || own.Territory[p] {
			least += 2
		}
	}
	return least-cost >= g.least
}

// stands reports whether the goal is reached if both sides pass.
func (g *goal) stands(b *board.View, cost int) bool {
	g.owned.find(b.Graph(), g.region.Points, b.At)
	for _, p := range g.keeps {
		if g.owned.owner[p] != g.color {
			return false
		}
	}
	margin := 0
	for _, p := range g.points {
		margin += sign[g.color] * sign[g.owned.owner[p]]
	}
	return margin-cost >= g.least
}
