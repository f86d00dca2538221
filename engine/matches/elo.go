package matches

import (
	"math"

	"rosette/engine"
)

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

// score returns the first player's score in the pairs at that index, 0 … 1.
func score(i int) float64 { return float64(i) / 4 }

// z95 is how many standard deviations on either side hold 95 % of a normal
// distribution.
const z95 = 1.959963984540054

// Elo returns how much stronger the first player is, in Elo by the logistic
// curve. The interval is that of the mean score of pairs. Pairs that are all
// alike have no variance; then as if one of the counts next to them had been
// half a pair.
func (p Pairs) Elo() engine.Interval {
	mean, variance := p.Mean()
	n := float64(p.Total())
	if variance == 0 && n > 0 {
		variance = 1 / (32 * n)
	}
	off := z95 * math.Sqrt(variance/n)
	return engine.Interval{Low: Elo(mean - off), At: Elo(mean), High: Elo(mean + off)}
}

// Elo returns the difference in rating at which that share of the points is
// expected; infinite at and beyond 0 and 1.
func Elo(share float64) float64 {
	switch {
	case share <= 0:
		return math.Inf(-1)
	case share >= 1:
		return math.Inf(1)
	}
	return -400 * math.Log10(1/share-1)
}

// ExpectedScore returns the share of the points to expect at a difference in rating.
func ExpectedScore(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Wilson returns points/games with Wilson's score interval (1927).
func Wilson(points, games float64) engine.Interval {
	share, z := points/games, z95*z95/games
	middle := (share + z/2) / (1 + z)
	off := math.Sqrt(z*share*(1-share)+z*z/4) / (1 + z)
	return engine.Interval{Low: max(0, middle-off), At: share, High: min(1, middle+off)}
}

// Mean returns the mean of values with its interval by the normal approximation,
// which is right for many values.
func Mean(values []float64) engine.Interval {
	n, sum, squares := float64(len(values)), 0.0, 0.0
	for _, x := range values {
		sum += x
	}
	for _, x := range values {
		squares += (x - sum/n) * (x - sum/n)
	}
	off := z95 * math.Sqrt(squares/(n-1)/n)
	return engine.Interval{Low: sum/n - off, At: sum / n, High: sum/n + off}
}
