package lobby

import (
	"context"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
)

// guestPoints is the rating that [Service.Computer] assumes for guests. New users have the initial
// rating.
const guestPoints = 1000

// Computer returns the computer's level that is about as strong as a seek's maker, or "" without such
// a level.
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

// PlayComputer withdraws a client's own seek and opens its game against the level from
// [Service.Computer]. A rated seek makes a rated game if the level has a rating.
func (s *Service) PlayComputer(ctx context.Context, c account.Client, id string) (match string, err error) {
	o, p, err := s.findFor(ctx, c, id)
	if err != nil {
		return "", err
	}
	if !p.Is(o.Maker.Actor()) {
		return "", ErrNotMaker
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
