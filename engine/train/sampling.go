package train

import (
	"math/rand/v2"

	"rosette/game"
	"rosette/game/board"
)

// Sampling says on which boards and by which rules games of self-play are played.
// Every stone is alive at the end of all of them.
type Sampling struct {
	Boards []Weighted[*board.Graph]
	Rules  []Weighted[game.Rules]
}

// Weighted is a value with its weight in a random choice.
type Weighted[T any] struct {
	Value  T
	Weight float64
}

// draw returns one of the values with a probability in proportion to its weight.
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

// Rulesets returns r with weight 7 and, with weight 1 each, the rules that differ
// from r by one choice that is open under area scoring.
func Rulesets(r game.Rules) []Weighted[game.Rules] {
	all := []Weighted[game.Rules]{{r, 7}}
	for _, vary := range []func(*game.Rules){
		func(r *game.Rules) { r.Suicide = !r.Suicide },
		func(r *game.Rules) { r.Repetition = game.KoPositional },
		func(r *game.Rules) { r.Scoring, r.WhiteLast = game.ScoringPassStones, true },
	} {
		other := r
		if vary(&other); other != r && other.Check() == nil {
			all = append(all, Weighted[game.Rules]{other, 1})
		}
	}
	return all
}
