package lobby

import (
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
)

// Level returns the offer with the handicap and colours from the players' ratings: the weaker
// player gets the stones, or the first move. It changes nothing in an offer without Even, with an
// unknown rating, or with ratings too close for a handicap.
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
	case free: // Black moves first, without komi
		o.Game.KomiBy = play.KomiGiven
		o.Game.Halves = false
		rules.Komi = 0
	case rules.Handicap != game.HandicapFlower:
		o.Game.KomiBy = play.KomiGiven
		o.Game.Halves = false
		rules.Komi = rules.HandicapKomi(stones)
	}
	return o, nil
}
