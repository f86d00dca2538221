package rating

import (
	"math"
	"time"
)

// A Rating estimates a player's strength. The true strength is within two deviations of Points with
// 95 % probability. A difference of 400 points means ten wins for each loss.
type Rating struct {
	Points     float64
	Deviation  float64
	Volatility float64 // expected change in strength per period
}

// Initial is the rating of a player without games.
var Initial = Rating{Points: 1500, Deviation: MostDeviation, Volatility: 0.06}

const (
	// MostDeviation is the deviation of an unknown player. The paper's 350 suits chess clubs; Go
	// ranks spread wider, and docs/results.md shows that ratings converge sooner with this value.
	MostDeviation = 500

	// LeastDeviation is the lower limit of a deviation, so that the rating of a frequent player
	// still follows changes in strength.
	LeastDeviation = 45

	// ProvisionalDeviation is the deviation above which a rating is provisional.
	ProvisionalDeviation = 110
)

// Period is the time after which a player's volatility is added once. It is chosen so that, at the
// initial volatility, a deviation of 60 grows to [ProvisionalDeviation] in a year without games.
const Period = 112 * time.Hour

const (
	scale     = 173.7178 // points per unit of the paper's internal scale
	restraint = 0.5      // the paper's tau: smaller values change the volatility less
	accuracy  = 1e-6     // of the volatility, as in the paper
)

// A Result is a game against an opponent, seen from one side: 1 for a win, ½ for a draw, 0 for a
// loss. A weight of ½ counts as half a game: two such results in a period equal one with weight 1.
type Result struct {
	Opponent Rating
	Score    float64
	Weight   float64 // above 0
}

// Update returns the rating after games in a number of periods, which need not be whole. With 1 it
// is the paper's procedure, except that the sums over games, 1/v in step 3 and the sum in step 4,
// multiply each term by the game's weight. The result is rounded to the stored precision, see
// [Rating.Round].
func (r Rating) Update(periods float64, games ...Result) Rating {
	phi := r.Deviation / scale
	if len(games) == 0 {
		return r.widened(periods)
	}
	var information, surplus float64
	for _, g := range games {
		weight := weight(g.Opponent.Deviation / scale)
		expected := r.Expected(g.Opponent)
		information += g.Weight * weight * weight * expected * (1 - expected)
		surplus += g.Weight * weight * (g.Score - expected)
	}
	variance := 1 / information
	volatility := newVolatility(phi, r.Volatility, variance, variance*surplus)
	before := later(phi, volatility, periods)
	after := 1 / math.Sqrt(1/before+information)
	return Rating{
		Points:     r.Points + scale*after*after*surplus,
		Deviation:  min(max(scale*after, LeastDeviation), MostDeviation),
		Volatility: volatility,
	}.Round()
}

// widened returns the rating after a time without games.
func (r Rating) widened(periods float64) Rating {
	r.Deviation = min(scale*math.Sqrt(later(r.Deviation/scale, r.Volatility, periods)), MostDeviation)
	return r.Round()
}

// later returns the square of a deviation after a time, both on the paper's scale. It is at most
// the deviation of an unknown player: a game after a long absence gives no more information than a
// first game.
func later(phi, volatility, periods float64) float64 {
	const most = MostDeviation / scale
	return min(phi*phi+periods*volatility*volatility, most*most)
}

// Expected returns the player's expected share of the points against an opponent.
func (r Rating) Expected(opponent Rating) float64 {
	return 1 / (1 + math.Exp(-weight(opponent.Deviation/scale)*(r.Points-opponent.Points)/scale))
}

// weight returns the weight of a game by the opponent's deviation: the paper's g.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// newVolatility solves step 5 of the paper with its Illinois iteration. Delta is the improvement
// estimated from the games alone.
func newVolatility(phi, sigma, variance, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e, total := math.Exp(x), phi*phi+variance+math.Exp(x)
		return e*(delta*delta-total)/(2*total*total) - (x-a)/(restraint*restraint)
	}
	low, high := a, math.Log(math.Max(delta*delta-phi*phi-variance, 0))
	if delta*delta <= phi*phi+variance {
		high = a - restraint
		for f(high) < 0 {
			high -= restraint
		}
	}
	atLow, atHigh := f(low), f(high)
	for math.Abs(high-low) > accuracy {
		middle := low + (low-high)*atLow/(atHigh-atLow)
		at := f(middle)
		if at*atHigh <= 0 {
			low, atLow = high, atHigh
		} else {
			atLow /= 2
		}
		high, atHigh = middle, at
	}
	return math.Exp(low / 2)
}

// Ratings are rounded to a thousandth of a point and a billionth of volatility. Whole-number
// columns store a rating exactly, so a rating read from a table continues as if it had never been
// written.
const (
	PointSteps      = 1e3
	VolatilitySteps = 1e9
)

// Round returns the rating in whole steps.
func (r Rating) Round() Rating {
	return Rating{
		Points:     math.Round(r.Points*PointSteps) / PointSteps,
		Deviation:  math.Round(r.Deviation*PointSteps) / PointSteps,
		Volatility: math.Round(r.Volatility*VolatilitySteps) / VolatilitySteps,
	}
}

// Provisional reports whether the rating is too uncertain to rank the player among others.
func (r Rating) Provisional() bool { return r.Deviation > ProvisionalDeviation }
