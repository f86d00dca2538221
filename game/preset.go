package game

import (
	"fmt"
	"strings"

	"rosette/game/board"
	"rosette/internal/quote"
)

// presets lists the named rulesets: for Rosette, from KGS and from published rules of Go, then the
// ones that KataGo names. docs/rules gives their sources.
var presets = []Rules{
	{
		Preset: "mindsports-japanese", Repetition: KoSituational, Scoring: ScoringTerritory, Tax: TaxSeki,
		Handicap: HandicapFree,
		Ending:   EndingAgreement, Komi: 4.5,
	},
	{
		Preset: "mindsports-chinese", Repetition: KoSituational, Tax: TaxSeki, Handicap: HandicapFree,
		Ending:       EndingAgreement,
		FriendlyPass: true, Komi: 5.5,
	},
	{
		Preset: "comment-jouer", Repetition: KoNaturalSituational, Handicap: HandicapNone, Ending: EndingAgreement,
		FriendlyPass: true, Komi: 7.5,
	},
	{
		Preset: "comment-jouer-150", Repetition: KoNaturalSituational, Handicap: HandicapNone, Ending: EndingAgreement,
		FriendlyPass: true, Supply: SupplyOf(150), Komi: 7.5,
	},
	{
		Preset: "new-zealand", Repetition: KoSituational, Suicide: true, Handicap: HandicapWhitePasses,
		Ending:       EndingNewZealand,
		FriendlyPass: true, Komi: 7,
	},
	{Preset: "tromp-taylor", Repetition: KoPositional, Suicide: true, Handicap: HandicapNone, Komi: 7.5},
	{
		Preset: "flower", Repetition: KoPositional, Suicide: true, Scoring: ScoringPassStones, WhiteLast: true,
		FirstPass: FirstPassFree, Handicap: HandicapFlower, Ending: EndingFlower, FriendlyPass: true,
	},
	{Preset: "kgs-japanese", Scoring: ScoringTerritory, Tax: TaxSeki, Ending: EndingAgreement, Komi: 6.5},
	{
		Preset: "kgs-chinese", Repetition: KoPositional, Handicap: HandicapFree, Bonus: BonusN, Ending: EndingPlayOut,
		FriendlyPass: true, Komi: 7.5,
	},
	{
		Preset: "kgs-aga", Repetition: KoSituational, Bonus: BonusNMinusOne, Ending: EndingPlayOut, FriendlyPass: true,
		Komi: 7.5,
	},
	{
		Preset: "kgs-new-zealand", Repetition: KoSituational, Suicide: true, Handicap: HandicapFree,
		Ending:       EndingPlayOut,
		FriendlyPass: true, Komi: 7,
	},
	{Preset: "aga", Repetition: KoSituational, Bonus: BonusNMinusOne, Ending: EndingAGA, FriendlyPass: true, Komi: 7.5},
	{
		Preset: "aga-pass-stones", Repetition: KoSituational, Scoring: ScoringPassStones, WhiteLast: true,
		Ending:       EndingAGA,
		FriendlyPass: true, Komi: 7.5,
	},
	{Preset: "japanese-1989", Scoring: ScoringTerritory, Tax: TaxSeki, Ending: EndingConfirmation, Komi: 6.5},
	{Preset: "ikeda-area-3", Repetition: KoSituational, FirstPass: FirstPassHalfPoint, Handicap: HandicapNone, Komi: 6},

	{Preset: "japanese", Scoring: ScoringTerritory, Tax: TaxSeki, Ending: EndingAgreement, Komi: 6.5},
	{Preset: "korean", Scoring: ScoringTerritory, Tax: TaxSeki, Ending: EndingAgreement, Komi: 6.5},
	{Preset: "chinese", Handicap: HandicapFree, Bonus: BonusN, Ending: EndingAgreement, FriendlyPass: true, Komi: 7.5},
	{
		Preset: "chinese-ogs", Repetition: KoPositional, Handicap: HandicapFree, Bonus: BonusN, Ending: EndingAgreement,
		FriendlyPass: true, Komi: 7.5,
	},
	{
		Preset: "chinese-kgs", Repetition: KoPositional, Handicap: HandicapFree, Bonus: BonusN, Ending: EndingPlayOut,
		FriendlyPass: true, Komi: 7.5,
	},
	{
		Preset: "aga-button", Repetition: KoSituational, Button: true, Bonus: BonusNMinusOne, Ending: EndingAGA,
		FriendlyPass: true, Komi: 7,
	},
	{Preset: "bga", Repetition: KoSituational, Bonus: BonusNMinusOne, Ending: EndingAGA, FriendlyPass: true, Komi: 7.5},
	{
		Preset: "french", Repetition: KoSituational, Bonus: BonusNMinusOne, Ending: EndingAGA, FriendlyPass: true,
		Komi: 7.5,
	},
	{
		Preset: "goe", Repetition: KoPositional, Suicide: true, Handicap: HandicapFree, Ending: EndingAgreement,
		FriendlyPass: true, Komi: 7.5,
	},
	{
		Preset: "stone-scoring", Tax: TaxAll, Handicap: HandicapFree, Ending: EndingAgreement, FriendlyPass: true,
		Komi: 7.5,
	},
	{Preset: "ancient-territory", Scoring: ScoringTerritory, Tax: TaxAll, Ending: EndingAgreement, Komi: 6.5},
}

// aliases maps other preset names, in the form returned by [joined], to presets.
var aliases = map[string]string{"nz": "new-zealand", "ing": "goe", "ancientarea": "stone-scoring"}

// Presets returns the names that [Preset] accepts, in documentation order.
func Presets() []string {
	var names []string
	for _, r := range presets {
		names = append(names, r.Preset)
	}
	return names
}

// Preset returns the ruleset with a name. Like KataGo it ignores case, and accepts a space, "_" or
// nothing instead of "-". The error lists the names.
func Preset(name string) (Rules, error) {
	wanted := joined(name)
	if alias, ok := aliases[wanted]; ok {
		wanted = joined(alias)
	}
	for _, r := range presets {
		if joined(r.Preset) == wanted {
			return r, nil
		}
	}
	return Rules{}, fmt.Errorf("no ruleset %q: use %s, or JSON of choices", quote.Clip(name, 24),
		strings.Join(Presets(), ", "))
}

// separators removes the characters allowed between words in preset names.
var separators = strings.NewReplacer("-", "", "_", "", " ", "")

// joined returns a name in lower case without "-", "_" and spaces.
func joined(name string) string {
	return separators.Replace(strings.ToLower(strings.TrimSpace(name)))
}

// DefaultRules returns the default rules for a board: mindsports-chinese on honeycombs and custom
// graphs, tromp-taylor on square boards.
func DefaultRules(g *board.Graph) Rules {
	name := "mindsports-chinese"
	if g.Lattice() == board.Grid {
		name = "tromp-taylor"
	}
	r, _ := Preset(name)
	return r
}
