package engine

import "math"

// An Estimate is the combined result of several short searches, from Black's view. Win, Score,
// ScoreStdev and Ownership are set. Win is derived from Score and ScoreStdev, so the leading side
// always has the better chance.
type Estimate struct {
	Evaluation
	Error  float32 // standard error of Score in points: with probability 2/3, the true mean is within Error of Score
	Visits int     // sum over all searches; 0 without searches
}

// LeastStdev is the minimum standard deviation used to convert a lead to a win probability or an
// error. It is half the smallest step between scores.
const LeastStdev = 0.25

// WinOf returns the probability that Black wins, given the mean and standard deviation of a
// normally distributed final score.
func WinOf(score, stdev float32) float32 {
	z := float64(score) / max(float64(stdev), LeastStdev)
	return float32(0.5 * math.Erfc(-z/math.Sqrt2))
}
