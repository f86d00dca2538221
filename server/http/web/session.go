package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"rosette/server/account"
	"rosette/server/http/wire"
)

// GameID matches a game's ID: 128 random bits.
var GameID = account.KeyPattern

// Sessions identifies the holder of a secret; [account.Service] implements it. The zero Identity is
// an unknown visitor.
type Sessions interface {
	Identify(ctx context.Context, key string) (account.Identity, error)
	IdentifyToken(ctx context.Context, secret string) (account.Identity, error)
	Begin(ctx context.Context, actor string, device account.Device) (key string, err error)
	Holds(ctx context.Context, i account.Identity) (bool, error)
}

// An Actor is an [account.Actor].
type Actor = account.Actor

// A Visitor is an [account.Visitor].
type Visitor = account.Visitor

// visitorKey is the key of a [cachedVisitor] in the context of a request.
type visitorKey struct{}

// A cachedVisitor is the result of Visitor for a request.
type cachedVisitor struct {
	visitor Visitor
	read    bool
}

// Visitor reads a request's session once. An unknown visitor is not an error. If a token lacks the
// scope that the request needs, the error is a refusal.
func (s *Server) Visitor(r *http.Request) (Visitor, error) {
	cached, _ := r.Context().Value(visitorKey{}).(*cachedVisitor)
	if cached != nil && cached.read {
		return cached.visitor, nil
	}
	v, err := s.readVisitor(r)
	if err == nil && cached != nil {
		*cached = cachedVisitor{v, true}
	}
	return v, err
}

func (s *Server) readVisitor(r *http.Request) (v Visitor, err error) {
	var identity account.Identity
	if secret, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		identity, err = s.tokenIdentity(r, strings.TrimSpace(secret))
	} else {
		identity, err = s.sessionIdentity(r)
	}
	if err != nil {
		return v, err
	}
	v = account.VisitorOf(identity, s.StaffPasskeys)
	if v.Actor != "" {
		s.KeepAddress(v.Actor, s.Address(r))
	}
	return v, nil
}

// sessionIdentity reads the sessions in a request's cookies. A user's session takes precedence over
// a guest's.
func (s *Server) sessionIdentity(r *http.Request) (found account.Identity, err error) {
	for _, cookie := range s.sessionCookies(r) {
		identity, err := s.Sessions.Identify(r.Context(), cookie.Value)
		if err != nil {
			return found, fmt.Errorf("session: %w", err)
		}
		if identity.Actor() != "" && (found.Actor() == "" || identity.User.ID != "") {
			found = identity
		}
		if found.User.ID != "" {
			break
		}
	}
	return found, nil
}

// HasSession reports whether a request has a cookie with a session, which may have ended. Reading
// the visitor of a request without one costs nothing.
func (s *Server) HasSession(r *http.Request) bool {
	for _, name := range []string{wire.SessionCookie, wire.GuestCookie} {
		if len(r.CookiesNamed(wire.CookieName(name, s.Secure(r)))) > 0 {
			return true
		}
	}
	return false
}

// NewGuest begins a session and returns its actor and the cookie for its client.
func (s *Server) NewGuest(ctx context.Context, secure bool) (Actor, *http.Cookie, error) {
	actor := account.NewGuest()
	key, err := s.Sessions.Begin(ctx, actor, "")
	if err != nil {
		return "", nil, err
	}
	return Actor(actor), GuestOf(key, secure), nil
}

// GuestOf returns the cookie for a guest's session key.
func GuestOf(key string, secure bool) *http.Cookie {
	return newCookie(wire.GuestCookie, key, "/", secure)
}

// browser returns the secret of the browser in r, or "".
func (s *Server) browser(r *http.Request) string {
	if cookie, err := r.Cookie(wire.CookieName(wire.BrowserCookie, s.Secure(r))); err == nil {
		return cookie.Value
	}
	return ""
}
