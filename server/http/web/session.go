package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"rosette/server/account"
	"rosette/server/http/wire"
)

// GameID is what the id of a game looks like: 128 random bits.
var GameID = account.KeyPattern

// Sessions know who holds a secret; an [account.Service] is one. Nobody is the zero
// Identity.
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

// Stale is the code of the problem of a session that is not fresh.
const Stale = "account.confirm.first"

// Fresh returns a problem unless the visitor has signed in a short time ago: who has only
// found the cookie of a session cannot do what takes the account away from its user.
func (s *Server) Fresh(v Visitor) error {
	if v.Session.Fresh(s.Now()) {
		return nil
	}
	return ProblemOf(http.StatusForbidden, Stale, nil)
}

// visitorKey is the key of a [cachedVisitor] in the context of a request.
type visitorKey struct{}

// A cachedVisitor is the result of Visitor for a request.
type cachedVisitor struct {
	visitor Visitor
	read    bool
}

// Visitor reads the session of a request once. An unknown visitor is no error. The error
// of a token without the scope that the request needs is a [Problem].
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
	if secret, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		v, err = s.tokenVisitor(r, strings.TrimSpace(secret))
	} else {
		v, err = s.sessionVisitor(r)
	}
	if err != nil {
		return Visitor{}, err
	}
	if v.Actor != "" {
		s.KeepAddress(v.Actor, s.Address(r))
	}
	s.demote(&v)
	return v, nil
}

// demote takes the role of a moderator for the request from a token, and where the role
// needs a passkey from a session that has begun without user verification.
func (s *Server) demote(v *Visitor) {
	switch {
	case !v.User.Moderates():
		return
	case v.Token:
		v.Demoted = "account.token.nothing"
	case s.StaffPasskeys && v.Session.Method != account.ByVerifiedPasskey:
		v.Demoted = "moderation.refused.no-passkey"
	default:
		return
	}
	v.User.Role = account.Player
}

// sessionVisitor reads the sessions in the cookies of a request. The session of a user
// takes precedence over the session of a guest.
func (s *Server) sessionVisitor(r *http.Request) (v Visitor, err error) {
	for _, cookie := range s.sessionCookies(r) {
		identity, err := s.Sessions.Identify(r.Context(), cookie.Value)
		if err != nil {
			return v, fmt.Errorf("session: %w", err)
		}
		if identity.Actor() != "" && (v.Actor == "" || identity.User.ID != "") {
			v.Identity, v.Actor = identity, Actor(identity.Actor())
		}
		if v.User.ID != "" {
			return v, nil
		}
	}
	return v, nil
}

// Member returns the name of the user who is signed in with a browser, "" for all others.
// It costs next to nothing for those.
func (s *Server) Member(r *http.Request) string {
	if len(r.CookiesNamed(wire.CookieName(wire.SessionCookie, s.Secure(r)))) == 0 {
		return ""
	}
	v, err := s.Visitor(r)
	if err != nil {
		s.Log.Error("session", "err", err)
		return "" // the page is shown as to a stranger
	}
	return v.User.Name
}

// MayPublish returns a Problem if a visitor is muted. Routes call it before they take a text
// that others can read: the name of a seat or a room, a profile.
func (s *Server) MayPublish(ctx context.Context, v Visitor) error {
	if s.Muted == nil {
		return nil
	}
	muted, err := s.Muted(ctx, v.OwnActors()...)
	if err != nil || !muted {
		return err
	}
	return ProblemOf(http.StatusForbidden, "refusal.chat-muted", nil)
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

// GuestOf returns the cookie of a guest's session by its key.
func GuestOf(key string, secure bool) *http.Cookie {
	return newCookie(wire.GuestCookie, key, "/", secure)
}

// SignedIn returns the cookies for a session key and a browser secret. It removes the guest
// cookie.
func (s *Server) SignedIn(r *http.Request, key, browser string) []*http.Cookie {
	session := newCookie(wire.SessionCookie, key, "/", s.Secure(r))
	return []*http.Cookie{session, s.KnownBrowser(r, browser), s.endCookie(r, wire.GuestCookie)}
}

// KnownBrowser returns the cookie for a browser secret. Signing out does not remove it.
func (s *Server) KnownBrowser(r *http.Request, secret string) *http.Cookie {
	return newCookie(wire.BrowserCookie, secret, "/", s.Secure(r))
}

// Browser returns the browser secret in r, or "".
func (s *Server) Browser(r *http.Request) string {
	if cookie, err := r.Cookie(wire.CookieName(wire.BrowserCookie, s.Secure(r))); err == nil {
		return cookie.Value
	}
	return ""
}

// SignedOut returns the cookie that ends the session of a user in his browser.
func (s *Server) SignedOut(r *http.Request) *http.Cookie { return s.endCookie(r, wire.SessionCookie) }
