package sgf

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// A ScoreItem is one kind of points of a score, by colour.
type ScoreItem struct {
	Name   string
	Points board.ByColor[float64]
}

// ScoreItems returns the kinds of points that count under a way of scoring, in
// the order in which they are printed.
func ScoreItems(s game.Score, scoring game.Scoring) (items []ScoreItem) {
	for _, p := range []struct {
		name    string
		of      func(game.Tally) float64
		scoring []game.Scoring
	}{
		{"stones", func(t game.Tally) float64 { return float64(t.Stones) }, []game.Scoring{game.ScoringArea}},
		{"space", func(t game.Tally) float64 { return float64(t.Space) }, nil},
		{"prisoners", func(t game.Tally) float64 { return float64(t.Prisoners) }, []game.Scoring{game.ScoringTerritory, game.ScoringPassStones}},
		{"dead", func(t game.Tally) float64 { return float64(t.Dead) }, []game.Scoring{game.ScoringTerritory, game.ScoringPassStones}},
		{"pass stones", func(t game.Tally) float64 { return float64(t.PassStones) }, []game.Scoring{game.ScoringPassStones}},
		{"komi", func(t game.Tally) float64 { return t.Komi }, nil},
		{"handicap", func(t game.Tally) float64 { return t.Bonus }, nil},
		{"first pass", func(t game.Tally) float64 { return t.FirstPass }, nil},
		{"tax", func(t game.Tally) float64 { return 0 - t.Tax }, nil},
	} {
		if p.scoring == nil || slices.Contains(p.scoring, scoring) {
			items = append(items, ScoreItem{p.name, board.ByColor[float64]{0, p.of(s.Of[1]), p.of(s.Of[2])}})
		}
	}
	return items
}
