package lobby

import (
	"context"
	"errors"
	"net/http"

	"rosette/play"
	"rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/lobby"
)

func (s *Server) postAccept(ctx context.Context, in *acceptanceInput) (*openedOutput, error) {
	cookie, err := s.Accept(web.RequestOf(ctx), in.ID, in.Body.Name)
	if err != nil {
		return nil, err
	}
	return opened(in.ID, cookie), nil
}

// Accept makes a game of an offer, against the client of a request. It returns the
// cookie of a new guest. The error is a Problem.
func (s *Server) Accept(r *http.Request, id, name string) (*http.Cookie, error) {
	name, err := s.typedName(r, name)
	if err != nil {
		return nil, err
	}
	o, p, err := s.find(r, id)
	if err != nil {
		return nil, err
	}
	if len(p.Actors) == 0 { // no guest is made for an offer that is gone
		if err := o.MayAccept(lobby.Person{}, s.Now()); err != nil {
			return nil, s.fault(err)
		}
	}
	if err := mayBeRated(o, p.Seat); err != nil {
		return nil, err
	}
	if p, err = s.welcome(r, p, name); err != nil {
		return nil, err
	}
	if p.Seat.Kind == play.SeatGuest {
		if p.Seat, err = s.guestSeat(r.Context(), web.Actor(p.Seat.Actor()), name); err != nil {
			return nil, err
		}
	}
	return p.cookie, s.accept(r, o, p.Person)
}

// accept settles an offer as accepted by the client of a request and opens its game. Of
// several who accept at the same time one does.
func (s *Server) accept(r *http.Request, o lobby.Offer, p lobby.Person) error {
	ctx, coin := r.Context(), match.RandomColor()
	for {
		fair, err := s.level(ctx, o, p)
		if err != nil {
			return s.fault(err)
		}
		if err := fair.MayAccept(p, s.Now()); err == nil {
			if fair, err = s.meeting(r, fair, p); err != nil {
				return s.fault(err)
			}
		}
		accepted, err := fair.Accept(p, coin, s.Now())
		if err != nil {
			return s.fault(err)
		}
		if o.State != lobby.Accepted {
			err = s.Offers.Settle(ctx, accepted)
		}
		if err == nil {
			return s.begin(context.WithoutCancel(ctx), accepted) // both players have their game though this client goes away
		}
		if o, err = s.changed(ctx, o.ID, err); err != nil {
			return err
		}
	}
}

// level returns an open offer with the handicap that the players' ratings ask for, if
// they decide it.
func (s *Server) level(ctx context.Context, o lobby.Offer, p lobby.Person) (lobby.Offer, error) {
	if !o.Even || o.State != lobby.Open {
		return o, nil
	}
	points, err := s.points(ctx, o.Maker.Actor())
	if err != nil {
		return o, err
	}
	return o.Level(lobby.Person{Points: points}, p)
}

// begin opens the game of an accepted offer and tells both players. Their other seeks
// for games that begin at once are withdrawn.
func (s *Server) begin(ctx context.Context, o lobby.Offer) error {
	if err := s.open(ctx, o); err != nil {
		return s.fault(err)
	}
	s.tell(o)
	if !o.Game.Clock.Speed().Live() {
		return nil
	}
	for _, seat := range []play.Seat{o.Game.Black, o.Game.White} {
		others, err := s.Offers.Of(ctx, seat.Actor(), s.Now())
		if err != nil {
			return s.fault(err)
		}
		for _, other := range others {
			if !other.Present || other.Maker.Actor() != seat.Actor() {
				continue
			}
			other, err = other.Withdraw(lobby.Person{Seat: seat}, s.Now())
			if err == nil {
				err = s.Offers.Settle(ctx, other)
			}
			if err == nil {
				s.tell(other)
			} else if !errors.As(err, new(lobby.Refusal)) { // else somebody was faster
				return s.fault(err)
			}
		}
	}
	return nil
}

// open opens the game of an accepted offer, unless that was done before.
func (s *Server) open(ctx context.Context, o lobby.Offer) error {
	if err := s.API.Host.Open(ctx, o.ID, o.Game); err != nil && !errors.Is(err, play.ErrTaken) {
		return err
	}
	s.API.Wrote(web.Actor(o.Game.Black.Actor()), web.Actor(o.Game.White.Actor()))
	return nil
}
