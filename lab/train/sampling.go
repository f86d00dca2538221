package train

import (
	"math/rand/v2"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// Sampling describes the boards and rules for self-play games. Every stone is alive at the end,
// except under territory scoring, where an encore shows the dead stones, and in games that end by
// agreement.
type Sampling struct {
	Boards []Weighted[*board.Graph]
	Rules  []Weighted[game.Rules]
}

// Weighted is a value with its weight in a random choice.
type Weighted[T any] struct {
	Value  T
	Weight float64
}

// draw returns a value with a probability proportional to its weight.
func draw[T any](rng *rand.Rand, all []Weighted[T]) T {
	sum := 0.0
	for _, s := range all {
		sum += s.Weight
	}
	at := rng.Float64() * sum
	for _, s := range all {
		if at -= s.Weight; at < 0 {
			return s.Value
		}
	}
	return all[len(all)-1].Value
}

// Rulesets returns the rules for training a network that plays under r, with these weights:
//
//   - 7: r itself.
//   - 1 each: the rules that differ from r in one choice that is open under area scoring.
//   - 4 each: r under territory scoring, and that with simple ko and without suicide. If r has
//     territory scoring, its counterpart under area scoring has weight 4.
//   - 1 each: these two with territory in seki.
//   - 1/5 each: all presets without a supply of stones.
//
// So a network meets every value of the rules in its input, and the usual combinations. An input
// that is constant in all games would get no weight, and a network could not understand other
// values.
func Rulesets(r game.Rules) []Weighted[game.Rules] {
	all := []Weighted[game.Rules]{{r, 7}}
	for _, v := range []struct {
		vary   func(*game.Rules)
		weight float64
	}{
		{func(r *game.Rules) { r.Suicide = !r.Suicide }, 1},
		{func(r *game.Rules) { r.Repetition = game.KoPositional }, 1},
		{func(r *game.Rules) { r.Repetition = game.KoSituational }, 1},
		{func(r *game.Rules) { r.Repetition = game.KoSimple }, 1},
		{func(r *game.Rules) { r.Tax = otherTax[r.Tax] }, 1},
		{func(r *game.Rules) { r.Libertyless, r.Suicide = otherLibertyless[r.Libertyless], false }, 1},
		{func(r *game.Rules) { r.Button, r.FriendlyPass = !r.Button, false }, 1},
		{func(r *game.Rules) { r.Scoring, r.WhiteLast = game.ScoringPassStones, true }, 1},
		{func(r *game.Rules) { toTerritory(r, game.TaxSeki) }, 4},
		{func(r *game.Rules) { toTerritory(r, game.TaxNone) }, 1},
		{func(r *game.Rules) { toTerritory(r, game.TaxSeki); asInPresets(r) }, 4},
		{func(r *game.Rules) { toTerritory(r, game.TaxNone); asInPresets(r) }, 1},
		{toArea, 4},
	} {
		other := r
		if v.vary(&other); other.Check() == nil &&
			!slices.ContainsFunc(all, func(w Weighted[game.Rules]) bool { return w.Value == other }) {
			all = append(all, Weighted[game.Rules]{other, v.weight})
		}
	}
	for _, name := range game.Presets() {
		if preset, err := game.Preset(name); err == nil && preset.Supply == (game.Supply{}) {
			all = append(all, Weighted[game.Rules]{preset, presetWeight})
		}
	}
	return all
}

// presetWeight is the weight of each preset in [Rulesets].
const presetWeight = 0.2

// otherTax and otherLibertyless map a choice to another one.
var (
	otherTax = map[game.Tax]game.Tax{
		game.TaxNone: game.TaxSeki, game.TaxSeki: game.TaxNone, game.TaxAll: game.TaxNone,
	}
	otherLibertyless = map[game.Libertyless]game.Libertyless{
		game.LibertylessAllowed: game.LibertylessForbidden, game.LibertylessForbidden: game.LibertylessAllowed,
	}
)

// toTerritory changes area scoring to territory scoring.
func toTerritory(r *game.Rules, tax game.Tax) {
	if r.Scoring == game.ScoringArea {
		r.Scoring = game.ScoringTerritory
		r.Tax = tax
		r.Ending = game.EndingAgreement
		r.FriendlyPass = false
		r.Button = false
		r.FirstPass = game.FirstPassCounted
		r.Bonus = game.BonusNone
		r.Supply = game.Supply{}
	}
}

// asInPresets gives rules with territory scoring the other choices in Go's presets.
func asInPresets(r *game.Rules) {
	if r.Scoring == game.ScoringTerritory {
		r.Repetition, r.Suicide = game.KoSimple, false
	}
}

// toArea changes territory scoring to area scoring.
func toArea(r *game.Rules) {
	if r.Scoring == game.ScoringTerritory {
		r.Scoring = game.ScoringArea
	}
}
