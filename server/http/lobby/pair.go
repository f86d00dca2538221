package lobby

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"rosette/play"
	"rosette/play/clock"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/lobby"
)

// A QuickGame asks for whoever wants the same game.
type QuickGame struct {
	Board string `json:"board" doc:"Name of a board with quick games" example:"rosette-4"`
	Speed string `json:"speed" doc:"blitz, live or correspondence" example:"live"`
	Name  string `json:"name,omitempty" doc:"Of the client, if it has no account, for this game alone: up to 16 letters of one script, digits and signs"`
}

// QuickClocks are the time controls of quick games.
func QuickClocks() map[clock.Speed]string {
	return map[clock.Speed]string{clock.Blitz: "3m+2s", clock.Live: "10m+3x30s", clock.Correspondence: "3d/move"}
}

// QuickBoards returns the boards of quick games, as far as the server offers them: few,
// so that people find each other.
func (s *Server) QuickBoards() []string {
	return slices.DeleteFunc([]string{"rosette-4", "rosette-5", "square-9"}, func(name string) bool {
		return !slices.Contains(s.API.Boards, name)
	})
}

// quick returns the seek of a quick game: colours by lot, all else as the rules have it.
func (s *Server) quick(wanted QuickGame) (NewOffer, error) {
	control, ok := QuickClocks()[clock.Speed(wanted.Speed)]
	if !ok || !slices.Contains(s.QuickBoards(), wanted.Board) {
		return NewOffer{}, s.fault(lobby.ErrNoPair)
	}
	return NewOffer{Kind: string(lobby.Seek), Name: wanted.Name, Game: matchhttp.NewGame{Board: wanted.Board, Clock: control}}, nil
}

type quickInput struct{ Body QuickGame }

func (s *Server) postPair(ctx context.Context, in *quickInput) (*openedOutput, error) {
	id, cookie, err := s.Pair(web.RequestOf(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	return opened(id, cookie), nil
}

// Pair accepts the oldest seek for a quick game, or makes one for the client of a
// request. It returns the id of the game and the cookie of a new guest. The error is a
// Problem.
func (s *Server) Pair(r *http.Request, wanted QuickGame) (id string, cookie *http.Cookie, err error) {
	seek, err := s.quick(wanted)
	if err != nil {
		return "", nil, err
	}
	name, err := s.typedName(r, seek.Name)
	if err != nil {
		return "", nil, err
	}
	o, err := s.offer(seek)
	if err != nil {
		return "", nil, err
	}
	p, err := s.known(r, name)
	if err != nil {
		return "", nil, err
	}
	if p.Bot {
		return "", nil, s.fault(lobby.ErrBotsPair)
	}
	if o, err = s.waiting(r.Context(), o, p.Person); err != nil {
		return "", nil, err
	}
	if o.State == lobby.Open { // a seek that waits, or one of the client's own
		if !p.Is(o.Maker.Actor()) {
			cookie, err = s.Accept(r, o.ID, name)
		}
		if !refusedAs(err, http.StatusConflict) { // else somebody was faster
			return o.ID, cookie, err
		}
	}
	return s.seek(r, seek)
}

// refusedAs reports whether an error is a Problem of a status.
func refusedAs(err error, status int) bool {
	var p web.Problem
	return errors.As(err, &p) && p.Status == status
}

// waiting returns an open seek for the same game: one that the person has made already,
// or the oldest that the person may accept. Without one it returns o as it is.
func (s *Server) waiting(ctx context.Context, o lobby.Offer, p lobby.Person) (lobby.Offer, error) {
	seeks, err := s.Offers.Seeks(ctx, s.Now(), mostSeeks)
	if err != nil {
		return o, s.fault(err)
	}
	for _, own := range seeks {
		if p.Is(own.Maker.Actor()) && lobby.SameGame(own.Game, o.Game) {
			return own, nil
		}
	}
	if found, ok := lobby.Pair(o, p, seeks, func(lobby.Offer) int { return 0 }, s.Now()); ok {
		return found, nil
	}
	return o, nil
}

// seek makes a seek and looks once more for an older one, which somebody may have made
// at the same moment.
func (s *Server) seek(r *http.Request, wanted NewOffer) (id string, cookie *http.Cookie, err error) {
	id, cookie, err = s.Offer(r, wanted)
	if err != nil {
		return "", nil, err
	}
	made, err := s.Offers.Offer(r.Context(), id)
	if err != nil {
		return "", cookie, s.fault(err)
	}
	known, err := s.known(r, "")
	if err != nil {
		return "", cookie, err
	}
	known.Seat = made.Maker // a new guest is not known by the request yet
	id, err = s.preferOlder(r, made, known.Person)
	return id, cookie, err
}

// preferOlder returns the id of a person's own seek, or that of an older one for the same
// game, which the person accepts instead. Where somebody else is faster with the older one,
// the person seeks anew.
func (s *Server) preferOlder(r *http.Request, own lobby.Offer, by lobby.Person) (id string, err error) {
	ctx := r.Context()
	for {
		seeks, err := s.Offers.Seeks(ctx, s.Now(), mostSeeks)
		if err != nil {
			return "", s.fault(err)
		}
		older, ok := lobby.Pair(own, by, seeks, func(lobby.Offer) int { return 0 }, s.Now())
		if !ok {
			return own.ID, nil
		}
		if err := s.giveUp(ctx, own, by); refusedAs(err, http.StatusConflict) {
			return own.ID, nil // it is a game now
		} else if err != nil {
			return "", err
		}
		if err := s.accept(r, older, by); !refusedAs(err, http.StatusConflict) {
			return older.ID, err
		}
		own.ID = web.Secret()
		if own, err = s.checked(own); err != nil {
			return "", err
		}
		if err := s.keep(ctx, own); err != nil {
			return "", err
		}
		if own, err = s.Offers.Offer(ctx, own.ID); err != nil {
			return "", s.fault(err)
		}
	}
}

// giveUp withdraws one's own offer in favour of an older one of the same game.
func (s *Server) giveUp(ctx context.Context, own lobby.Offer, by lobby.Person) error {
	withdrawn, err := own.Withdraw(by, s.Now())
	if err == nil {
		err = s.Offers.Settle(ctx, withdrawn)
	}
	if errors.Is(err, lobby.ErrNoOffer) {
		err = lobby.ErrAccepted
	}
	if err != nil {
		return s.fault(err)
	}
	s.tell(withdrawn)
	return nil
}

func (s *Server) postRematch(ctx context.Context, in *offerInput) (*offerOutput, error) {
	return s.answered(s.Rematch(web.RequestOf(ctx), in.ID))
}

// Rematch offers the opponent of a match that is over another game to the client of a
// request, or accepts what the opponent has offered. The error is a Problem.
func (s *Server) Rematch(r *http.Request, match string) (OfferView, error) {
	if !web.GameID.MatchString(match) {
		return OfferView{}, s.fault(play.ErrNoMatch)
	}
	p, err := s.known(r, "")
	if err != nil {
		return OfferView{}, err
	}
	ctx := r.Context()
	var o lobby.Offer
	var refused error
	err = s.API.Host.Read(ctx, match, func(m *play.Match) {
		o, refused = lobby.Again(match, m.OriginalSettings(), m.Over(), p.Person, matchhttp.RandomSeed())
	})
	if err = errors.Join(err, refused); err != nil {
		return OfferView{}, s.fault(err)
	}
	if asked, ok, err := s.asked(r, match, p.Person); ok || err != nil {
		return asked, err
	}
	if slices.Contains(p.Avoids, o.To) {
		return OfferView{}, s.fault(lobby.ErrBlocked)
	}
	o.ID = web.Secret()
	if o, err = s.checked(o); err != nil {
		return OfferView{}, err
	}
	if wait, ok := s.made.Take(s.Address(r)); !ok {
		return OfferView{}, web.TooMany("api.too-many-games", wait, nil)
	}
	if err := s.keep(ctx, s.withBrowser(r, o)); err != nil {
		return OfferView{}, err
	}
	return s.meetHalfway(r, o, p.Person)
}

// asked returns the rematch of a match that there is: one that is a game already, one
// that the person has offered, or one that the opponent has, which is accepted.
func (s *Server) asked(r *http.Request, match string, p lobby.Person) (o OfferView, ok bool, err error) {
	all, err := s.Offers.Rematches(r.Context(), match)
	if err != nil {
		return o, false, s.fault(err)
	}
	for _, one := range all {
		state := one.At(s.Now())
		if state == lobby.Open && p.Is(one.To) {
			if err := s.accept(r, one, asAsked(one, p)); err != nil {
				return o, false, err
			}
			one.State, state = lobby.Accepted, lobby.Accepted
		}
		if state == lobby.Open || state == lobby.Accepted {
			return viewOf(one, p, s.Now()), true, nil
		}
	}
	return o, false, nil
}

// asAsked returns the person who is asked in an offer, with the name of the match before.
func asAsked(o lobby.Offer, p lobby.Person) lobby.Person {
	return lobby.Person{Seat: o.Asked, Actors: []string{o.To}, Avoids: p.Avoids}
}

// meetHalfway makes one rematch of two that both players have offered at the same time:
// the older one.
func (s *Server) meetHalfway(r *http.Request, o lobby.Offer, p lobby.Person) (OfferView, error) {
	ctx := r.Context()
	all, err := s.Offers.Rematches(ctx, o.After)
	if err != nil {
		return OfferView{}, s.fault(err)
	}
	for _, older := range all {
		if older.ID == o.ID {
			break
		}
		if older.At(s.Now()) == lobby.Open && p.Is(older.To) {
			err := s.giveUp(ctx, o, p)
			if err == nil {
				err = s.accept(r, older, asAsked(older, p))
			}
			if err != nil {
				return OfferView{}, err
			}
			older.State = lobby.Accepted
			return viewOf(older, p, s.Now()), nil
		}
	}
	return viewOf(o, p, s.Now()), nil
}
