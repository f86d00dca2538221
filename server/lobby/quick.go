package lobby

import (
	"context"
	"errors"
	"slices"

	"rosette/play/clock"
	"rosette/server/account"
	"rosette/server/refusal"
)

// A QuickGame is a client's request for one of a few common games.
type QuickGame struct {
	Board  string
	Speed  clock.Speed
	Name   string // of a client without an account; "" for a generated name
	Casual bool   // a client with an account wants no rated game
}

// QuickClocks returns the time controls for quick games.
func QuickClocks() map[clock.Speed]string {
	return map[clock.Speed]string{clock.Blitz: "3m+2s", clock.Live: "10m+3x30s", clock.Correspondence: "3d/move"}
}

// QuickBoards returns the boards for quick games that the server offers. There are only a few, so
// that people find opponents.
func (s *Service) QuickBoards() []string {
	return slices.DeleteFunc([]string{"rosette-4", "rosette-5", "square-9"}, func(name string) bool {
		return !slices.Contains(s.Boards, name)
	})
}

// quick returns the seek for a quick game, with random colours and otherwise the defaults of the
// rules. It is rated if the client has an account and wants it.
func (s *Service) quick(c account.Client, wanted QuickGame) (o NewOffer, err error) {
	control, ok := QuickClocks()[wanted.Speed]
	if !ok || !slices.Contains(s.QuickBoards(), wanted.Board) {
		return o, ErrNoPair
	}
	o = NewOffer{Kind: Seek, Name: wanted.Name}
	o.Game, err = s.Matches.Usual(wanted.Board, control)
	o.Game.Public, o.Game.Rated = true, c.User.ID != "" && !wanted.Casual
	return o, err
}

// Pair accepts the oldest seek for a quick game, or makes one. It returns the match ID, and the
// session key for a new guest even with an error.
func (s *Service) Pair(ctx context.Context, c account.Client, wanted QuickGame) (id, session string, err error) {
	seek, err := s.quick(c, wanted)
	if err != nil {
		return "", "", err
	}
	return s.PairSeek(ctx, c, seek)
}

// PairSeek accepts the oldest seek for the same game, or makes the seek. Its results are those in
// [Service.Pair].
func (s *Service) PairSeek(ctx context.Context, c account.Client, seek NewOffer) (id, session string, err error) {
	name, err := s.typedName(ctx, c, seek.Name)
	if err != nil {
		return "", "", err
	}
	p, err := s.person(ctx, c.Visitor, name)
	if err != nil {
		return "", "", err
	}
	o, err := s.terms(ctx, seek, p)
	if err != nil {
		return "", "", err
	}
	if p.Bot {
		return "", "", ErrBotsPair
	}
	if o, err = s.findSeek(ctx, c, o, p); err != nil {
		return "", "", err
	}
	if o.State == Open { // a waiting seek, perhaps the client's own
		if !p.Is(o.Maker.Actor()) {
			session, err = s.Accept(ctx, c, o.ID, name)
		}
		if !conflicts(err) { // otherwise another client was first
			return o.ID, session, err
		}
	}
	return s.seekOrPair(ctx, c, seek)
}

// findSeek returns an open seek for the same game: the person's own, or the oldest acceptable one.
// If there is no such seek, it returns o unchanged.
func (s *Service) findSeek(ctx context.Context, c account.Client, o Offer, p Person) (Offer, error) {
	seeks, err := s.pairable(ctx, c, p)
	if err != nil {
		return o, err
	}
	for _, own := range seeks {
		if p.Is(own.Maker.Actor()) && own.Bots == o.Bots && SameGame(own.Game, o.Game) {
			return own, nil
		}
	}
	if found, ok := Pair(o, p, seeks, noRating, s.Now()); ok {
		return found, nil
	}
	return o, nil
}

// pairable returns the open seeks that checkMeeting allows the client to accept.
func (s *Service) pairable(ctx context.Context, c account.Client, p Person) ([]Offer, error) {
	all, err := s.Store.Seeks(ctx, s.Now(), maxSeeks)
	if err != nil {
		return nil, err
	}
	var seeks []Offer
	for _, o := range all {
		switch _, err := s.checkMeeting(ctx, c, o, p); {
		case err == nil:
			seeks = append(seeks, o)
		case refusal.Of(err) == nil:
			return nil, err
		}
	}
	return seeks, nil
}

// noRating is the rating function for seeks without a rating range.
func noRating(Offer) int { return 0 }

// seekOrPair makes a seek and then checks again for an older one, which another client may have
// made at the same time.
func (s *Service) seekOrPair(ctx context.Context, c account.Client, wanted NewOffer) (id, session string, err error) {
	made, p, session, err := s.make(ctx, c, wanted)
	if err != nil {
		return "", "", err
	}
	if made, err = s.Store.Offer(ctx, made.ID); err != nil {
		return "", session, err
	}
	id, err = s.preferOlder(ctx, c, made, p)
	return id, session, err
}

// preferOlder returns the ID of the person's own seek, or accepts an older one for the same game
// and returns its ID. If another client accepts the older one first, the person makes a new seek.
func (s *Service) preferOlder(ctx context.Context, c account.Client, own Offer, by Person) (id string, err error) {
	for {
		seeks, err := s.pairable(ctx, c, by)
		if err != nil {
			return "", err
		}
		older, ok := Pair(own, by, seeks, noRating, s.Now())
		if !ok {
			return own.ID, nil
		}
		if err := s.withdrawOwn(ctx, own, by); conflicts(err) {
			return own.ID, nil // the own seek was accepted
		} else if err != nil {
			return "", err
		}
		if err := s.accept(ctx, c, older, by); !conflicts(err) {
			return older.ID, err
		}
		own.ID = account.NewKey()
		if own, err = s.checkOffer(own); err != nil {
			return "", err
		}
		if err := s.add(ctx, own); err != nil {
			return "", err
		}
		if own, err = s.Store.Offer(ctx, own.ID); err != nil {
			return "", err
		}
	}
}

// withdrawOwn withdraws a person's own offer in favour of an older one for the same game.
func (s *Service) withdrawOwn(ctx context.Context, own Offer, by Person) error {
	_, err := s.withdraw(ctx, own, by)
	if errors.Is(err, ErrNoOffer) {
		return ErrAccepted
	}
	return err
}
