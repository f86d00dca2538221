package lobby

import (
	"context"
	"net/http"
	"slices"
	"time"

	"rosette/play"
	"rosette/server/account"
	"rosette/server/http/web"
)

// A WatcherLink lets one person watch a private game.
type WatcherLink struct {
	Page string `json:"page" doc:"Address of the page to open, without the host"`
	Days int    `json:"days" doc:"For how long; it works once"`
}

type watcherOutput struct{ Body WatcherLink }

// Why nobody is invited to watch.
var (
	notPrivate = web.ProblemOf(http.StatusConflict, "privacy.watch.open", nil)
	notPlayer  = web.ProblemOf(http.StatusForbidden, "privacy.watch.players", nil)
	usedUp     = web.ProblemOf(http.StatusNotFound, "privacy.watch.used", nil)
)

func (s *Server) postWatcher(ctx context.Context, in *offerInput) (*watcherOutput, error) {
	link, err := s.InviteWatcher(web.RequestOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &watcherOutput{link}, nil
}

// InviteWatcher makes a link by which one person may watch a private game of the client
// of a request. The error is a Problem.
func (s *Server) InviteWatcher(r *http.Request, id string) (WatcherLink, error) {
	v, err := s.Visitor(r)
	if err != nil {
		return WatcherLink{}, s.fault(err)
	}
	var settings play.Settings
	if err := s.API.Look(r.Context(), v, id, func(m *play.Match) { settings = m.OriginalSettings() }); err != nil {
		return WatcherLink{}, err
	}
	plays := func(seat play.Seat) bool { return slices.Contains(v.Own(), web.Actor(seat.Actor())) }
	switch {
	case !plays(settings.Black) && !plays(settings.White):
		return WatcherLink{}, notPlayer
	case !settings.Private || s.Accounts == nil:
		return WatcherLink{}, notPrivate
	}
	if wait, ok := s.made.Take(s.Address(r)); !ok {
		return WatcherLink{}, web.TooMany("api.too-many-requests", wait, nil)
	}
	secret, err := s.Accounts.InviteWatcher(r.Context(), id)
	if err != nil {
		return WatcherLink{}, s.fault(err)
	}
	return WatcherLink{Page: "/watch/" + secret, Days: int(account.InviteLife / (24 * time.Hour))}, nil
}

// Invited returns nil if a secret of [Server.InviteWatcher] is good. The error is a
// Problem.
func (s *Server) Invited(r *http.Request, secret string) error {
	if s.Accounts == nil {
		return usedUp
	}
	match, err := s.Accounts.Invited(r.Context(), secret)
	if err != nil {
		return s.fault(err)
	}
	if match == "" {
		return usedUp
	}
	return nil
}

// Watch lets the client of a request watch the game of a secret, which is used up, and
// returns the game and the cookie of a new guest. The error is a Problem.
func (s *Server) Watch(r *http.Request, secret string) (id string, cookie *http.Cookie, err error) {
	if err := s.Invited(r, secret); err != nil {
		return "", nil, err
	}
	p, err := s.known(r, "")
	if err != nil {
		return "", nil, err
	}
	if p, err = s.welcome(r, p, ""); err != nil {
		return "", nil, err
	}
	if id, err = s.Accounts.Watch(r.Context(), secret, p.Seat.Actor()); err != nil {
		return "", nil, s.fault(err)
	}
	if id == "" {
		return "", nil, usedUp
	}
	return id, p.cookie, nil
}
