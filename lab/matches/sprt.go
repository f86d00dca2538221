package matches

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A SPRT is a sequential test whether the first player is stronger by Elo1
// (which it accepts by mistake with probability Alpha where Elo0 is true) or
// only by Elo0 (by mistake with Beta where Elo1 is). It is the generalized
// sequential probability ratio test of Li, Liu and Ying (2014) on pairs, as
// chess programmers use it after Van den Bergh.
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"`
	Beta  float64 `json:"beta"`
}

// Check returns nil if the parameters are valid, and otherwise what would be right.
func (s SPRT) Check() error {
	switch {
	case !(s.Elo0 < s.Elo1) || s.Elo0 < -1000 || s.Elo1 > 1000:
		return errors.New("use two differences in Elo from -1000 to 1000, the smaller first, such as 0,50")
	case !(s.Alpha > 0 && s.Alpha < 0.5) || !(s.Beta > 0 && s.Beta < 0.5):
		return errors.New("alpha and beta are chances of a mistake: use numbers between 0 and 0.5, such as 0.05")
	}
	return nil
}

// ParseSPRT parses the two differences of a test, such as "0,50".
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

// Bounds returns the logarithms of the likelihood ratio at which Elo0 and Elo1
// are accepted (Wald 1945).
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// A Verdict is the result of a sequential test so far.
type Verdict string

const (
	Undecided Verdict = "undecided"
	Weaker    Verdict = "elo0" // Elo0 is accepted
	Stronger  Verdict = "elo1" // Elo1 is accepted
)

// Judge returns the verdict and the log-likelihood ratio that it rests on.
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

// unseen stands for outcomes that have not come up, so that none is impossible.
const unseen = 1e-3

// LLR returns the logarithm of how much likelier the pairs are where Elo1 is
// true than where Elo0 is. Each likelihood is that of the outcomes' most likely
// frequencies among those with that mean score. Without pairs it is 0.
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

// likeliest returns the frequencies with that mean under which the frequencies
// seen are likeliest. By Lagrange's multipliers they are seen/(1+x(score-mean))
// with the x that makes the mean right; what is summed below falls with x, so
// halving finds it.
func likeliest(seen [5]float64, mean float64) (at [5]float64) {
	low, high := -1/(1-mean), 1/mean // within these all are positive
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
