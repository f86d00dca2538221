package play

import "testing"

func TestAGATheOpponentOfTheLastPasserResumes(t *testing.T) {
	for _, rules := range []string{"aga", "bga", "french"} {
		runScript(t, between(t, "square-5", rules, "none"), wall+`
		b pass → passed
		w pass → passed stopped
		b mark b3 dead → marked
		w dispute → disputed resumed black
		w b2 → not-your-turn
		b b2 → played
		w pass → passed
		b pass → passed stopped
		w dispute → disputed resumed white`)
	}
}

func TestAGAFourPassesInARowLeaveAllStonesAlive(t *testing.T) {
	s := between(t, "square-5", `{"preset":"aga","komi":0.5}`, "none")
	runScript(t, s, wall+`
		b pass → passed
		w pass → passed stopped
		b mark b3 dead → marked
		w dispute → disputed resumed black
		b pass → passed
		all alive? → false
		w pass → passed ended W+6.5
		all alive? → true
		dead? →`)
	runScript(t, s, wall+`
		b pass → passed
		w pass → passed stopped
		w dispute → disputed resumed black
		b b2 → played
		w pass → passed
		b pass → passed stopped
		w dispute → disputed resumed white
		w pass → passed
		b pass → passed ended W+5.5`)
}

// If Black began and White passes last, pass stones give the same result as area: 15 points to 10,
// or 5 to 11 with all stones alive.
func TestAGAPassStonesWhitePassesLast(t *testing.T) {
	s := between(t, "square-5", `{"preset":"aga-pass-stones","komi":0.5}`, "none")
	runScript(t, s, wall+`
		paid? → 1 0
		b pass → passed
		w pass → passed stopped
		b mark b3 dead → marked
		paid? → 2 1
		score? → B+4.5
		b agree → agreed
		w agree → agreed ended B+4.5
		all alive? → false`)
	runScript(t, s, `
		b c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 b3 pass
		b pass → passed stopped
		paid? → 1 1
		score? → B+4.5
		b agree → agreed
		w agree → agreed ended B+4.5`)
	runScript(t, s, wall+`
		b pass → passed
		w pass → passed stopped
		w dispute → disputed resumed black
		b pass → passed
		w pass → passed ended W+6.5
		paid? → 3 2`)
}

func TestTakingTheButtonIsNoPassTowardsTheEnd(t *testing.T) {
	s := between(t, "square-5", `{"preset":"aga-button","komi":0}`, "none")
	runScript(t, s, `
		b c1 d1 c2 d2 c3 d3 c4 d4 c5 d5
		b pass → passed
		w pass → passed
		b pass → passed stopped
		w dispute → disputed resumed white
		w pass → passed
		b pass → passed ended B+5.5`)
	runScript(t, s, `
		b c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 b3 pass
		b pass → passed
		w pass → passed stopped
		b agree → agreed
		w agree → agreed ended B+4.5`)
}
