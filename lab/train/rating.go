package train

import (
	"fmt"

	"rosette/engine"
	"rosette/lab/matches"
)

// A RatingMatch measures a network that was promoted, in games that had no part in
// its promotion, against the reference network. Winners of gating matches won partly
// by chance, and ratings from gating matches would add that up.
type RatingMatch struct {
	Against  string           `json:"against"` // the reference network, or [Playouts]
	Standing matches.Standing `json:"standing"`
	Elo      engine.Interval  `json:"elo"` // relative to playouts, by all rating matches so far; finite
}

// line returns the match as half a line of text.
func (m *RatingMatch) line() string {
	return fmt.Sprintf("measured beside %s %s: Elo %s", m.Against, scoreText(m.Standing), m.Elo.EloText())
}

// referenceScore is the score in a rating match from which on a network becomes the
// reference network: against a much weaker opponent, games measure little.
const referenceScore = 0.85

// replacesReference reports whether a network with that standing against the
// reference network takes its place.
func replacesReference(s matches.Standing) bool {
	score, _ := s.Pairs.Mean()
	return score >= referenceScore
}

// ratingSeed separates the openings of rating matches from those of gating matches.
const ratingSeed = 1 << 32

// ratings returns the Elo of the networks that were measured, relative to playouts.
func ratings(reports []CycleReport) (map[string]engine.Interval, error) {
	names := []string{Playouts}
	index := map[string]int{Playouts: 0}
	for _, r := range reports {
		if r.Rating != nil {
			index[r.Network] = len(names)
			names = append(names, r.Network)
		}
	}
	table := matches.NewCrossTable(names)
	for _, r := range reports {
		if r.Rating == nil {
			continue
		}
		s := r.Rating.Standing
		for worth, games := range map[float64]int{1: s.Wins, 0.5: s.Draws, 0: s.Losses} {
			for range games {
				table.Add(index[r.Network], index[r.Rating.Against], worth)
			}
		}
	}
	rated, _, err := table.Ratings(0, 0)
	all := map[string]engine.Interval{}
	for _, r := range rated {
		all[r.Player] = r.Elo
	}
	return all, err
}
