package matches

import "math"

// Pairs counts pairs of games with one opening and the colours swapped by what
// they brought the first player: 0, ½, 1, 1½ or 2 points. The games of a pair
// depend on each other through their opening, pairs do not: that is why the
// statistics are of pairs (the pentanomial model).
type Pairs [5]int

// Total returns how many pairs there are.
func (p Pairs) Total() (n int) {
	for _, count := range p {
		n += count
	}
	return n
}

// Mean returns the first player's mean score, 0 … 1, and the variance of the
// score of one pair; NaN if there is no pair.
func (p Pairs) Mean() (mean, variance float64) {
	n := float64(p.Total())
	for i, count := range p {
		mean += score(i) * float64(count) / n
	}
	for i, count := range p {
		variance += (score(i) - mean) * (score(i) - mean) * float64(count) / n
	}
	return mean, variance
}

// score is what the pairs at that index brought, 0 … 1.
func score(i int) float64 { return float64(i) / 4 }

// z95 is how many standard deviations on either side hold 95 % of a normal
// distribution.
const z95 = 1.959963984540054

// An Interval is an estimate and the bounds within which 95 % of such
// estimates have the truth. A bound may be infinite, all three are NaN without
// a game.
type Interval struct{ Low, At, High float64 }

// Unknown is the interval of what no game has told.
var Unknown = Interval{math.NaN(), math.NaN(), math.NaN()}

// Elo returns how much stronger the first player is, in Elo by the logistic
// curve. The interval is that of the mean score of pairs. Pairs that are all
// alike have no variance; then as if one of the counts next to them had been
// half a pair.
func (p Pairs) Elo() Interval {
	mean, variance := p.Mean()
	n := float64(p.Total())
	if variance == 0 && n > 0 {
		variance = 1 / (32 * n)
	}
	off := z95 * math.Sqrt(variance/n)
	return Interval{Elo(mean - off), Elo(mean), Elo(mean + off)}
}

// Elo returns the difference in rating at which so large a share of the points
// is expected; infinite at and beyond 0 and 1.
func Elo(share float64) float64 {
	switch {
	case share <= 0:
		return math.Inf(-1)
	case share >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/share-1)
}

// Share returns the share of the points to expect at a difference in rating.
func Share(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
