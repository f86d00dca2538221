package train

import (
	"fmt"

	"rosette/engine"
	"rosette/lab/matches"
)

// A RatingMatch measures a promoted network against the reference network, in games that played no
// part in its promotion. Winners of gating matches won partly by chance, and ratings from gating
// matches would accumulate that.
type RatingMatch struct {
	Against  string           `json:"against"` // reference network, or [Playouts]
	Standing matches.Standing `json:"standing"`
	Elo      engine.Interval  `json:"elo"` // relative to playouts, from all rating matches so far; finite
}

// line returns a match summary that fits in half a line.
func (m *RatingMatch) line() string {
	return fmt.Sprintf("measured against %s %s: Elo %s", m.Against, scoreText(m.Standing), m.Elo.EloText())
}

// referenceScore is the score in a rating match at which a network becomes the reference: games
// against a much weaker opponent measure little.
const referenceScore = 0.85

// replacesReference reports whether a network with that standing against the reference network
// replaces it.
func replacesReference(s matches.Standing) bool {
	score, _ := s.Pairs.Mean()
	return score >= referenceScore
}

// ratingSeed makes the openings of rating matches differ from those in gating matches.
const ratingSeed = 1 << 32

// ratings returns the measured networks' Elo relative to playouts.
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
