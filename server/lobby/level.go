package lobby

import (
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
)

// Level returns an offer whose players' ratings decide the handicap with that handicap
// and with its colours: the weaker player has the stones, or the first move. Where one of
// the ratings is not known, and in other offers, it changes nothing. Neither does it
// where the ratings are so close that no stone is due.
func (o Offer) Level(maker, opponent Person) (Offer, error) {
	a, b := maker.Rating(o.Game), opponent.Rating(o.Game)
	if !o.Even || a == 0 || b == 0 {
		return o, nil
	}
	graph, err := board.Named(o.Game.Board)
	if err != nil {
		return o, err
	}
	rules := &o.Game.Rules
	stones, free := rating.Handicap(*rules, graph, float64(a), float64(b))
	if stones = min(stones, rules.MostHandicap(graph)); stones == 0 && !free {
		return o, nil
	}
	o.Color = board.White
	if a < b {
		o.Color = board.Black
	}
	o.Game.Handicap = stones
	switch {
	case free: // Black without komi
		o.Game.KomiBy, o.Game.Halves, rules.Komi = play.KomiGiven, false, 0
	case rules.Handicap != game.HandicapFlower:
		o.Game.KomiBy, o.Game.Halves, rules.Komi = play.KomiGiven, false, rules.HandicapKomi(stones)
	}
	return o, nil
}
