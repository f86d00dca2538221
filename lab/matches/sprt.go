package matches

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A SPRT tests sequentially whether the first player is stronger by Elo1 or only by Elo0. Alpha is
// the error probability where Elo0 is true, Beta where Elo1 is true. The test is the generalized
// sequential probability ratio test by Li, Liu and Ying (2014) on pairs, as used in chess
// programming since Van den Bergh.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
}

// Check returns an error that describes valid parameters, or nil if s is valid.
func (s SPRT) Check() error {
	switch {
	case !(s.Elo0 < s.Elo1) || s.Elo0 < -1000 || s.Elo1 > 1000:
		return errors.New("use two differences in Elo from -1000 to 1000, the smaller first, such as 0,50")
	case !(s.Alpha > 0 && s.Alpha < 0.5) || !(s.Beta > 0 && s.Beta < 0.5):
		return errors.New("alpha and beta are error probabilities; use numbers between 0 and 0.5, such as 0.05")
	}
	return nil
}

// ParseSPRT parses a test's two differences, such as "0,50".
func ParseSPRT(text string, alpha, beta float64) (*SPRT, error) {
	low, high, _ := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(low), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(high), 64)
	if err0 != nil || err1 != nil {
		return nil, fmt.Errorf("%q; use two differences in Elo, such as 0,50", text)
	}
	s := &SPRT{Elo0: elo0, Elo1: elo1, Alpha: alpha, Beta: beta}
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("%s with alpha %v and beta %v: %w", text, alpha, beta, err)
	}
	return s, nil
}

// Bounds returns the log-likelihood ratios at which Elo0 and Elo1 are accepted (Wald 1945).
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// A Verdict is a sequential test's result so far.
type Verdict string

const (
	Undecided Verdict = "undecided"
	Weaker    Verdict = "elo0" // Elo0 is accepted
	Stronger  Verdict = "elo1" // Elo1 is accepted
)

// Judge returns the verdict and its log-likelihood ratio.
func (s SPRT) Judge(p Pairs) (Verdict, float64) {
	llr := s.LLR(p)
	switch lower, upper := s.Bounds(); {
	case llr <= lower:
		return Weaker, llr
	case llr >= upper:
		return Stronger, llr
	}
	return Undecided, llr
}

// unseen is the count given to outcomes that have not occurred, so that no outcome is impossible.
const unseen = 1e-3

// LLR returns the log-likelihood ratio between Elo1 and Elo0. Each likelihood uses the most likely
// outcome frequencies with the corresponding mean score. Without pairs it is 0.
func (s SPRT) LLR(p Pairs) float64 {
	if p.Total() == 0 {
		return 0
	}
	var counts [len(p)]float64
	n := 0.0
	for i, count := range p {
		counts[i] = max(float64(count), unseen)
		n += counts[i]
	}
	seen := counts
	for i := range seen {
		seen[i] /= n
	}
	null, better := likeliest(seen, ExpectedScore(s.Elo0)), likeliest(seen, ExpectedScore(s.Elo1))
	llr := 0.0
	for i := range counts {
		llr += counts[i] * math.Log(better[i]/null[i])
	}
	return llr
}

// likeliest returns the frequencies with that mean that maximize the likelihood of seen. By
// Lagrange multipliers they are seen/(1+x(score-mean)), with x such that the mean is right. The sum
// below decreases in x, so bisection finds x.
func likeliest(seen [5]float64, mean float64) (at [5]float64) {
	low, high := -1/(1-mean), 1/mean // all frequencies are positive between them
	for range 200 {
		x := (low + high) / 2
		if x <= low || x >= high {
			break
		}
		sum := 0.0
		for i, f := range seen {
			sum += f * (score(i) - mean) / (1 + x*(score(i)-mean))
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	x := (low + high) / 2
	for i, f := range seen {
		at[i] = f / (1 + x*(score(i)-mean))
	}
	return at
}
