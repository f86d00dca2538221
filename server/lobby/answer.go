package lobby

import (
	"cmp"
	"context"
	"errors"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/refusal"
)

// Accept accepts an offer for a client, which becomes the opponent in its match. It returns the
// session key for a new guest. name is the name of a client without an account.
func (s *Service) Accept(ctx context.Context, c account.Client, id, name string) (session string, err error) {
	if name, err = s.typedName(ctx, c, name); err != nil {
		return "", err
	}
	o, p, err := s.findFor(ctx, c, id)
	if err != nil {
		return "", err
	}
	if len(p.Actors) == 0 { // avoids a new guest for an ended offer
		if err := o.MayAccept(Person{}, s.Now()); err != nil {
			return "", err
		}
	}
	if o.needsAccount(p.Seat) {
		return "", InField("rated", ErrNeedsAccount)
	}
	if session, err = s.admit(ctx, c, &p, name); err != nil {
		return "", err
	}
	if typed := cmp.Or(name, o.GuestSeat); p.Seat.Kind == play.SeatGuest && typed != "" {
		p.Seat.Name = typed
	}
	return session, s.accept(ctx, c, o, p)
}

// accept stores that a client accepts an offer, and opens its match. Of several concurrent clients
// only one succeeds.
func (s *Service) accept(ctx context.Context, c account.Client, o Offer, p Person) error {
	coin := s.Coin()
	for {
		fair, err := s.level(ctx, o, p)
		if err != nil {
			return err
		}
		if fair.MayAccept(p, s.Now()) == nil {
			if fair, err = s.checkMeeting(ctx, c, fair, p); err != nil {
				return err
			}
		}
		accepted, err := fair.Accept(p, coin, s.Now())
		if err != nil {
			return err
		}
		if o.State != Accepted {
			err = s.Store.Settle(ctx, accepted)
		}
		if err == nil {
			// Both players get their match even if this client disconnects.
			return s.begin(context.WithoutCancel(ctx), accepted)
		}
		if o, err = s.settledState(ctx, o.ID, err); err != nil {
			return err
		}
	}
}

// level returns an open offer with the handicap from the players' ratings, if the offer uses them.
func (s *Service) level(ctx context.Context, o Offer, p Person) (Offer, error) {
	if !o.Even || o.State != Open {
		return o, nil
	}
	points, err := s.points(ctx, o.Maker.Actor())
	if err != nil {
		return o, err
	}
	return o.Level(Person{Points: points}, p)
}

// checkMeeting returns an offer of a rated game as the client may accept it, with OneAddress set if
// maker and client share an address. It refuses the client if the maker has signed in with its
// browser or it has signed in with the offer's browser. It also refuses a client at the maker's
// address if the server does not rate such games.
func (s *Service) checkMeeting(ctx context.Context, c account.Client, o Offer, p Person) (Offer, error) {
	if !o.Game.Rated || o.State == Accepted || p.Seat.Kind != play.SeatUser || p.Is(o.Maker.Actor()) {
		return o, nil
	}
	for _, side := range []struct{ actor, browser string }{
		{o.Maker.Actor(), account.BrowserKey(c.Browser)}, {p.Seat.Actor(), o.Browser},
	} {
		one, err := s.Accounts.HasBrowser(ctx, side.actor, side.browser)
		if err != nil {
			return o, err
		}
		if one {
			return o, ErrOneBrowser
		}
	}
	o.Game.OneAddress = s.Matches.OneAddress(p.Seat.Actor(), o.Maker.Actor())
	if o.Game.OneAddress && s.NotOneAddress {
		return o, ErrOneAddress
	}
	return o, nil
}

// weight returns the weight of the offer's game if it ended now, or 0 for an unrated game.
func (s *Service) weight(ctx context.Context, o Offer, p Person) (float64, error) {
	pool, ok := rating.PoolOf(o.Game.Board, o.Game.Clock.Speed())
	if !o.Game.Rated || !ok || p.Seat.Kind != play.SeatUser || p.Is(o.Maker.Actor()) {
		return 0, nil
	}
	return s.Ratings.Weight(ctx, pool, p.Seat.Actor(), o.Maker.Actor(), o.Game.OneAddress, s.Now())
}

// begin opens and publishes the match for an accepted offer. For a live game it withdraws the
// players' other seeks for live games.
func (s *Service) begin(ctx context.Context, o Offer) error {
	if err := s.open(ctx, o); err != nil {
		return err
	}
	s.publish(o, false)
	if !o.Game.Clock.Speed().Live() {
		return nil
	}
	for _, seat := range []play.Seat{o.Game.Black, o.Game.White} {
		others, err := s.Store.Of(ctx, seat.Actor(), s.Now())
		if err != nil {
			return err
		}
		for _, other := range others {
			if !other.Present || other.Maker.Actor() != seat.Actor() {
				continue
			}
			_, err := s.withdraw(ctx, other, Person{Seat: seat})
			if err != nil && refusal.Of(err) == nil { // otherwise another answer was first
				return err
			}
		}
	}
	return nil
}

// withdraw withdraws the maker's offer, stores it and publishes it.
func (s *Service) withdraw(ctx context.Context, o Offer, by Person) (Offer, error) {
	o, err := o.Withdraw(by, s.Now())
	if err != nil {
		return o, err
	}
	if err := s.Store.Settle(ctx, o); err != nil {
		return o, err
	}
	s.publish(o, false)
	return o, nil
}

// NameGuest stores the name that the maker of a link has typed for a guest who accepts it, or removes
// it if name is "". The guest can type another one. The name appears in that game only.
func (s *Service) NameGuest(ctx context.Context, c account.Client, id, name string) (View, error) {
	name, err := s.Matches.PersonName(ctx, c.Visitor, "name", name)
	if err != nil {
		return View{}, err
	}
	return s.settle(ctx, c, id, func(o Offer, p Person) (Offer, error) { return o.NameGuest(p, name, s.Now()) })
}

// Withdraw withdraws a client's offer.
func (s *Service) Withdraw(ctx context.Context, c account.Client, id string) (View, error) {
	return s.settle(ctx, c, id, func(o Offer, p Person) (Offer, error) { return o.Withdraw(p, s.Now()) })
}

// Decline declines an offer to a client. why is one of [Reasons] or "".
func (s *Service) Decline(ctx context.Context, c account.Client, id, why string) (View, error) {
	return s.settle(ctx, c, id, func(o Offer, p Person) (Offer, error) { return o.Decline(p, why, s.Now()) })
}

// settle changes an open offer, such as its state, without a match.
func (s *Service) settle(
	ctx context.Context, c account.Client, id string, end func(Offer, Person) (Offer, error),
) (view View, err error) {
	o, p, err := s.findFor(ctx, c, id)
	if err != nil {
		return view, err
	}
	for {
		settled, err := end(o, p)
		if err != nil {
			return view, err
		}
		if err = s.Store.Settle(ctx, settled); err == nil {
			s.publish(settled, false)
			return settled.View(p, s.Now()), nil
		}
		if o, err = s.settledState(ctx, id, err); err != nil {
			return view, err
		}
	}
}

// settledState returns the current state of an offer that another answer has settled. err is the error
// from settling it.
func (s *Service) settledState(ctx context.Context, id string, err error) (Offer, error) {
	if !errors.Is(err, ErrNoOffer) {
		return Offer{}, err
	}
	return s.Store.Offer(ctx, id)
}
