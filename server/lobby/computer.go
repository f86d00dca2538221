package lobby

import (
	"context"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
)

// Points of people without a rating, for [Service.Computer]. A person with an account has the
// initial rating. Guests get an easier game.
const guestPoints = 1000

// Computer returns the level of the computer that is about as strong as the maker of a seek, or ""
// if there is none.
func (s *Service) Computer(o Offer, maker Person) (level string) {
	if o.Kind != Seek {
		return ""
	}
	points := float64(maker.Rating(o.Game))
	switch {
	case points != 0:
	case o.Maker.Kind == play.SeatUser:
		points = rating.Initial.Points
	default:
		points = guestPoints
	}
	return s.Matches.LevelNear(o.Game, points)
}

// PlayComputer withdraws a client's own seek and opens its game with the computer of
// [Service.Computer] instead. The game is rated if the seek is and the level has a rating.
func (s *Service) PlayComputer(ctx context.Context, c account.Client, id string) (match string, err error) {
	o, p, err := s.findFor(ctx, c, id)
	if err != nil {
		return "", err
	}
	level := s.Computer(o, p)
	if level == "" {
		return "", ErrNoOpponent
	}
	if _, err := s.withdraw(ctx, o, p); err != nil {
		return "", err
	}
	return s.Matches.OpenWithComputer(ctx, o.Maker, o.Color, o.Game, level)
}
