package view

import (
	"rosette/game/board"
	"rosette/play"
)

// A Score is the count by points.
type Score struct {
	Black float64     `json:"black"`
	White float64     `json:"white"`
	Parts []ScorePart `json:"parts"` // those that are not 0 for both
	Owner string      `json:"owner"` // "b", "w" or "." for each point
	// Where captured stones count: those that fill territory of their own colour, "b",
	// "w" or "." for each point, and by their colour those that found no room there.
	Captured string      `json:"captured,omitempty"`
	Over     *Prisoners  `json:"over,omitempty"`
	AllAlive bool        `json:"allAlive,omitempty"` // every stone counts as alive, because the players did not agree on dead stones
	Range    *ScoreRange `json:"range,omitempty"`    // while the result depends on chains that the proposal left open
}

// A ScoreRange is what may come of the count, as Black's points minus White's.
type ScoreRange struct {
	Least    float64     `json:"least"`
	Greatest float64     `json:"greatest"`
	Open     []OpenBlock `json:"open"` // on whose life the result depends
}

// An OpenBlock is one or more chains of one colour that live or die together.
type OpenBlock struct {
	Color  string        `json:"color"`
	Stones []board.Point `json:"stones"`
	Worth  float64       `json:"worth"`          // points that depend on it
	Seki   bool          `json:"seki,omitempty"` // it is not whether the block is dead that is open, but whether it is in seki
}

// A ScorePart is one of the sums that make up a score.
type ScorePart struct {
	Key   string  `json:"key"` // of [game.Item]
	Black float64 `json:"b"`
	White float64 `json:"w"`
}

// scoreOf counts a match with the dead stones as they are marked.
func scoreOf(m *play.Match) *Score {
	possible := m.ScoreRange()
	count := possible.Score
	s := &Score{
		Black: count.Black, White: count.White, Parts: []ScorePart{}, AllAlive: m.AllAlive(),
		Owner: pointLetters(m.Game().Graph(), func(p board.Point) board.Color { return count.Owner[p] }),
	}
	if f, err := m.Game().Fill(count); err == nil { // by area they do not count
		s.Captured = pointLetters(m.Game().Graph(), func(p board.Point) board.Color { return f.Captured[p] })
		s.Over = &Prisoners{f.Over[board.Black], f.Over[board.White]}
	}
	for _, i := range count.Items() {
		if black, white := i.Points[board.Black], i.Points[board.White]; black != 0 || white != 0 {
			s.Parts = append(s.Parts, ScorePart{i.Key, black, white})
		}
	}
	if !m.Over() && !possible.Certain() {
		s.Range = &ScoreRange{Least: possible.Least, Greatest: possible.Greatest, Open: []OpenBlock{}}
		for _, o := range possible.Open {
			if o.Points != 0 {
				s.Range.Open = append(s.Range.Open, OpenBlock{letter(o.Color), o.Stones, o.Points, o.Seki})
			}
		}
	}
	return s
}
