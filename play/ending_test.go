package play

import "testing"

// wall divides the board into two halves, with a white stone inside Black's half.
const wall = `
	b c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 pass b3`

func TestWithAllStonesAliveTwoPassesEndTheMatch(t *testing.T) {
	m := runScript(t, between(t, "square-5", `{"preset":"tromp-taylor","komi":0.5}`, "none"), wall+`
		b pass → passed
		w pass → passed ended W+6.5
		all alive? → false
		phase? → over
		dead? →
		b agree → game-over`)
	if len(m.Dead()) != 0 {
		t.Errorf("dead: %v", m.Dead())
	}
}

func TestAgreedDeadStonesAreRemoved(t *testing.T) {
	runScript(t, between(t, "square-5", `{"preset":"mindsports-chinese","komi":0.5}`, "none"), wall+`
		b agree → wrong-phase
		b pass → passed
		w pass → passed stopped
		phase? → agreement
		to move? → empty
		awaits? → true true
		b a1 → wrong-phase
		b pass → wrong-phase
		score? → W+6.5
		b mark b3 dead → marked
		dead? → B3
		score? → B+4.5
		b agree → agreed
		awaits? → false true
		b agree → agreed-already
		w mark b3 alive → marked
		agreed? → false false
		w mark b3 dead → marked
		w agree → agreed
		b agree → agreed ended B+4.5
		dead? → B3`)
}

func TestADisputeLetsTheOpponentOfTheLastPasserMove(t *testing.T) {
	runScript(t, between(t, "square-5", `{"preset":"mindsports-chinese","komi":0.5}`, "none"), wall+`
		b pass → passed
		w pass → passed stopped
		w mark b3 dead → marked
		b dispute → disputed resumed black
		phase? → play
		to move? → black
		dead? →
		b b2 a3 b4 pass
		b a4 → played
		w a2 → played
		b pass → passed
		w pass → passed stopped
		phase? → agreement
		dead? →
		b mark a3 dead → marked
		dead? → A3 B3 A2
		w dispute → disputed resumed black
		b pass → passed
		w pass → passed stopped
		b agree → agreed
		w agree → agreed ended W+3.5`)
}

func TestDeadStonesAreProposedOnceAndUnsureOnesStay(t *testing.T) {
	runScript(t, between(t, "square-5", `{"preset":"mindsports-chinese","komi":0.5}`, "none"), wall+`
		server propose b3 → wrong-phase
		b pass → passed
		w pass → passed stopped
		server propose z9 → no-such-point
		server propose a1 → no-chain
		server propose b3 unsure c1 d5 → proposed
		dead? → B3
		unsure? → C5 D5 C4 D4 C3 D3 C2 D2 C1 D1
		server propose → proposed
		b mark d3 alive → marked
		unsure? → C5 C4 C3 C2 C1
		b agree → agreed
		w agree → agreed ended B+4.5
		all alive? → false`)
}

func TestOnlyMortalChainsAreMarked(t *testing.T) {
	m := runScript(t, between(t, "rosette-2", "mindsports-chinese", "none"), `
		b b3 a2 b4 a3 b5 a4 c5 a5 c4 a6 c3 c7 d4
		w pass → passed
		b pass → passed stopped
		b mark b4 dead → immortal
		b mark d4 dead → immortal
		b mark b4 alive → marked
		server propose d4 → proposed
		w mark c7 b4 dead → immortal
		w mark b1 dead → no-chain
		w mark z9 dead → no-such-point
		w mark dead → no-chain
		dead? →
		w mark a4 c7 dead → marked
		dead? → C7 A2 A3 A4 A5 A6`)
	if got := do(m, Command{Kind: Mark, By: 1, Points: []string{"A4", "A6"}}, 60); got != "marked" || len(m.Dead()) != 1 {
		t.Errorf("any stone of a chain is the chain: %s, %v", got, m.Dead())
	}
}

func TestADisputeOnKGSTakesTheLastPassBack(t *testing.T) {
	for _, rules := range []string{"kgs-chinese", "kgs-aga", "kgs-new-zealand", "chinese-kgs"} {
		runScript(t, between(t, "square-5", rules, "none"), wall+`
		b pass → passed
		w pass → passed stopped
		ply? → 14
		b mark b3 dead → marked
		w dispute → disputed resumed white
		ply? → 13
		to move? → white
		dead? →
		w b2 → played
		b b4 → played
		w pass → passed
		b pass → passed stopped
		b dispute → disputed resumed black
		b pass → passed
		w pass → passed stopped
		b dispute → disputed resumed white
		w pass → passed
		b a1 → played`)
	}
}

func TestNewZealandPlayersWhoWantDifferentMoversLeaveAllStonesAlive(t *testing.T) {
	s := between(t, "square-5", `{"preset":"new-zealand","komi":0.5}`, "none")
	runScript(t, s, wall+`
		b pass → passed
		w pass → passed stopped
		b mark b3 dead → marked
		b choose-mover white → wrong-phase
		w dispute → disputed
		phase? → turn
		awaits? → true true
		b agree → wrong-phase
		b a1 → wrong-phase
		b choose-mover nobody → wrong-phase
		b choose-mover black → mover-chosen
		awaits? → false true
		b choose-mover white → wrong-phase
		w choose-mover white → mover-chosen ended W+6.5
		all alive? → true
		dead? →`)
	runScript(t, s, wall+`
		b pass → passed
		w pass → passed stopped
		w dispute → disputed
		w choose-mover white → mover-chosen
		b choose-mover white → mover-chosen resumed white
		to move? → white
		w b2 → played
		b pass → passed
		w pass → passed stopped
		b mark b2 dead → marked
		b agree → agreed
		w agree → agreed ended B+4.5`)
}

func TestUnderIkedaWhitesFirstPassDoesNotCountTowardsTheEnd(t *testing.T) {
	s := between(t, "square-5", `{"preset":"ikeda-area-3","komi":0.5}`, "none")
	runScript(t, s, `
		b c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 b3 pass pass
		w pass → passed ended B+3.5`)
	runScript(t, s, `
		b c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 pass
		w pass → passed ended B+4.5`)
}

func TestPassesUnderSimpleKoVoidNothing(t *testing.T) {
	runScript(t, between(t, "square-5", `{"preset":"kgs-japanese","ending":"AGREEMENT"}`, "none"), `
		b c3 d3
		b pass → passed
		w pass → passed stopped
		b dispute → disputed resumed black
		b pass → passed
		w pass → passed stopped
		b agree → agreed
		w agree → agreed ended W+6.5`)
}
