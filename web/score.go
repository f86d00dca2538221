package web

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// A score is the count by points.
type score struct {
	Black float64 `json:"black"`
	White float64 `json:"white"`
	Parts []item  `json:"parts"` // what counts and is not nothing
	Owner string  `json:"owner"` // b, w or . for each point
}

// An item is one of the sums that points are made of.
type item struct {
	Key   string  `json:"key"`
	Black float64 `json:"b"`
	White float64 `json:"w"`
}

// An account is a part of a tally and where it counts: everywhere if in is nil.
type account struct {
	key string
	of  func(game.Tally) float64
	in  []game.Scoring
}

// accounts are all the parts in the order of a table; add a line to teach one.
var accounts = []account{
	{"stones", func(t game.Tally) float64 { return float64(t.Stones) }, []game.Scoring{game.ScoringArea}},
	{"space", func(t game.Tally) float64 { return float64(t.Space) }, nil},
	{"prisoners", func(t game.Tally) float64 { return float64(t.Prisoners) }, captures},
	{"dead", func(t game.Tally) float64 { return float64(t.Dead) }, captures},
	{"passStones", func(t game.Tally) float64 { return float64(t.PassStones) }, []game.Scoring{game.ScoringPassStones}},
	{"komi", func(t game.Tally) float64 { return t.Komi }, nil},
	{"bonus", func(t game.Tally) float64 { return t.Bonus }, nil},
	{"firstPass", func(t game.Tally) float64 { return t.FirstPass }, nil},
	{"tax", func(t game.Tally) float64 { return -t.Tax }, nil},
}

// captures are the ways to count under which prisoners are points.
var captures = []game.Scoring{game.ScoringTerritory, game.ScoringPassStones}

// counts tells whether the account counts under that scoring.
func (a account) counts(under game.Scoring) bool {
	return a.in == nil || slices.Contains(a.in, under)
}

// scoreOf counts a match with the dead as they are marked.
func scoreOf(m *play.Match) *score {
	count, rules := m.Score(), m.Settings().Rules
	s := &score{
		Black: count.Black, White: count.White,
		Owner: line(m.Game().Graph(), func(p board.Point) board.Color { return count.Owner[p] }),
	}
	for _, a := range accounts {
		black, white := a.of(count.Of[board.Black]), a.of(count.Of[board.White])
		if a.counts(rules.Scoring) && (black != 0 || white != 0) {
			s.Parts = append(s.Parts, item{a.key, black, white})
		}
	}
	return s
}
