package web

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"rosette/server/account"
)

// GameID is what the id of a game looks like: 128 random bits.
var GameID = regexp.MustCompile(`^[a-z2-7]{26}$`)

// Secret returns a new id of a match: 128 random bits in lower-case letters and digits.
func Secret() string { return account.NewKey() }

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

// A Visitor is a client with the secrets that came with its request.
type Visitor struct {
	account.Identity        // of the session; the zero one if nobody is known
	Actor            Actor  // of the session, "" if nobody is known
	Demoted          string // why the user moderates, but not by this request: the code of a problem
	server           *Server
}

// SignedIn reports whether the visitor is a user in a browser of his, and no program.
func (v Visitor) SignedIn() bool { return v.User.ID != "" && !v.Token }

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

// visitorKey is the key under which the context of a request has what Visitor read.
type visitorKey struct{}

// Visitor reads the session of a request, once for all who ask. Nobody known is no
// error. The error of a token that may not do what the request asks for is a [Problem].
func (s *Server) Visitor(r *http.Request) (Visitor, error) {
	known, _ := r.Context().Value(visitorKey{}).(*Visitor)
	if known != nil && known.server != nil {
		return *known, nil
	}
	v, err := s.readVisitor(r)
	if err == nil && known != nil {
		*known = v
	}
	return v, err
}

func (s *Server) readVisitor(r *http.Request) (v Visitor, err error) {
	v = Visitor{server: s}
	if secret, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return v, v.readToken(r, strings.TrimSpace(secret))
	}
	if err := v.readSessions(r, s.sessionCookies(r)); err != nil {
		return v, err
	}
	if v.Actor != "" {
		s.KeepAddress(v.Actor, r)
	}
	v.demote()
	return v, nil
}

// demote takes the role of a moderator for the request from a token, and where the role
// needs a passkey from a session that has begun without user verification.
func (v *Visitor) demote() {
	switch {
	case !v.User.Moderates():
		return
	case v.Token:
		v.Demoted = "account.token.nothing"
	case v.server.StaffPasskeys && v.Session.Method != account.ByVerifiedPasskey:
		v.Demoted = "moderation.refused.no-passkey"
	default:
		return
	}
	v.User.Role = account.Player
}

// readSessions reads the sessions of cookies. That of a user counts before that of a
// guest.
func (v *Visitor) readSessions(r *http.Request, cookies []*http.Cookie) error {
	for _, cookie := range cookies {
		who, err := v.server.Sessions.Identify(r.Context(), cookie.Value)
		if err != nil {
			return fmt.Errorf("session: %w", err)
		}
		if who.Actor() != "" && (v.Actor == "" || who.User.ID != "") {
			v.Identity, v.Actor = who, Actor(who.Actor())
		}
		if v.User.ID != "" {
			return nil
		}
	}
	return nil
}

// Member returns the name of the user who is signed in with a browser, "" for all others.
// It costs next to nothing for those.
func (s *Server) Member(r *http.Request) string {
	if len(r.CookiesNamed(CookieName(SessionCookie, s.Secure(r)))) == 0 {
		return ""
	}
	v, err := s.Visitor(r)
	if err != nil {
		s.Log.Error("session", "err", err)
		return "" // the page is shown as to a stranger
	}
	return v.User.Name
}

// Own returns as whom the visitor may act everywhere: himself, and the guests that he
// was.
func (v Visitor) Own() []Actor {
	var all []Actor
	if v.Actor != "" {
		all = append(all, v.Actor)
	}
	for _, guest := range v.Guests {
		all = append(all, Actor(guest))
	}
	return all
}

// MayPublish returns a Problem if a visitor is muted. Routes call it before they take a text
// that others can read: the name of a seat or a room, a profile.
func (s *Server) MayPublish(ctx context.Context, v Visitor) error {
	if s.Muted == nil {
		return nil
	}
	var actors []string
	for _, a := range v.Own() {
		actors = append(actors, string(a))
	}
	muted, err := s.Muted(ctx, actors...)
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
func GuestOf(key string, secure bool) *http.Cookie { return newCookie(GuestCookie, key, "/", secure) }

// SignedIn returns the cookies for a session key and a browser secret. It removes the guest
// cookie.
func (s *Server) SignedIn(r *http.Request, key, browser string) []*http.Cookie {
	session := newCookie(SessionCookie, key, "/", s.Secure(r))
	return []*http.Cookie{session, s.KnownBrowser(r, browser), s.endCookie(r, GuestCookie)}
}

// KnownBrowser returns the cookie for a browser secret. Signing out does not remove it.
func (s *Server) KnownBrowser(r *http.Request, secret string) *http.Cookie {
	return newCookie(BrowserCookie, secret, "/", s.Secure(r))
}

// Browser returns the browser secret in r, or "".
func (s *Server) Browser(r *http.Request) string {
	if cookie, err := r.Cookie(CookieName(BrowserCookie, s.Secure(r))); err == nil {
		return cookie.Value
	}
	return ""
}

// SignedOut returns the cookie that ends the session of a user in his browser.
func (s *Server) SignedOut(r *http.Request) *http.Cookie { return s.endCookie(r, SessionCookie) }
