package engine

import "math"

// An Estimate is what a position comes to by several short searches, seen from
// Black's side. Win, Score, ScoreStdev and Ownership are set. Win follows from Score
// and ScoreStdev, so that whoever leads has the better chance.
type Estimate struct {
	Evaluation
	Error  float32 // in points: two times in three, what games come to on average is no further from Score
	Visits int     // of all searches together; 0 if none was made
}

// LeastStdev is the least standard deviation of a final score by which a lead becomes
// a chance or has an error: half the smallest step of a score.
const LeastStdev = 0.25

// WinOf returns the chance that Black wins with an expected score, if the final score
// is distributed normally with that standard deviation.
func WinOf(score, stdev float32) float32 {
	z := float64(score) / max(float64(stdev), LeastStdev)
	return float32(0.5 * math.Erfc(-z/math.Sqrt2))
}
