package lobby

import (
	"context"
	"net/http"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/http/match"
	"rosette/server/lobby"
)

// mayBeRated returns the problem of a guest who makes or accepts an offer of a rated game.
func mayBeRated(o lobby.Offer, seat play.Seat) error {
	if o.Game.Rated && seat.Kind != play.SeatUser {
		return match.NeedsAccount()
	}
	return nil
}

// withBrowser returns an offer of the client of a request with its browser, if the game is rated.
func (s *Server) withBrowser(r *http.Request, o lobby.Offer) lobby.Offer {
	if o.Game.Rated {
		o.Browser = account.BrowserKey(s.Browser(r))
	}
	return o
}

// meeting returns an offer with what the meeting of its maker and the client of a request
// means for a rated game: whether both are at one address. It returns a [lobby.Refusal] if
// they cannot play a rated game: both have signed in with the browser of the request or with
// that of the offer, or they are at one address and the server rates no such games.
func (s *Server) meeting(r *http.Request, o lobby.Offer, p lobby.Person) (lobby.Offer, error) {
	if !o.Game.Rated || o.State == lobby.Accepted || p.Seat.Kind != play.SeatUser || p.Is(o.Maker.Actor()) {
		return o, nil
	}
	if s.Accounts != nil {
		for _, side := range []struct{ actor, browser string }{
			{o.Maker.Actor(), account.BrowserKey(s.Browser(r))}, {p.Seat.Actor(), o.Browser},
		} {
			one, err := s.Accounts.HasBrowser(r.Context(), side.actor, side.browser)
			if err != nil {
				return o, err
			}
			if one {
				return o, lobby.ErrOneBrowser
			}
		}
	}
	o.Game.OneAddress = s.API.OneAddress(p.Seat.Actor(), o.Maker.Actor())
	if o.Game.OneAddress && s.NotOneAddress {
		return o, lobby.ErrOneAddress
	}
	return o, nil
}

// weight returns the weight that a rated game of an offer would have if it ended now, 0 for
// a game that is not rated.
func (s *Server) weight(ctx context.Context, o lobby.Offer, p lobby.Person) (float64, error) {
	pool, ok := rating.PoolOf(o.Game.Board, o.Game.Clock.Speed())
	if !o.Game.Rated || !ok || s.Ratings == nil || p.Seat.Kind != play.SeatUser || p.Is(o.Maker.Actor()) {
		return 0, nil
	}
	return s.Ratings.Weight(ctx, pool, p.Seat.Actor(), o.Maker.Actor(), o.Game.OneAddress, s.Now())
}
