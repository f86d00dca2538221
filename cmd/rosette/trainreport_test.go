package main

import (
	"math"
	"testing"

	"rosette/engine/matches"
)

// Three networks won their tests by luck: where they are measured each does as
// the one before, beside playouts, which they beat by 100 Elo.
func TestLuckInTestsDoesNotAddUpToStrength(t *testing.T) {
	even := matches.Standing{Wins: 64, Losses: 36}
	trials := []trialReport{{Network: "a", Against: playoutsName, Promoted: true, Gauge: &gauge{Against: playoutsName, Standing: even}}}
	for _, name := range []string{"b", "c"} {
		trials = append(trials, trialReport{
			Network: name, Against: trials[len(trials)-1].Network, Promoted: true,
			Standing: matches.Standing{Wins: 40, Losses: 10}, Gauge: &gauge{Against: playoutsName, Standing: even},
		})
	}
	trials = append(trials, trialReport{Network: "d", Against: "c", Standing: matches.Standing{Wins: 9, Losses: 11}})
	ratings, err := rated(trials)
	if err != nil || len(ratings) != 4 {
		t.Fatalf("the ratings are %v, %v", ratings, err)
	}
	for _, name := range []string{"a", "b", "c"} {
		if elo := ratings[name]; math.Abs(elo.At-100) > 1 || elo.Low > 50 || elo.High < 150 {
			t.Errorf("%s is rated %+v, want about 100", name, elo)
		}
	}
	if points := eloPoints(trials, ratings); len(points) != 4 {
		t.Errorf("the curve has %d points", len(points))
	}
}

func TestATrialThatIsRepeatedCountsOnce(t *testing.T) {
	trial := func(cycle, wins int) trialReport {
		return trialReport{Cycle: cycle, Standing: matches.Standing{Wins: wins}}
	}
	kept := latest([]trialReport{trial(1, 3), trial(2, 5), trial(2, 4), trial(3, 1)})
	if len(kept) != 3 || kept[1].Standing.Wins != 4 || kept[2].Cycle != 3 {
		t.Errorf("of four trials, one of them repeated, %+v are kept", kept)
	}
}
