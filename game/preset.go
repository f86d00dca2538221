package game

import (
	"fmt"
	"strings"

	"rosette/game/board"
	"rosette/quote"
)

// presets are the rulesets by name: those of Rosette, of KGS and of texts of
// Go, then those that KataGo names. docs/rules says what text each follows.
var presets = []Rules{
	{Preset: "mindsports-japanese", Repetition: Situational, Scoring: Territory, Tax: SekiTax, Handicap: FreeStones, Ending: Agreement, Komi: 4.5},
	{Preset: "mindsports-chinese", Repetition: Situational, Tax: SekiTax, Handicap: FreeStones, Ending: Agreement, FriendlyPass: true, Komi: 5.5},
	{Preset: "comment-jouer", Repetition: NaturalSituational, Handicap: NoneHandicap, Ending: Agreement, FriendlyPass: true, Komi: 7.5},
	{Preset: "new-zealand", Repetition: Situational, Suicide: true, Handicap: WhitePasses, Ending: NewZealand, FriendlyPass: true, Komi: 7},
	{Preset: "tromp-taylor", Repetition: Positional, Suicide: true, Handicap: NoneHandicap, Komi: 7.5},
	{Preset: "flower", Repetition: Positional, Suicide: true, Scoring: PassStones, WhiteLast: true, FirstPass: Free, Handicap: FlowerStones, Ending: FlowerEnding, FriendlyPass: true},
	{Preset: "kgs-japanese", Scoring: Territory, Tax: SekiTax, Ending: Agreement, Komi: 6.5},
	{Preset: "kgs-chinese", Repetition: Positional, Handicap: FreeStones, Bonus: BonusEvery, Ending: PlayOut, FriendlyPass: true, Komi: 7.5},
	{Preset: "kgs-aga", Repetition: Situational, Bonus: BonusLessOne, Ending: PlayOut, FriendlyPass: true, Komi: 7.5},
	{Preset: "kgs-new-zealand", Repetition: Situational, Suicide: true, Handicap: FreeStones, Ending: PlayOut, FriendlyPass: true, Komi: 7},
	{Preset: "aga", Repetition: Situational, Bonus: BonusLessOne, Ending: AGA, FriendlyPass: true, Komi: 7.5},
	{Preset: "aga-pass-stones", Repetition: Situational, Scoring: PassStones, WhiteLast: true, Ending: AGA, FriendlyPass: true, Komi: 7.5},
	{Preset: "japanese-1989", Scoring: Territory, Tax: SekiTax, Ending: Confirmation, Komi: 6.5},
	{Preset: "ikeda-area-3", Repetition: Situational, FirstPass: HalfPoint, Handicap: NoneHandicap, Komi: 6},

	{Preset: "japanese", Scoring: Territory, Tax: SekiTax, Ending: Agreement, Komi: 6.5},
	{Preset: "korean", Scoring: Territory, Tax: SekiTax, Ending: Agreement, Komi: 6.5},
	{Preset: "chinese", Handicap: FreeStones, Bonus: BonusEvery, Ending: Agreement, FriendlyPass: true, Komi: 7.5},
	{Preset: "chinese-ogs", Repetition: Positional, Handicap: FreeStones, Bonus: BonusEvery, Ending: Agreement, FriendlyPass: true, Komi: 7.5},
	{Preset: "chinese-kgs", Repetition: Positional, Handicap: FreeStones, Bonus: BonusEvery, Ending: PlayOut, FriendlyPass: true, Komi: 7.5},
	{Preset: "aga-button", Repetition: Situational, Button: true, Bonus: BonusLessOne, Ending: AGA, FriendlyPass: true, Komi: 7},
	{Preset: "bga", Repetition: Situational, Bonus: BonusLessOne, Ending: AGA, FriendlyPass: true, Komi: 7.5},
	{Preset: "french", Repetition: Situational, Bonus: BonusLessOne, Ending: AGA, FriendlyPass: true, Komi: 7.5},
	{Preset: "goe", Repetition: Positional, Suicide: true, Handicap: FreeStones, Ending: Agreement, FriendlyPass: true, Komi: 7.5},
	{Preset: "stone-scoring", Tax: AllTax, Handicap: FreeStones, Ending: Agreement, FriendlyPass: true, Komi: 7.5},
	{Preset: "ancient-territory", Scoring: Territory, Tax: AllTax, Ending: Agreement, Komi: 6.5},
}

// aliases are other names of presets, without the signs between words.
var aliases = map[string]string{"nz": "new-zealand", "ing": "goe", "ancientarea": "stone-scoring"}

// Presets returns the names that [Preset] takes.
func Presets() []string {
	var names []string
	for _, r := range presets {
		names = append(names, r.Preset)
	}
	return names
}

// Preset returns the ruleset of that name. Large letters are small ones, and
// words may be joined by a space, by _ or by nothing, as KataGo takes them.
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
	return Rules{}, fmt.Errorf("no ruleset %q: use %s, or JSON of choices", quote.Clip(name, 24), strings.Join(Presets(), ", "))
}

// joined writes a name small and without the signs between its words.
func joined(name string) string {
	return strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(strings.TrimSpace(name)))
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
