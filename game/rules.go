package game

import (
	"fmt"
	"math"

	"rosette/game/board"
)

// Rules are independent choices; every combination that [Rules.Check] accepts
// plays on every board. The zero value is no suicide, simple ko, area counting,
// libertyless rosettes allowed, fixed handicap, every stone alive, komi 0.
type Rules struct {
	Preset       string      // the name the choices began from
	Repetition   Repetition  // which positions a play may not make
	Suicide      bool        // a play may take its own chain off
	Libertyless  Libertyless // may an immortal chain lose its last liberty to its own colour
	Scoring      Scoring     // what counts at the end
	Tax          Tax         // which points at the end do not
	Button       bool        // the first pass of the game is worth half a point, and no pass towards the end
	WhiteLast    bool        // White turns last: if Black did, White passes once more
	FirstPass    FirstPass   // what the first pass of the game is when it is White's
	Handicap     Handicap    // how the weaker player gets stones
	Bonus        Bonus       // what White gets for a handicap
	Supply       int         // how many stones each player has, captured ones going back; 0 is no bound
	Ending       Ending      // what follows the passes that propose the end
	FriendlyPass bool        // an engine may pass before every dead stone is off
	Komi         float64     // points to White, in halves
}

// maxKomi bounds komi; no board has more points.
const maxKomi = board.MaxPoints

// Check says which choices contradict each other and what would do, or nil.
func (r Rules) Check() error {
	for _, c := range conflicts {
		if c.between(r) {
			return fmt.Errorf("%s", c.advice)
		}
	}
	if math.IsNaN(r.Komi) || math.Abs(r.Komi) > maxKomi || r.Komi*2 != math.Trunc(r.Komi*2) {
		return fmt.Errorf("komi %v: use a whole or half number from -%d to %d", r.Komi, maxKomi, maxKomi)
	}
	if r.Supply < 0 || r.Supply > board.MaxPoints {
		return fmt.Errorf("supply %d: use 0 for no bound, or 1 to %d stones a colour", r.Supply, board.MaxPoints)
	}
	return nil
}

// conflicts are the choices that contradict each other; add a line to teach
// one.
var conflicts = []struct {
	between func(Rules) bool
	advice  string
}{
	{
		func(r Rules) bool { return r.Libertyless == LibertylessForbidden && r.Suicide },
		"libertylessRosette forbid contradicts suicide true: choose allow, or suicide false",
	},
	{
		func(r Rules) bool { return r.Supply != 0 && r.Scoring != ScoringArea },
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
