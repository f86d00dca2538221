package main

import (
	"testing"

	"rosette/engine/arena"
)

func TestATrialThatIsRepeatedCountsOnce(t *testing.T) {
	trial := func(cycle, wins int) trialReport {
		return trialReport{Cycle: cycle, Standing: arena.Standing{Wins: wins}}
	}
	kept := latest([]trialReport{trial(1, 3), trial(2, 5), trial(2, 4), trial(3, 1)})
	if len(kept) != 3 || kept[1].Standing.Wins != 4 || kept[2].Cycle != 3 {
		t.Errorf("of four trials, one of them repeated, %+v are kept", kept)
	}
}
