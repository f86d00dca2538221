package web

import (
	"net/http"
	"strings"
	"time"

	"rosette/account"
)

const (
	// SessionCookie holds the secret of a user's session. [CookieName] is its name on an
	// encrypted connection, and that of GuestCookie.
	SessionCookie = "session"
	// GuestCookie holds the secret of a guest's session, for the whole server.
	GuestCookie = "guest"
	// BrowserCookie holds the secret by which a browser is known to the accounts that have
	// signed in with it: see [account.Service.KnowBrowser].
	BrowserCookie = "browser"
	// SeatCookie is what earlier versions set on the page of each game: the secret
	// of its seats. Its session is known by the same hash.
	SeatCookie = "seat"
	// seatPrefix and the id of a game name the copy of a SeatCookie that the API
	// gets, which the path of the original keeps from it.
	seatPrefix = "seat_"
	// hostPrefix begins the names of cookies that browsers take from the host itself alone:
	// no other host of the domain can plant one. They take none without TLS.
	hostPrefix = "__Host-"
)

// cookieLife is how long a browser keeps a secret.
const cookieLife = account.SessionLife

// CookieName returns the name of the cookie of a session.
func CookieName(plain string, secure bool) string {
	if secure {
		return hostPrefix + plain
	}
	return plain
}

// PlainName returns the name of a cookie without the prefix of encrypted connections.
func PlainName(name string) string { return strings.TrimPrefix(name, hostPrefix) }

// sessionCookies returns the cookies of sessions that a request has: those of the host
// itself, and those without the prefix, which count if the others say of nobody who he is.
// Earlier versions set them on encrypted connections too.
func sessionCookies(r *http.Request) (host, plain []*http.Cookie) {
	for _, name := range []string{SessionCookie, GuestCookie} {
		host, plain = append(host, r.CookiesNamed(hostPrefix+name)...), append(plain, r.CookiesNamed(name)...)
	}
	return host, plain
}

// moveCookies gives a browser that opens a page over TLS the sessions of earlier versions
// under the names of today, unless it has one of those. It sets nothing on what caches may
// keep.
func (s *Server) moveCookies(w http.ResponseWriter, r *http.Request) {
	if !s.Secure(r) || r.Header.Get("Sec-Fetch-Dest") != "document" {
		return
	}
	host, plain := sessionCookies(r)
	for _, old := range plain {
		if len(host) == 0 {
			http.SetCookie(w, newCookie(old.Name, old.Value, "/", true))
		}
		http.SetCookie(w, &http.Cookie{Name: old.Name, Path: "/", MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: true})
	}
}

// endCookie returns a cookie that takes one of that name away.
func (s *Server) endCookie(r *http.Request, name string) *http.Cookie {
	cookie := newCookie(name, "", "/", s.Secure(r))
	cookie.MaxAge = -1
	return cookie
}

// newCookie returns a cookie that scripts cannot use and other sites cannot send with
// what changes anything. It comes with a link from elsewhere, such as an invitation in a
// message. One that was set on an encrypted connection stays on those, and on this host if
// it is for all paths.
func newCookie(name, value, path string, secure bool) *http.Cookie {
	return &http.Cookie{
		Name: CookieName(name, secure && path == "/"), Value: value, Path: path, MaxAge: int(cookieLife / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: secure,
	}
}

// KeepSeat lets the API see the secret that an earlier version set for the page of
// a game only.
func (s *Server) KeepSeat(w http.ResponseWriter, r *http.Request, id string) {
	if cookie, err := r.Cookie(SeatCookie); err == nil && GameID.MatchString(id) {
		http.SetCookie(w, newCookie(seatPrefix+id, cookie.Value, "/api", s.Secure(r)))
	}
}
