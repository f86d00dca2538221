package lobby

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"rosette/game"
	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/lobby"
)

// terms reads what a person asks for, and whom. The error is a Problem.
func (s *Server) terms(ctx context.Context, wanted NewOffer, by lobby.Person) (o lobby.Offer, err error) {
	if o, err = s.offer(wanted); err != nil {
		return o, err
	}
	if o.To, o.Asked, err = s.challenged(ctx, wanted.To); err != nil {
		return o, err
	}
	if slices.Contains(by.Avoids, o.To) {
		return o, problemOf("to", lobby.ErrBlocked)
	}
	if wanted.Near != 0 {
		o.Elo, err = around(by.Rating(o.Game), wanted)
	}
	return o, err
}

// challenged returns the person of a name, nobody for none. The error is a Problem.
func (s *Server) challenged(ctx context.Context, name string) (actor string, seat play.Seat, err error) {
	if name == "" {
		return "", seat, nil
	}
	if s.Accounts == nil {
		return "", seat, s.fault(lobby.ErrNoPerson)
	}
	u, err := s.Accounts.Named(ctx, name)
	if errors.Is(err, account.ErrNoUser) {
		return "", seat, problemOf("to", lobby.ErrNoPerson)
	}
	if err != nil {
		return "", seat, s.fault(err)
	}
	return u.Actor(), seatOf(web.Actor(u.Actor()), u.Name), nil
}

// problemOf returns the problem of a field of a [NewOffer].
func problemOf(field string, why lobby.Refusal) error {
	code := "lobby.refused." + string(why)
	p := web.ProblemOf(http.StatusUnprocessableEntity, code, nil)
	p.Errors = []web.Fault{{Location: "body." + field, Code: code}}
	return p
}

// around returns the range of ratings near that of who makes an offer.
func around(points int, wanted NewOffer) (lobby.Range, error) {
	switch {
	case wanted.Near < 0 || wanted.Least != 0 || wanted.Most != 0:
		return lobby.Range{}, problemOf("near", lobby.ErrBadRange)
	case points == 0:
		return lobby.Range{}, problemOf("near", lobby.ErrUnrated)
	}
	return lobby.Range{Least: max(points-wanted.Near, 1), Most: points + wanted.Near}, nil
}

// offer reads what is asked for. The error is a Problem.
func (s *Server) offer(wanted NewOffer) (o lobby.Offer, err error) {
	o = lobby.Offer{ID: web.Secret(), Kind: lobby.Kind(wanted.Kind), Elo: lobby.Range{Least: wanted.Least, Most: wanted.Most}, Bots: wanted.Bots}
	if o.Kind == "" {
		o.Kind = lobby.Link
	}
	if o.Kind == lobby.Rematch {
		return o, s.fault(lobby.ErrNoKind)
	}
	if o.Color, err = match.ColorNamed(wanted.Game.Color); err != nil {
		return o, within(err)
	}
	if o.Even = wanted.Even; o.Even && (wanted.Game.Handicap != 0 || wanted.Game.Ranks != "" || wanted.Game.Komi != nil) {
		return o, problemOf("even", lobby.ErrEven)
	}
	o.Game, err = s.API.Terms(wanted.Game, s.Now())
	if _, ok := rating.PoolOf(o.Game.Board, o.Game.Clock.Speed()); err == nil && o.Even && (!ok || o.Game.Rules.Handicap == game.HandicapNone) {
		return o, problemOf("even", lobby.ErrNoHandicap)
	}
	if wanted.Game.Visibility == "" {
		o.Game.Public = o.Kind == lobby.Seek
	}
	return o, within(err)
}
