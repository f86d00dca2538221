package site

import (
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

// scoreOf counts a match with the dead as they are marked.
func scoreOf(m *play.Match) *score {
	count := m.Score()
	s := &score{
		Black: count.Black, White: count.White,
		Owner: line(m.Game().Graph(), func(p board.Point) board.Color { return count.Owner[p] }),
	}
	for _, i := range count.Items() {
		if black, white := i.Points[board.Black], i.Points[board.White]; black != 0 || white != 0 {
			s.Parts = append(s.Parts, item{i.Key, black, white})
		}
	}
	return s
}
