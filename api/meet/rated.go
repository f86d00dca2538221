package meet

import (
	"rosette/api"
	"rosette/play"
	"rosette/play/lobby"
)

// mayBeRated returns the problem of a guest who makes or accepts an offer of a rated game.
func mayBeRated(o lobby.Offer, seat play.Seat) error {
	if o.Game.Rated && seat.Kind != play.SeatUser {
		return api.NeedsAccount()
	}
	return nil
}
