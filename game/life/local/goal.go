package local

import (
	"slices"

	"rosette/game/board"
)

// A goal is the statement that a side proves: its half of a claim, or a margin.
type goal struct {
	region *Region
	color  board.Color
	points []board.Point // all that count
	least  int           // the side's margin on them
	keeps  []board.Point // points that the side must own in the end
	owned  owners

	pointSet, keepSet pointSet
}

// newGoal returns a proof's goal.
func (r *Region) newGoal(c Claim, q *proof) *goal {
	found := r.count(c)
	g := &goal{region: r, color: q.side, points: found.points, least: q.margin}
	if q.costs {
		g.points = r.Points
	}
	if !q.bare {
		g.least, g.keeps = sign[q.side]*found.margin, found.keeps[q.side]
	} else if q.chain != board.Pass {
		g.keeps = slices.Collect(r.Board.Chain(q.chain))
	}
	n := r.Board.Graph().Points()
	g.pointSet, g.keepSet = newPointSet(n, g.points), newPointSet(n, g.keeps)
	return g
}

// settled reports whether the goal is reached or lost whatever is played, by the points that each
// side holds unconditionally. cost is what the plays so far cost the side.
func (g *goal) settled(held board.ByColor[pointSet], cost int) (reached, lost bool) {
	own, other := held[g.color], held[g.color.Opponent()]
	need := g.least + cost
	if own.includes(g.keepSet) && 2*own.common(g.pointSet)-len(g.points) >= need {
		return true, false
	}
	return false, other.common(g.keepSet) > 0 || len(g.points)-2*other.common(g.pointSet) < need
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
