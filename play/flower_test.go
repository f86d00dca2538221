package play

import "testing"

// flowerRules returns settings for two people under Flower with komi 0.
func flowerRules(t failer, control string) Settings { return between(t, "square-5", "flower", control) }

func TestUnderFlowerTwoPassesTwiceEndTheMatch(t *testing.T) {
	runScript(t, flowerRules(t, "none"), wall+`
		b pass → passed
		w pass → passed stopped
		phase? → agreement
		to move? → black
		awaits? → true false
		w pass → not-your-turn
		b mark b3 dead → marked
		w agree → agreed
		b agree → agreed
		b dispute → wrong-phase
		paid? → 2 1
		b pass → passed
		phase? → agreement
		w pass → passed ended B+5
		paid? → 3 2
		dead? → B3`)
}

func TestUnderFlowerOnlyAgreedStonesAreRemoved(t *testing.T) {
	runScript(t, flowerRules(t, "none"), wall+`
		b pass → passed
		w pass → passed stopped
		b mark b3 dead → marked
		b agree → agreed
		score? → B+5
		b pass → passed
		w pass → passed ended W+6
		dead? →`)
	runScript(t, flowerRules(t, "none"), wall+`
		b pass → passed
		w pass → passed stopped
		b mark b3 dead → marked
		b agree → agreed
		w agree → agreed
		b pass → passed
		w mark c1 dead → marked
		w pass → passed ended W+6
		dead? →`)
}

func TestUnderFlowerAMoveResumesPlay(t *testing.T) {
	runScript(t, flowerRules(t, "none"), wall+`
		b pass → passed
		w pass → passed stopped
		b mark b3 dead → marked
		b pass → passed
		w b2 → played
		phase? → play
		dead? →
		to move? → black
		b a2 → played
		w pass → passed
		b pass → passed stopped
		to move? → white
		w pass → passed
		b mark b2 dead → marked
		b agree → agreed
		w agree → agreed
		b pass → passed ended B+5
		dead? → B3 B2`)
}

func TestUnderFlowerWhitesFirstPassCostsNothing(t *testing.T) {
	runScript(t, flowerRules(t, "none"), `
		b c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 b3
		w pass → passed
		paid? → 0 0
		b pass → passed stopped
		paid? → 1 0
		w pass → passed
		b pass → passed ended B+4
		paid? → 2 1`)
	runScript(t, flowerRules(t, "none"), `
		b c1 d1 c2 d2 c3 d3 c4 d4 c5 d5
		b pass → passed
		w pass → passed stopped
		paid? → 1 1`)
}
