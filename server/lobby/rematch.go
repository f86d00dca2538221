package lobby

import (
	"context"
	"errors"
	"slices"

	"rosette/play"
	"rosette/server/account"
)

// Rematch offers a rematch to the client's opponent in an ended match, or accepts the opponent's
// offer.
func (s *Service) Rematch(ctx context.Context, c account.Client, match string) (view View, err error) {
	if !idForm.MatchString(match) {
		return view, ErrNoMatch
	}
	p, err := s.person(ctx, c.Visitor, "")
	if err != nil {
		return view, err
	}
	o, err := s.rematchOffer(ctx, match, p)
	if err != nil {
		return view, err
	}
	if view, ok, err := s.existingRematch(ctx, c, match, p); ok || err != nil {
		return view, err
	}
	if slices.Contains(p.Avoids, o.To) {
		return view, ErrBlocked
	}
	o.ID = account.NewKey()
	if o, err = s.checkOffer(o); err != nil {
		return view, err
	}
	if wait, ok := s.Limit.Take(c.Address); !ok {
		return view, after(wait, ErrTooManyGames)
	}
	if err := s.add(ctx, o.withBrowser(c)); err != nil {
		return view, err
	}
	return s.keepOlderRematch(ctx, c, o, p)
}

// rematchOffer returns a player's offer for a rematch.
func (s *Service) rematchOffer(ctx context.Context, match string, p Person) (o Offer, err error) {
	seed := s.Seed()
	failed := s.Matches.Read(ctx, match, func(m *play.Match) {
		o, err = NewRematch(match, m.OriginalSettings(), m.Over(), p, seed)
	})
	if errors.Is(failed, play.ErrNoMatch) {
		return o, ErrNoMatch
	}
	return o, errors.Join(failed, err)
}

// existingRematch returns an existing offer for a rematch: an accepted one, the person's own, or the
// opponent's, which it accepts.
func (s *Service) existingRematch(
	ctx context.Context, c account.Client, match string, p Person,
) (view View, ok bool, err error) {
	all, err := s.Store.Rematches(ctx, match)
	if err != nil {
		return view, false, err
	}
	for _, one := range all {
		state := one.At(s.Now())
		if state == Open && p.Is(one.To) {
			if err := s.accept(ctx, c, one, one.asInvited(p)); err != nil {
				return view, false, err
			}
			one.State, state = Accepted, Accepted
		}
		if state == Open || state == Accepted {
			return one.View(p, s.Now()), true, nil
		}
	}
	return view, false, nil
}

// asInvited returns the person invited by an offer, with the name from the previous match.
func (o Offer) asInvited(p Person) Person {
	return Person{Seat: o.Invitee, Actors: []string{o.To}, Avoids: p.Avoids}
}

// keepOlderRematch keeps the older of two rematch offers that the players made at the same time.
func (s *Service) keepOlderRematch(ctx context.Context, c account.Client, o Offer, p Person) (view View, err error) {
	all, err := s.Store.Rematches(ctx, o.After)
	if err != nil {
		return view, err
	}
	for _, older := range all {
		if older.ID == o.ID {
			break
		}
		if older.At(s.Now()) == Open && p.Is(older.To) {
			if err := s.withdrawOwn(ctx, o, p); err != nil {
				return view, err
			}
			if err := s.accept(ctx, c, older, older.asInvited(p)); err != nil {
				return view, err
			}
			older.State = Accepted
			return older.View(p, s.Now()), nil
		}
	}
	return o.View(p, s.Now()), nil
}
