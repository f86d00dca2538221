package lobby

import (
	"context"
	"net/http"
	"time"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/lobby"
)

// Accounts are what offers and devices need to know of persons.
type Accounts interface {
	HandOver(ctx context.Context, actor string) (secret string, err error)
	HandedOver(ctx context.Context, secret string) (actor string, err error) // "" if nobody is
	TakeOver(ctx context.Context, secret string) (actor string, err error)   // as HandedOver, once
	Begin(ctx context.Context, actor string, device account.Device) (key string, err error)

	InviteWatcher(ctx context.Context, match string) (secret string, err error)
	Invited(ctx context.Context, secret string) (match string, err error)      // "" if nobody is
	Watch(ctx context.Context, secret, actor string) (match string, err error) // as Invited, once

	// Avoided returns the actors with whom somebody does not play, because one blocks the
	// other.
	Avoided(ctx context.Context, actor string) ([]string, error)

	// HasBrowser reports whether an actor is a user who has signed in with the browser of a
	// key, see [account.BrowserKey].
	HasBrowser(ctx context.Context, actor, key string) (bool, error)

	// Named returns the user of a name, [account.ErrNoUser] if there is none.
	Named(ctx context.Context, name string) (account.User, error)
}

// A HandOver lets another device play as the client.
type HandOver struct {
	Page    string `json:"page" doc:"Address of the page to open on the other device, without the host"`
	Minutes int    `json:"minutes" doc:"For how long; it works once"`
}

type handOverOutput struct{ Body HandOver }

func (s *Server) postHandOver(ctx context.Context, _ *noInput) (*handOverOutput, error) {
	h, err := s.HandOver(web.RequestOf(ctx))
	if err != nil {
		return nil, err
	}
	return &handOverOutput{h}, nil
}

// HandOver lets another device play as the guest who sends a request. A user signs in
// there instead. The error is a Problem.
func (s *Server) HandOver(r *http.Request) (HandOver, error) {
	v, err := s.Visitor(r)
	if err != nil {
		return HandOver{}, s.fault(err)
	}
	if _, guest := account.GuestID(string(v.Actor)); !guest || s.Accounts == nil {
		return HandOver{}, s.fault(lobby.ErrNoGuest)
	}
	if wait, ok := s.made.Take(s.Address(r)); !ok {
		return HandOver{}, web.TooMany("api.too-many-requests", wait, nil)
	}
	secret, err := s.Accounts.HandOver(r.Context(), string(v.Actor))
	if err != nil {
		return HandOver{}, s.fault(err)
	}
	return HandOver{Page: "/take/" + secret, Minutes: int(account.HandOverLife / time.Minute)}, nil
}

// HandedOver returns the name of who plays on the device that made a secret, and
// whether the client of a request is another guest. The error is a Problem.
func (s *Server) HandedOver(r *http.Request, secret string) (name string, other bool, err error) {
	if s.Accounts == nil {
		return "", false, s.fault(lobby.ErrHandedOver)
	}
	actor, err := s.Accounts.HandedOver(r.Context(), secret)
	if err == nil && actor == "" {
		err = lobby.ErrHandedOver
	}
	if err != nil {
		return "", false, s.fault(err)
	}
	v, err := s.Visitor(r)
	if err != nil {
		return "", false, s.fault(err)
	}
	if name, err = s.API.GuestName(r.Context(), actor); err != nil {
		return "", false, s.fault(err)
	}
	return name, v.Actor != "" && string(v.Actor) != actor, nil
}

// TakeOver returns the cookie by which a device plays as the guest of another one. The
// secret is used up. The error is a Problem.
func (s *Server) TakeOver(r *http.Request, secret string) (*http.Cookie, error) {
	if s.Accounts == nil {
		return nil, s.fault(lobby.ErrHandedOver)
	}
	actor, err := s.Accounts.TakeOver(r.Context(), secret)
	if err == nil && actor == "" {
		err = lobby.ErrHandedOver
	}
	if err != nil {
		return nil, s.fault(err)
	}
	key, err := s.Accounts.Begin(r.Context(), actor, account.DeviceOf(r.UserAgent()))
	if err != nil {
		return nil, s.fault(err)
	}
	return web.GuestOf(key, s.Secure(r)), nil
}
