package play

import (
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
)

// ratedAgainstABot returns settings for a rated match against a bot with Black.
func ratedAgainstABot(t failer, rules, control string) Settings {
	return with(rated(t), func(s *Settings) {
		s.Black = Seat{Kind: SeatBot, ID: "8"}
		s.Rules = preset(t, rules)
		s.Clock = between(t, "rosette-3", rules, control).Clock
	})
}

// untilTheStop is a game up to both passes.
const untilTheStop = `
	0s: b c3 → played
	1s: w pass → passed
	2s: b pass → passed stopped`

func TestARatedMatchAgainstABotIsCountedWithoutThePlayerWhoDoesNotAgree(t *testing.T) {
	s := ratedAgainstABot(t, "mindsports-chinese", "20s+1x10s")
	for _, late := range []string{"flag → ended", "w mark c3 dead → time-up ended", "w resign → time-up ended", "w agree → time-up ended"} {
		runScript(t, s, untilTheStop+`
			2s: server propose → proposed
			2s: stall? → black since 2s claims from 1h0m2s
			10s: b agree → agreed
			10s: stall? → black since 10s claims from 5m10s
			5m9.9s: flag → time-left
			5m10s: `+late+" B+48.5")
	}
	runScript(t, s, untilTheStop+`
		2s: server propose → proposed
		10s: b agree → agreed
		5m9s: w agree → agreed ended B+48.5`)
	m := runScript(t, ratedAgainstABot(t, "mindsports-chinese", "3d/move"), untilTheStop+"\n2s: server propose → proposed\n10s: b agree → agreed\n72h: flag → time-left")
	if end, ok := m.Deadline(); !ok || !end.Equal(second(10).Add(72*time.Hour)) || !m.Waits() {
		t.Errorf("by correspondence the deadline is %v, %v", end, ok)
	}
}

func TestARatedMatchAgainstABotIsLostByWhoDoesNotSettleWhatItDisputes(t *testing.T) {
	for rules, script := range map[string]string{
		"mindsports-chinese": untilTheStop + `
			3s: server propose → proposed
			4s: w mark c3 dead → marked
			1h3s: flag → time-left
			1h4s: flag → ended B+F`,
		"new-zealand": untilTheStop + `
			3s: server propose → proposed
			4s: b dispute → disputed
			4s: stall? → none
			10m: flag → time-left
			10m: b choose-mover black → mover-chosen
			15m: flag → ended B+F`,
		"japanese-1989": untilTheStop + `
			3s: server propose → proposed
			4s: w confirm c3 → confirming
			5m3s: flag → time-left
			5m4s: flag → ended B+F`,
	} {
		runScript(t, ratedAgainstABot(t, rules, "10m"), script)
	}
}

func TestUnderFlowerTheDuePassesComeBeforeTheCount(t *testing.T) {
	s := with(ratedAgainstABot(t, "flower", "10m"), func(s *Settings) { s.Black, s.White = s.White, s.Black })
	before := `
		0s: b c3 → played
		1s: w pass → passed
		2s: b pass → passed stopped
		3s: server propose → proposed
		4s: w agree → agreed
		5s: w pass → passed`
	agreed := runScript(t, s, before+"\n6s: b agree → agreed\n7s: b pass → passed ended "+flowerEnd)
	left := runScript(t, s, before+"\n5m5s: flag → ended "+flowerEnd)
	if left.Result() != agreed.Result() {
		t.Errorf("who leaves has %v, who agrees %v", left.Result(), agreed.Result())
	}
}

// flowerEnd is the result with a stone on an otherwise empty board with base 3.
const flowerEnd = "B+53"

// The bot's pass has stopped play, so the player is to move in the agreement.
func TestUnderFlowerABotMayAgreeOutOfTurn(t *testing.T) {
	s := with(ratedAgainstABot(t, "flower", "10m"), func(s *Settings) { s.Black, s.White = s.White, s.Black })
	before := `
		0s: b c3 → played
		1s: w b2 → played
		2s: b pass → passed
		3s: w pass → passed stopped
		4s: server propose → proposed`
	if m := runScript(t, s, before); m.MayAgree(board.White) || m.MayAgree(board.Black) {
		t.Error("somebody may agree before the opponent has")
	}
	agreed := before + "\n7s: b agree → agreed"
	m := runScript(t, s, agreed)
	if stall, ok := m.Stall(); !ok || !m.MayAgree(board.White) || m.MayAgree(board.Black) || stall.Claim.Sub(stall.Since) != stallBot {
		t.Errorf("the bot may agree: %v; %+v", m.MayAgree(board.White), stall)
	}
	if m := runScript(t, s, agreed+"\n8s: w agree → agreed\n5m9s: flag → ended Draw"); m.MayAgree(board.White) {
		t.Error("the bot may agree after the end")
	}
}

func TestOnlyARatedMatchEndsForWhoDoesNotAgreeWithABot(t *testing.T) {
	usual := ratedAgainstABot(t, "mindsports-chinese", "10m")
	for _, change := range []func(*Settings){
		func(s *Settings) { s.Rated = false },
		func(s *Settings) { s.Black = Seat{Kind: SeatUser, ID: "3"} },
	} {
		runScript(t, with(usual, change), untilTheStop+`
			2s: server propose → proposed
			10s: b agree → agreed
			9h: flag → time-left`)
	}
	runScript(t, usual, untilTheStop+"\n9h: flag → time-left\n9h: server propose → proposed") // the computer's task
	runScript(t, usual, untilTheStop+"\n2s: server propose → proposed\n3s: w agree → agreed\n9h: flag → time-left")
}

// A result accepted by an earlier program remains valid.
func TestAnOldMatchAgainstABotWithALateAgreementIsReplayed(t *testing.T) {
	s := ratedAgainstABot(t, "mindsports-chinese", "10m")
	first, err := Open(s, noon)
	if err != nil {
		t.Fatal(err)
	}
	journal := []Event{first}
	for _, e := range []Event{
		{Kind: Played, Color: board.Black, Point: "C3"},
		{Kind: Passed, Color: board.White},
		{Kind: Passed, Color: board.Black},
		{Kind: Stopped},
		{Kind: Proposed},
		{Kind: Agreed, Color: board.Black},
		{Kind: Agreed, Color: board.White, At: second(9000)},
		{Kind: Ended, Result: "B+48.5"},
	} {
		last := journal[len(journal)-1]
		if e.Seq = last.Seq + 1; e.At.IsZero() {
			e.At = last.At
		}
		journal = append(journal, e)
	}
	again, err := Replay(journal)
	if err != nil || again.Result() != (game.Result{Winner: board.Black, By: game.ByScore, Margin: 48.5}) {
		t.Errorf("%v, %v", again.Result(), err)
	}
}
