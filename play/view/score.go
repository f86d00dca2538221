package view

import (
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/view/position"
	"rosette/server/http/wire"
)

// scoreOf counts a match with the marked dead stones.
func scoreOf(m *play.Match) *wire.Score {
	possible := m.ScoreRange()
	count := possible.Score
	s := &wire.Score{
		Black: count.Black, White: count.White, Parts: []wire.ScorePart{}, AllAlive: m.AllAlive(),
		Owner: pointLetters(m.Game().Graph(), func(p board.Point) board.Color { return count.Owner[p] }),
	}
	if f, err := m.Game().Fill(count); err == nil { // area scoring does not count them
		s.Captured = pointLetters(m.Game().Graph(), func(p board.Point) board.Color { return f.Captured[p] })
		s.Over = &wire.Prisoners{Black: f.Over[board.Black], White: f.Over[board.White]}
	}
	for _, i := range count.Items() {
		if black, white := i.Points[board.Black], i.Points[board.White]; black != 0 || white != 0 {
			s.Parts = append(s.Parts, wire.ScorePart{Key: i.Key, Black: black, White: white})
		}
	}
	if !m.Over() && !possible.Certain() {
		s.Range = &wire.ScoreRange{Least: possible.Least, Greatest: possible.Greatest, Open: []wire.OpenBlock{}}
		for _, o := range possible.Open {
			if o.Points != 0 {
				s.Range.Open = append(s.Range.Open, openBlockOf(o))
			}
		}
	}
	return s
}

func openBlockOf(o game.OpenBlock) wire.OpenBlock {
	b := wire.OpenBlock{
		Color: position.Letter(o.Color), Stones: make([]int, len(o.Stones)), Worth: o.Points, Seki: o.Seki,
	}
	for i, p := range o.Stones {
		b.Stones[i] = int(p)
	}
	return b
}
