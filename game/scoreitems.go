package game

import (
	"slices"

	"rosette/game/board"
)

// An Item is one of the items that make up a score.
type Item struct {
	// "stones", "space", "prisoners", "dead", "passStones", "komi", "bonus", "firstPass" or "tax"
	Key    string
	Name   string                 // English name, such as "pass stones"
	Points board.ByColor[float64] // points by colour; tax is negative or zero
}

// An itemRow computes an item from a tally. scoring lists the methods under which the item counts;
// nil means all.
type itemRow struct {
	key     string
	name    string
	points  func(Tally) float64
	scoring []Scoring
}

// itemRows lists all items in display order.
var itemRows = []itemRow{
	{"stones", "stones", func(t Tally) float64 { return float64(t.Stones) }, []Scoring{ScoringArea}},
	{"space", "space", func(t Tally) float64 { return float64(t.Space) }, nil},
	{
		"prisoners", "prisoners", func(t Tally) float64 { return float64(t.Prisoners) },
		[]Scoring{ScoringTerritory, ScoringPassStones},
	},
	{"dead", "dead", func(t Tally) float64 { return float64(t.Dead) }, []Scoring{ScoringTerritory, ScoringPassStones}},
	{"passStones", "pass stones", func(t Tally) float64 { return float64(t.PassStones) }, []Scoring{ScoringPassStones}},
	{"komi", "komi", func(t Tally) float64 { return t.Komi }, nil},
	{"bonus", "handicap", func(t Tally) float64 { return t.Bonus }, nil},
	{"firstPass", "first pass", func(t Tally) float64 { return t.FirstPass }, nil},
	{"tax", "tax", func(t Tally) float64 { return 0 - t.Tax }, nil},
}

func (r itemRow) counts(under Scoring) bool {
	return r.scoring == nil || slices.Contains(r.scoring, under)
}

// Items returns the score's items in display order: each that counts under the scoring method, even
// if zero. A colour's items add up to its points.
func (s Score) Items() []Item {
	var items []Item
	for _, row := range itemRows {
		if row.counts(s.Scoring) {
			points := board.ByColor[float64]{
				board.Black: row.points(s.Of[board.Black]), board.White: row.points(s.Of[board.White]),
			}
			items = append(items, Item{row.key, row.name, points})
		}
	}
	return items
}

// points returns the sum over all items for c.
func (s Score) points(c board.Color) (sum float64) {
	for _, row := range itemRows {
		if row.counts(s.Scoring) {
			sum += row.points(s.Of[c])
		}
	}
	return sum
}
