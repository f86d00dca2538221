package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
)

// A NewOffer is a client's request for an offer.
type NewOffer struct {
	Kind  Kind          // Link if empty
	Color board.Color   // the maker's colour, or Empty for a random one
	Game  play.Settings // without players, but with the rank for each colour
	Name  string        // of a maker without an account; "" for a generated name
	To    string        // name of the challenged person
	Elo   Range         // the range of the opponent's rating
	Near  int           // greatest difference between the ratings, instead of Elo; 0 for any
	Bots  bool          // for a seek: bots may accept it too
	Even  bool          // the players' ratings decide the handicap, see [Offer.Level]
}

// Offer makes an offer. It returns its ID and the session key for a new guest.
func (s *Service) Offer(ctx context.Context, c account.Client, wanted NewOffer) (id, session string, err error) {
	o, _, session, err := s.make(ctx, c, wanted)
	return o.ID, session, err
}

// make makes an offer and returns it and its maker.
func (s *Service) make(
	ctx context.Context, c account.Client, wanted NewOffer,
) (o Offer, p Person, session string, err error) {
	name, err := s.typedName(ctx, c, wanted.Name)
	if err != nil {
		return o, p, "", err
	}
	if p, err = s.person(ctx, c.Visitor, name); err != nil {
		return o, p, "", err
	}
	if o, err = s.terms(ctx, wanted, p); err != nil {
		return o, p, "", err
	}
	o.Maker, o.Bot = p.Seat, p.Bot
	if len(p.Actors) == 0 {
		o.Maker = seatOf(placeholderGuest, name)
	}
	if o.needsAccount(o.Maker) {
		return o, p, "", InField("game.rated", ErrNeedsAccount)
	}
	if o, err = s.checkOffer(o); err != nil {
		return o, p, "", err
	}
	if wait, ok := s.Limit.Take(c.Address); !ok {
		return o, p, "", after(wait, ErrTooManyGames)
	}
	if session, err = s.admit(ctx, c, &p, name); err != nil {
		return o, p, "", err
	}
	o.Maker = p.Seat
	return o, p, session, s.add(ctx, o.withBrowser(c))
}

// needsAccount reports whether the game is rated but the player is a guest.
func (o Offer) needsAccount(seat play.Seat) bool { return o.Game.Rated && seat.Kind != play.SeatUser }

// withBrowser returns the offer with the client's browser if the game is rated.
func (o Offer) withBrowser(c account.Client) Offer {
	if o.Game.Rated {
		o.Browser = account.BrowserKey(c.Browser)
	}
	return o
}

// terms returns an offer without its maker.
func (s *Service) terms(ctx context.Context, wanted NewOffer, by Person) (o Offer, err error) {
	o = Offer{
		ID: account.NewKey(), Kind: wanted.Kind, Color: wanted.Color, Game: wanted.Game,
		Elo: wanted.Elo, Bots: wanted.Bots, Even: wanted.Even,
	}
	if o.Kind == "" {
		o.Kind = Link
	}
	if o.Kind == Rematch {
		return o, ErrNoKind
	}
	_, hasRating := rating.PoolOf(o.Game.Board, o.Game.Clock.Speed())
	if o.Even && (!hasRating || o.Game.Rules.Handicap == game.HandicapNone) {
		return o, InField("even", ErrNoHandicap)
	}
	if o.To, o.Invitee, err = s.findOpponent(ctx, wanted.To); err != nil {
		return o, err
	}
	if slices.Contains(by.Avoids, o.To) {
		return o, InField("to", ErrBlocked)
	}
	if wanted.Near != 0 {
		o.Elo, err = ratingRange(by.Rating(o.Game), wanted)
	}
	return o, err
}

// findOpponent returns the user with a name, or nobody if name is "".
func (s *Service) findOpponent(ctx context.Context, name string) (actor string, seat play.Seat, err error) {
	if name == "" {
		return "", seat, nil
	}
	u, err := s.Accounts.UserByName(ctx, name)
	if errors.Is(err, account.ErrNoUser) {
		return "", seat, InField("to", ErrNoPerson)
	}
	return u.Actor(), seatOf(u.Actor(), u.Name), err
}

// ratingRange returns the rating range around the maker's rating.
func ratingRange(points int, wanted NewOffer) (Range, error) {
	switch {
	case wanted.Near < 0 || wanted.Elo != (Range{}):
		return Range{}, InField("near", ErrBadRange)
	case points == 0:
		return Range{}, InField("near", ErrUnrated)
	}
	return Range{Least: max(points-wanted.Near, 1), Most: points + wanted.Near}, nil
}

// checkOffer completes an offer with [Make].
func (s *Service) checkOffer(o Offer) (Offer, error) {
	return Make(o, o.Game.Clock.Speed().Live(), s.Now())
}

// add stores and publishes a new offer.
func (s *Service) add(ctx context.Context, o Offer) (err error) {
	if o.Maker.Kind == play.SeatGuest {
		if o.GuestName, err = s.Accounts.GuestName(ctx, o.Maker.Actor()); err != nil {
			return err
		}
	}
	if err := s.Store.Make(ctx, o, s.Most); err != nil {
		return err
	}
	if o.Present {
		s.mu.Lock()
		s.seekers[account.Actor(o.Maker.Actor())] = s.Now()
		s.mu.Unlock()
	}
	s.publish(o, false)
	if o.To != "" {
		if err := s.OnChallenge(ctx, o); err != nil {
			s.OnError(fmt.Errorf("the notice of offer %s: %w", o.ID, err))
		}
	}
	return nil
}
