package local

import (
	"context"

	"rosette/game/board"
)

// A Gain is a side's proven gain from moving first.
type Gain struct {
	Points int         // at least this many points of area over a claim; 0 if nothing is proven
	Move   board.Point // the play that gains them; Pass if nothing is proven
	Ko     board.Point // where the opponent retakes a ko after a threat; Pass if the gain needs no ko
}

// leastGain is the smallest gain that [Solver.Gain] proves. A gain of one may come from the last
// play on dame.
const leastGain = 2

// Gain returns how many points of area over a claim side is proven to gain by moving first. Dame
// does not count. A search that ends at the limit proves nothing; the search for a larger gain may
// take only a few times the positions of a smaller one. Gain fails like [Solver.Decide].
func (s *Solver) Gain(ctx context.Context, r *Region, c Claim, side board.Color) (Gain, error) {
	found := Gain{Move: board.Pass, Ko: board.Pass}
	a, err := newArena(r)
	if err != nil {
		return found, err
	}
	t := &trial{Solver: s, ctx: ctx, arena: a, claims: []Claim{a.claim(c)}, answers: map[proof]answer{}, limit: s.Limit}
	count := a.count(t.claims[0])
	now := sign[side] * count.margin
	q := proof{side: side, first: side, ko: koSimple, bare: true, chain: board.Pass}
	var best answer
	for gain, above := leastGain, len(count.points)-now+
		1; gain < above; gain = min(2*found.Points, (found.Points+above+1)/2) {
		q.margin = now + gain
		before := t.nodes
		if proved := t.prove(q); proved.proved {
			best, found.Points = proved, gain
			t.limit = min(s.Limit, max(firstLimit, limitGrowth*(t.nodes-before)))
		} else if above = gain; found.Points == 0 {
			return found, nil
		}
	}
	if found.Points == 0 {
		return found, nil
	}
	found.Move = a.point(best.move)
	if q.ko, q.margin = koLost, now+found.Points; best.ko != board.Pass && !t.prove(q).proved {
		found.Ko = a.point(best.ko)
	}
	return found, nil
}
