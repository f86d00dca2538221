package local

import (
	"context"

	"rosette/game/board"
)

// A Gain is a side's proven gain from moving first.
type Gain struct {
	Points int         // at least this many points over a claim; 0 if nothing is proven
	Move   board.Point // the play that gains them; Pass if nothing is proven
	Ko     board.Point // where the opponent retakes a ko after a threat; Pass if the gain needs no ko
	// the search for the smallest gain ended before its limit
	Complete bool
}

// The smallest gains that [Solver.Gain] proves. A gain of one by area may come from the last play
// on dame.
const (
	leastArea      = 2
	leastTerritory = 1

	dameFactor = 2 // the search by territory has twice the limit, because it includes dame
)

// Gain returns how many points over a claim side is proven to gain by moving first. A search that
// ends at the limit proves nothing; the search for a larger gain may take only a few times the
// positions of a smaller one. Gain fails like [Solver.Decide].
//
// By area, dame does not count. If the claim has no dead stones, a gain by area is measured again by
// territory: a play costs its side a point and dame counts, so that a play on dame gains nothing.
// Dead stones would have to be captured by plays that cost nothing. If the limit ends the second
// search, the gain by area stands.
func (s *Solver) Gain(ctx context.Context, r *Region, c Claim, side board.Color) (Gain, error) {
	found := Gain{Move: board.Pass, Ko: board.Pass}
	a, err := newArena(r)
	if err != nil {
		return found, err
	}
	t := s.newTrial(ctx, a)
	t.claims, t.limit = []Claim{a.claim(c)}, s.Limit
	count := a.count(t.claims[0])
	now := sign[side] * count.margin
	q := proof{side: side, first: side, ko: koSimple, bare: true, chain: board.Pass, margin: now}
	found = t.gain(q, leastArea, len(count.points)-now)
	if !s.Territory || found.Points == 0 || len(c.Dead) > 0 {
		return found, nil
	}
	t.limit, q.costs = dameFactor*s.Limit, true
	q.margin += c.Void[side.Opponent()]
	if exact := t.gain(q, leastTerritory, found.Points); exact.Complete || exact.Points > 0 {
		return exact, nil
	}
	return found, nil
}

// gain returns the largest gain over q.margin that is proved, from least to most.
func (t *trial) gain(q proof, least, most int) Gain {
	found := Gain{Move: board.Pass, Ko: board.Pass}
	now := q.margin
	var best answer
	for gain, above := least, most+1; gain < above; gain = min(2*found.Points, (found.Points+above+1)/2) {
		q.margin = now + gain
		before := t.nodes
		if proved := t.prove(q); proved.proved {
			best, found.Points = proved, gain
			t.limit = min(t.Limit, max(firstLimit, limitGrowth*(t.nodes-before)))
		} else if above = gain; found.Points == 0 {
			found.Complete = proved.complete
			return found
		}
	}
	if found.Points == 0 {
		return found
	}
	found.Complete, found.Move = true, t.arena.point(best.move)
	if q.ko, q.margin = koLost, now+found.Points; best.ko != board.Pass && !t.prove(q).proved {
		found.Ko = t.arena.point(best.ko)
	}
	return found
}
