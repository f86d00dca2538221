package game

import (
	"fmt"
	"math"

	"rosette/game/board"
	"rosette/game/life"
)

// Rules are independent choices. Every combination that [Rules.Check] accepts can be played on
// every board. The zero value is simple ko, no suicide, libertyless rosettes allowed, area scoring,
// fixed handicap, every stone alive, komi 0. Rules are comparable.
type Rules struct {
	Preset       string      // name of the ruleset on which the choices are based
	Repetition   Repetition  // positions that a play may not create
	Suicide      bool        // a play may capture its own chain
	Libertyless  Libertyless // whether a player may take the last liberty of its own immortal chain
	Scoring      Scoring     // method to count points
	Tax          Tax         // territory that does not count
	Button       bool        // the first pass of the game is worth half a point and does not count towards the end
	WhiteLast    bool        // White moves last: if Black did, White passes once more
	FirstPass    FirstPass   // effect of the first pass if White makes it
	Handicap     Handicap    // how the weaker player gets stones
	Bonus        Bonus       // points for White against a handicap
	Supply       Supply      // number of stones for each player; the zero value is no limit
	Ending       Ending      // procedure after the passes that propose the end
	FriendlyPass bool        // an engine may pass while dead stones of the opponent stand
	Komi         float64     // points for White, a multiple of 0.5
}

// maxKomi is the largest komi: the number of points on the largest board.
const maxKomi = board.MaxPoints

// Check returns nil if the choices are consistent, and otherwise an error that names the conflict
// and a correction.
func (r Rules) Check() error {
	for _, c := range conflicts {
		if c.between(r) {
			return fmt.Errorf("%s", c.advice)
		}
	}
	if math.IsNaN(r.Komi) || math.Abs(r.Komi) > maxKomi || r.Komi*2 != math.Trunc(r.Komi*2) {
		return fmt.Errorf("komi %v: use a whole or half number from -%d to %d", r.Komi, maxKomi, maxKomi)
	}
	return r.Supply.check()
}

// PaysKomiInStones reports whether komi is paid in stones.
func (r Rules) PaysKomiInStones() bool { return r.Handicap == HandicapFlower }

// CheckKomi returns an error for a fractional komi in a new game if komi is paid in stones. Records
// may have it.
func (r Rules) CheckKomi() error {
	if r.PaysKomiInStones() && r.Komi != math.Trunc(r.Komi) {
		return fmt.Errorf("komi %v with handicap FLOWER: komi is paid in stones there, so use a whole number", r.Komi)
	}
	return nil
}

// conflicts lists the choices that contradict each other.
var conflicts = []struct {
	between func(Rules) bool
	advice  string
}{
	{
		func(r Rules) bool { return r.Libertyless == LibertylessForbidden && r.Suicide },
		"libertylessRosette forbid contradicts suicide true: choose allow, or suicide false",
	},
	{
		func(r Rules) bool { return r.Supply.Limited() && r.Scoring != ScoringArea },
		"supply contradicts scoring TERRITORY and PASS_STONES, which keep captured stones: choose AREA, or supply 0",
	},
	{
		func(r Rules) bool { return r.Button && r.Scoring != ScoringArea },
		"hasButton true contradicts scoring TERRITORY and PASS_STONES: choose AREA, or hasButton false",
	},
	{
		func(r Rules) bool { return r.Button && r.FirstPass == FirstPassHalfPoint },
		"hasButton true contradicts firstPassByWhite HALF_POINT, both pay for the first pass: choose COUNTED, or hasButton false",
	},
	{
		func(r Rules) bool { return r.FirstPass == FirstPassFree && r.Scoring != ScoringPassStones },
		"firstPassByWhite FREE contradicts scoring AREA and TERRITORY, where no pass is paid: choose COUNTED, or PASS_STONES",
	},
	{
		func(r Rules) bool { return r.Bonus != BonusNone && r.Handicap == HandicapNone },
		"whiteHandicapBonus contradicts handicap NONE: choose 0, or a handicap",
	},
}

// CaptureRules returns the rules that [life.Unconditional] depends on.
func (r Rules) CaptureRules() life.CaptureRules {
	switch {
	case r.Suicide:
		return life.AllowSuicide
	case r.Libertyless == LibertylessForbidden:
		return life.ForbidLibertyless
	}
	return life.AllowLibertyless
}
