package play

import (
	"testing"

	"rosette/game/board"
)

func TestACommandForAnEarlierPositionIsStale(t *testing.T) {
	m := runScript(t, against(t, "square-5", "tromp-taylor", "none"), "b c3 → played\nw c4 → played")
	for _, kind := range []Kind{Play, Pass, Undo, Resign} {
		if got := do(m, Command{Kind: kind, By: board.Black, Point: "c2", After: 2}, 5); got != "stale" {
			t.Errorf("%s → %s", kind, got)
		}
	}
	if got := do(m, Command{Kind: Play, By: board.Black, Point: "c2", After: 3}, 5); got != "played" {
		t.Errorf("knowing all: %s", got)
	}
}

func TestTwoAgreementsAtTheSameTimeAreBothValid(t *testing.T) {
	runScript(t, between(t, "square-5", "mindsports-chinese", "none"), wall+`
		b pass → passed
		w pass → passed stopped
		seq? → 16
		b mark b3 dead @16 → marked
		b agree @17 → agreed
		w agree @17 → agreed ended W+0.5`)
}

func TestAMarkMakesAnOlderAgreementStale(t *testing.T) {
	runScript(t, between(t, "square-5", "mindsports-chinese", "none"), wall+`
		b pass → passed
		w pass → passed stopped
		b mark b3 dead @16 → marked
		w mark b3 alive @17 → marked
		b agree @17 → stale
		b mark b3 dead @17 → stale
		b dispute @17 → stale
		b agree @18 → agreed
		server propose b3 @16 → stale
		w mark b3 dead @18 → marked
		b agree @18 → stale`)
}

func TestAProposalMakesAnOlderAgreementStale(t *testing.T) {
	runScript(t, between(t, "square-5", "mindsports-chinese", "none"), wall+`
		b pass → passed
		w pass → passed stopped
		server propose b3 → proposed
		b agree @16 → stale
		b agree @17 → agreed`)
}

func TestTwoSecretBidsAtTheSameTimeAreNotStale(t *testing.T) {
	runScript(t, negotiation(t, "flower", KomiSecret), `
		w bid 3 @1 → bade
		b bid 2 @1 → bade settled 3 swapped
		b c3 @1 → stale
		b c3 @4 → played`)
	runScript(t, negotiation(t, "flower", KomiOpen), `
		b bid 3 @1 → bade
		w bid 4 @1 → stale
		w yield @1 → stale`)
}

func TestTwoChoicesOfTheMoverAtTheSameTimeAreNotStale(t *testing.T) {
	runScript(t, between(t, "square-5", "new-zealand", "none"), wall+`
		b pass → passed
		w pass → passed stopped
		b dispute @16 → disputed
		w dispute @16 → stale
		b choose-mover black @17 → mover-chosen
		w choose-mover black @17 → mover-chosen resumed black`)
}

func TestOnlyGrantingAnUndoMakesOtherCommandsStale(t *testing.T) {
	runScript(t, between(t, "square-5", "aga", "none"), `
		b c3 → played
		b undo @2 → asked
		w d3 @2 → played
		w undo → asked
		b grant → granted took-back
		w d4 @4 → stale`)
}
