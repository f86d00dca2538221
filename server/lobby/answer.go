package lobby

import (
	"context"
	"errors"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/refusal"
)

// Accept makes a match of an offer, with a client as the opponent. It returns the key of the
// session of a new guest. Name is that of a client without an account.
func (s *Service) Accept(ctx context.Context, c Client, id, name string) (session string, err error) {
	if name, err = s.typedName(ctx, c, name); err != nil {
		return "", err
	}
	o, p, err := s.findFor(ctx, c, id)
	if err != nil {
		return "", err
	}
	if len(p.Actors) == 0 { // no guest is made for an offer that is gone
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
	if p.Seat.Kind == play.SeatGuest && name != "" {
		p.Seat.Name = name
	}
	return session, s.accept(ctx, c, o, p)
}

// accept settles an offer as accepted by a client and opens its match. Of several who accept at
// the same time one does.
func (s *Service) accept(ctx context.Context, c Client, o Offer, p Person) error {
	coin := s.Coin()
	for {
		fair, err := s.level(ctx, o, p)
		if err != nil {
			return err
		}
		if fair.MayAccept(p, s.Now()) == nil {
			if fair, err = s.meeting(ctx, c, fair, p); err != nil {
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
			return s.begin(context.WithoutCancel(ctx), accepted) // both players have their match though this client goes away
		}
		if o, err = s.changed(ctx, o.ID, err); err != nil {
			return err
		}
	}
}

// level returns an open offer with the handicap of the players' ratings, if they decide it.
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

// meeting returns an offer of a rated game as a client may accept it: it has OneAddress set if
// maker and client are at one address. It refuses clients of whom the maker has signed in with
// their browser, or they with that of the offer, and clients at the maker's address if the
// server rates no such games.
func (s *Service) meeting(ctx context.Context, c Client, o Offer, p Person) (Offer, error) {
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

// weight returns the weight that a rated game of an offer would have if it ended now, 0 for
// a game that is not rated.
func (s *Service) weight(ctx context.Context, o Offer, p Person) (float64, error) {
	pool, ok := rating.PoolOf(o.Game.Board, o.Game.Clock.Speed())
	if !o.Game.Rated || !ok || p.Seat.Kind != play.SeatUser || p.Is(o.Maker.Actor()) {
		return 0, nil
	}
	return s.Ratings.Weight(ctx, pool, p.Seat.Actor(), o.Maker.Actor(), o.Game.OneAddress, s.Now())
}

// begin opens the match of an accepted offer and publishes it. Other seeks of the players for
// games that begin at once are withdrawn.
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
			if err != nil && refusal.Of(err) == nil { // else somebody was faster
				return err
			}
		}
	}
	return nil
}

// withdraw stores and publishes an offer as its maker withdraws it.
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

// Withdraw withdraws an offer of a client.
func (s *Service) Withdraw(ctx context.Context, c Client, id string) (View, error) {
	return s.settle(ctx, c, id, func(o Offer, p Person) (Offer, error) { return o.Withdraw(p, s.Now()) })
}

// Decline declines an offer to a client, for one of [Reasons] or none.
func (s *Service) Decline(ctx context.Context, c Client, id, why string) (View, error) {
	return s.settle(ctx, c, id, func(o Offer, p Person) (Offer, error) { return o.Decline(p, why, s.Now()) })
}

// settle ends an offer without a match.
func (s *Service) settle(ctx context.Context, c Client, id string, end func(Offer, Person) (Offer, error)) (view View, err error) {
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
		if o, err = s.changed(ctx, id, err); err != nil {
			return view, err
		}
	}
}

// changed returns an offer that was open, as it is after another answer to it. Err is that of
// the attempt to settle the offer.
func (s *Service) changed(ctx context.Context, id string, err error) (Offer, error) {
	if !errors.Is(err, ErrNoOffer) {
		return Offer{}, err
	}
	return s.Store.Offer(ctx, id)
}
