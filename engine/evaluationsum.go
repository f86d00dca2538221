package engine

import "math"

// An EvaluationSum accumulates evaluations to compute means and standard deviations. The zero value
// is empty.
type EvaluationSum struct {
	count            int
	win              float64
	score            float64
	scoreSquares     float64 // expected squares of the scores, including each ScoreStdev
	meanSquares      float64 // squares of the scores alone
	ownership        []float64
	ownershipSquares []float64
}

// Add adds an evaluation, except its ownership.
func (s *EvaluationSum) Add(e *Evaluation) {
	s.count++
	s.win += float64(e.Win)
	s.score += float64(e.Score)
	s.scoreSquares += float64(e.Score)*float64(e.Score) + float64(e.ScoreStdev)*float64(e.ScoreStdev)
	s.meanSquares += float64(e.Score) * float64(e.Score)
}

// AddOwnership adds the ownership of an evaluation: len = points. An empty slice is unknown and
// counts as 0.
func (s *EvaluationSum) AddOwnership(ownership []float32) {
	if len(s.ownership) < len(ownership) {
		s.ownership = make([]float64, len(ownership))
	}
	for p, v := range ownership {
		s.ownership[p] += float64(v)
	}
}

// AddOwnershipSquares adds the squares that OwnershipStdev needs in addition to AddOwnership.
func (s *EvaluationSum) AddOwnershipSquares(ownership []float32) {
	if len(s.ownershipSquares) < len(ownership) {
		s.ownershipSquares = make([]float64, len(ownership))
	}
	for p, v := range ownership {
		s.ownershipSquares[p] += float64(v) * float64(v)
	}
}

// Merge adds another sum.
func (s *EvaluationSum) Merge(other *EvaluationSum) {
	s.count += other.count
	s.win += other.win
	s.score += other.score
	s.scoreSquares += other.scoreSquares
	s.meanSquares += other.meanSquares
	s.ownership = addAll(s.ownership, other.ownership)
	s.ownershipSquares = addAll(s.ownershipSquares, other.ownershipSquares)
}

// addAll adds other to sums elementwise. sums may be nil.
func addAll(sums, other []float64) []float64 {
	if len(sums) < len(other) {
		sums = make([]float64, len(other))
	}
	for p, v := range other {
		sums[p] += v
	}
	return sums
}

// Count returns the number of evaluations.
func (s *EvaluationSum) Count() int { return s.count }

// Win returns the mean win probability, or NaN without evaluations.
func (s *EvaluationSum) Win() float32 { return float32(s.win / float64(s.count)) }

// Mean returns the mean evaluation: Win, Score, ScoreStdev and Ownership. The sum must not be
// empty.
func (s *EvaluationSum) Mean() Evaluation {
	return Evaluation{
		Win: s.Win(), Score: float32(s.score / float64(s.count)), ScoreStdev: s.ScoreStdev(), Ownership: s.Ownership(),
	}
}

// Ownership returns the mean ownership: len = points, or nil without AddOwnership.
func (s *EvaluationSum) Ownership() (points []float32) {
	for _, v := range s.ownership {
		points = append(points, float32(v/float64(max(1, s.count))))
	}
	return points
}

// ScoreStdev returns the standard deviation of the scores, or 0 without evaluations.
func (s *EvaluationSum) ScoreStdev() float32 { return s.stdev(s.score, s.scoreSquares) }

// ScoreError returns the standard error of the mean score from the spread of the scores alone,
// assuming independence. It returns 0 without evaluations.
func (s *EvaluationSum) ScoreError() float32 {
	return s.stdev(s.score, s.meanSquares) / float32(math.Sqrt(float64(max(1, s.count))))
}

// OwnershipStdev returns the standard deviation of ownership by point: len = points, or nil without
// AddOwnershipSquares.
func (s *EvaluationSum) OwnershipStdev() (points []float32) {
	for p, squares := range s.ownershipSquares {
		points = append(points, s.stdev(s.ownership[p], squares))
	}
	return points
}

// stdev returns the standard deviation, given the sum of values and the sum of squares.
func (s *EvaluationSum) stdev(sum, squares float64) float32 {
	if s.count == 0 {
		return 0
	}
	n := float64(s.count)
	return float32(math.Sqrt(max(0, squares/n-sum/n*sum/n)))
}
