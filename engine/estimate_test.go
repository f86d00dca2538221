package engine

import (
	"math"
	"testing"
)

func TestTheLeaderHasTheBetterChance(t *testing.T) {
	for _, stdev := range []float32{0, 0.1, 5, 60} {
		before := float32(0)
		for score := float32(-80); score <= 80; score += 0.5 {
			win := WinOf(score, stdev)
			if win < before || (score > 0) != (win > 0.5) && score != 0 {
				t.Errorf("a lead of %v ± %v wins %v", score, stdev, win)
			}
			before = win
		}
	}
	for _, test := range []struct{ score, stdev, want float64 }{{0, 10, 0.5}, {10, 10, 0.8413}, {-20, 10, 0.0228}, {3, 0, 1}} {
		if got := float64(WinOf(float32(test.score), float32(test.stdev))); math.Abs(got-test.want) > 1e-4 {
			t.Errorf("a lead of %v ± %v wins %v, want %v", test.score, test.stdev, got, test.want)
		}
	}
}
