package play

import (
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play/clock"
)

func TestAPlayerWhoThinksTooLongLosesOnTime(t *testing.T) {
	for _, late := range []string{"b c3", "b pass", "b undo", "b resign"} {
		runScript(t, against(t, "square-5", "tromp-taylor", "10s"), "9.999s: flag → time-left\n10s: "+late+" → time-up ended W+T\n11s: "+late+" → game-over")
	}
	runScript(t, between(t, "square-5", "tromp-taylor", "10s"), "1s: b c3 → played\n10.5s: flag → time-left\n12s: flag → ended B+T")
	runScript(t, against(t, "square-5", "tromp-taylor", "none"), "900h: flag → time-left\n901h: b c3 → played")
}

func TestAnUndoGivesNoTimeBack(t *testing.T) {
	m := runScript(t, against(t, "square-5", "tromp-taylor", "60s"),
		"10s: b c3 → played\n30s: b undo → took-back\n50s: flag → time-left")
	now := noon.Add(50 * time.Second)
	if b, w := m.Clock(board.Black, now), m.Clock(board.White, now); b.Main != 30*time.Second || w.Main != 40*time.Second {
		t.Errorf("Black has %v, White %v", b.Main, w.Main)
	}
}

func TestClocksStandStillOutsidePlay(t *testing.T) {
	for control, want := range map[string][2]time.Duration{
		"100s":      {90 * time.Second, 80 * time.Second},
		"100s+5s":   {95 * time.Second, 90 * time.Second},
		"0s+3x100s": {0, 0},
	} {
		s := between(t, "square-5", "aga", control)
		s.Handicap = 2
		m := runScript(t, s, `
			1000s: flag → time-left
			2000s: b place c3 → placed
			3000s: b place d3 → placed
			3010s: w pass → passed
			3020s: b pass → passed stopped
			9000s: flag → time-left
			9000s: b mark c3 dead → marked
			9000s: w dispute → disputed resumed white
			9010s: flag → time-left
			9010s: w d4 → played`)
		now := noon.Add(9010 * time.Second)
		b, w := m.Clock(board.Black, now), m.Clock(board.White, now)
		if b.Main != want[0] || w.Main != want[1] {
			t.Errorf("%s: Black has %v, White %v", control, b.Main, w.Main)
		}
		if b.Periods == 3 && (b.Period != 100*time.Second || w.Period != 100*time.Second) {
			t.Errorf("%s: periods of %v and %v", control, b.Period, w.Period)
		}
	}
}

func TestTimeRunsOutOnlyDuringPlay(t *testing.T) {
	s := between(t, "square-5", "japanese-1989", "10s")
	s.KomiBy = KomiOpen
	runScript(t, s, `
		100s: b bid 3 → bade
		200s: flag → time-left
		200s: w yield → yielded settled 3
		205s: b c3 → played
		206s: w pass → passed
		207s: b pass → passed stopped
		300s: w confirm c3 → confirming
		400s: flag → time-left
		400s: w pass → passed
		500s: b pass → passed confirmed alive
		600s: w dispute → disputed resumed black
		603.9s: flag → time-left
		605s: flag → ended W+T`)
}

func TestTheClockRunsAtOnceWhenPlayResumes(t *testing.T) {
	runScript(t, between(t, "square-5", "flower", "10s"), `
		1s: b pass → passed
		2s: w pass → passed stopped
		50s: b c3 → played
		58.9s: flag → time-left
		60s: flag → ended B+T`)
	runScript(t, between(t, "square-5", "kgs-chinese", "10s"), `
		1s: b pass → passed
		2s: w pass → passed stopped
		50s: b dispute → disputed resumed white
		58.9s: flag → time-left
		60s: flag → ended B+T`)
}

func TestATurnThatWhiteGivesUpTakesNoTime(t *testing.T) {
	s := between(t, "square-5", "new-zealand", "10s+1s")
	s.Handicap = 3
	m := runScript(t, s, `
		2s: b c3 → played passed
		5s: b c4 → played passed`)
	now := noon.Add(7 * time.Second)
	if b, w := m.Clock(board.Black, now), m.Clock(board.White, now); b.Main != 5*time.Second || w.Main != 10*time.Second {
		t.Errorf("Black has %v, White %v", b.Main, w.Main)
	}
}

// A player who takes a move back loses its increment and continues with the time that was left
// before it.
func TestAMoveTakenBackLosesItsIncrement(t *testing.T) {
	for control, want := range map[string]clock.Remaining{
		"60s":      {Main: 23 * time.Second},
		"60s+30s":  {Main: 23 * time.Second},
		"30s+3x9s": {Period: 2 * time.Second, Periods: 3},
		"30s+2/9s": {Period: 2 * time.Second, Stones: 2},
		"30s+1/9s": {Period: 2 * time.Second, Stones: 1},
	} {
		m := runScript(t, against(t, "square-5", "tromp-taylor", control), `
			35s: b c3 → played
			40s: b undo → took-back
			42s: flag → time-left`)
		got := m.Clock(board.Black, noon.Add(42*time.Second))
		if want.Control = got.Control; got != want {
			t.Errorf("%s: %+v", control, got)
		}
	}
}

func TestTimeUsedAfterAMoveIsNotGivenBackWithIt(t *testing.T) {
	for control, want := range map[string]time.Duration{"60s": 30 * time.Second, "60s+1s": 31 * time.Second, "60s+30s": 50 * time.Second} {
		m := runScript(t, against(t, "square-5", "tromp-taylor", control), `
			10s: b c3 → played
			20s: w d3 → played
			40s: b undo → took-back`)
		now := noon.Add(40 * time.Second)
		if b, w := m.Clock(board.Black, now), m.Clock(board.White, now); b.Main != want || w.Main != 50*time.Second {
			t.Errorf("%s: Black has %v, White %v", control, b.Main, w.Main)
		}
	}
}
