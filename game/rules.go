package game

import (
	"fmt"
	"math"
	"strings"

	"rosette/game/board"
)

// Rules are independent choices; every combination that [Rules.Check] accepts
// plays on every board. The zero value is no suicide, simple ko, area counting,
// libertyless rosettes allowed, komi 0.
type Rules struct {
	Preset       string      // the name the choices began from
	Repetition   Repetition  // which positions a play may not make
	Suicide      bool        // a play may take its own chain off
	Libertyless  Libertyless // may an immortal chain lose its last liberty to its own colour
	Scoring      Scoring     // what counts at the end
	Tax          Tax         // which points at the end do not
	Bonus        Bonus       // what White gets for a handicap
	FriendlyPass bool        // an engine may pass before every dead stone is off
	Komi         float64     // points to White, in halves
}

// A Repetition says which plays repeat too much.
type Repetition uint8

const (
	Simple             Repetition = iota // what stood before the opponent's last turn
	Positional                           // what ever stood
	Situational                          // what ever stood with the same player to move
	NaturalSituational                   // what the same player ever made by a play
)

// A Libertyless says whether an immortal chain may be left without a liberty
// by its own colour.
type Libertyless uint8

const (
	Allow Libertyless = iota
	Forbid
)

// A Scoring says what counts.
type Scoring uint8

const (
	Area      Scoring = iota // stones and the points they alone surround
	Territory                // points surrounded and prisoners
)

// A Tax says which surrounded points do not count.
type Tax uint8

const (
	NoTax   Tax = iota // all count
	SekiTax            // those of groups in seki do not
)

// A Bonus says how many points White gets when Black has n handicap stones.
type Bonus uint8

const (
	NoBonus      Bonus = iota
	BonusLessOne       // n − 1
	BonusEvery         // n
)

// The words that stand for choices, KataGo's where it has them.
var (
	repetitionWords  = []string{"SIMPLE", "POSITIONAL", "SITUATIONAL", "NATURAL_SITUATIONAL"}
	libertylessWords = []string{"allow", "forbid"}
	scoringWords     = []string{"AREA", "TERRITORY"}
	taxWords         = []string{"NONE", "SEKI"}
	bonusWords       = []string{"0", "N-1", "N"}
)

// String returns the word that stands for the choice in JSON.
func (r Repetition) String() string  { return repetitionWords[r] }
func (l Libertyless) String() string { return libertylessWords[l] }
func (s Scoring) String() string     { return scoringWords[s] }
func (t Tax) String() string         { return taxWords[t] }
func (b Bonus) String() string       { return bonusWords[b] }

// presets are the rulesets by name: those of Rosette, then those of Go as
// KataGo names them. docs/rules says what text each follows.
var presets = []Rules{
	{Preset: "mindsports-japanese", Repetition: Situational, Scoring: Territory, Tax: SekiTax, Komi: 4.5},
	{Preset: "mindsports-chinese", Repetition: Situational, Tax: SekiTax, Komi: 5.5},
	{Preset: "comment-jouer", Repetition: NaturalSituational, Komi: 7.5},
	{Preset: "tromp-taylor", Repetition: Positional, Suicide: true, Komi: 7.5},
	{Preset: "new-zealand", Repetition: Situational, Suicide: true, FriendlyPass: true, Komi: 7},
	{Preset: "japanese", Repetition: Simple, Scoring: Territory, Tax: SekiTax, Komi: 6.5},
	{Preset: "korean", Repetition: Simple, Scoring: Territory, Tax: SekiTax, Komi: 6.5},
	{Preset: "chinese", Repetition: Simple, Bonus: BonusEvery, FriendlyPass: true, Komi: 7.5},
	{Preset: "chinese-ogs", Repetition: Positional, Bonus: BonusEvery, FriendlyPass: true, Komi: 7.5},
	{Preset: "chinese-kgs", Repetition: Positional, Bonus: BonusEvery, FriendlyPass: true, Komi: 7.5},
	{Preset: "aga", Repetition: Situational, Bonus: BonusLessOne, FriendlyPass: true, Komi: 7.5},
	{Preset: "bga", Repetition: Situational, Bonus: BonusLessOne, FriendlyPass: true, Komi: 7.5},
}

// Presets returns the names that [Preset] takes.
func Presets() []string {
	var names []string
	for _, r := range presets {
		names = append(names, r.Preset)
	}
	return names
}

// Preset returns the ruleset of that name.
func Preset(name string) (Rules, error) {
	for _, r := range presets {
		if strings.EqualFold(r.Preset, name) {
			return r, nil
		}
	}
	return Rules{}, fmt.Errorf("no ruleset %q: use %s, or JSON of choices", clip(name), strings.Join(Presets(), ", "))
}

// DefaultRules returns what a board is played by when nobody says.
func DefaultRules(g *board.Graph) Rules {
	name := "mindsports-chinese"
	if g.Lattice() == board.Grid {
		name = "tromp-taylor"
	}
	r, _ := Preset(name)
	return r
}

// maxKomi bounds komi; no board has more points.
const maxKomi = board.MaxPoints

// Check says which choices contradict each other, or nil.
func (r Rules) Check() error {
	switch {
	case r.Libertyless == Forbid && r.Suicide:
		return fmt.Errorf("libertylessRosette forbid contradicts suicide true: choose allow, or suicide false")
	case math.IsNaN(r.Komi) || math.Abs(r.Komi) > maxKomi || r.Komi*2 != math.Trunc(r.Komi*2):
		return fmt.Errorf("komi %v: use a whole or half number from -%d to %d", r.Komi, maxKomi, maxKomi)
	}
	return nil
}

// clip keeps a stranger's text short enough to stand in one line of error.
func clip(s string) string {
	if r := []rune(s); len(r) > 24 {
		return string(r[:24]) + "…"
	}
	return s
}
