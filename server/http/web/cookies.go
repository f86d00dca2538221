package web

import (
	"net/http"
	"time"

	"rosette/server/account"
	"rosette/server/http/wire"
)

// cookieLife is the lifetime of a stored secret in a browser.
const cookieLife = account.SessionLife

// mostSessions limits the session lookups for each request. A browser sends at most one user
// session and one guest session.
const mostSessions = 3

// sessionCookies returns up to mostSessions session cookies, users first. On an encrypted
// connection it ignores names without the prefix, which any host in the domain can set.
func (s *Server) sessionCookies(r *http.Request) (all []*http.Cookie) {
	for _, name := range []string{wire.SessionCookie, wire.GuestCookie} {
		all = append(all, r.CookiesNamed(wire.CookieName(name, s.Secure(r)))...)
	}
	return all[:min(len(all), mostSessions)]
}

// SignedIn returns the cookies for the result of a sign-in. The user's session replaces a guest's.
// The secret of the browser stays when the user signs out.
func (c Caller) SignedIn(e account.SignInResult) []http.Cookie {
	browser := *newCookie(wire.BrowserCookie, e.Browser, "/", c.Secure)
	if e.Session == "" {
		return []http.Cookie{browser}
	}
	return []http.Cookie{*newCookie(wire.SessionCookie, e.Session, "/", c.Secure), browser, c.ended(wire.GuestCookie)}
}

// SignedOut returns the cookies that end the user's session in the browser.
func (c Caller) SignedOut() []http.Cookie { return []http.Cookie{c.ended(wire.SessionCookie)} }

// ended returns a cookie that deletes the cookie with that name.
func (c Caller) ended(name string) http.Cookie {
	cookie := newCookie(name, "", "/", c.Secure)
	cookie.MaxAge = -1
	return *cookie
}

// newCookie returns a cookie that scripts cannot read and that other sites cannot send with
// requests that change anything. Browsers do send it when following a link from elsewhere, such as
// an invitation in a message. A cookie set on an encrypted connection is sent only on such
// connections, and only to this host if it is valid for all paths.
func newCookie(name, value, path string, secure bool) *http.Cookie {
	return &http.Cookie{
		Name: wire.CookieName(name, secure && path == "/"), Value: value, Path: path,
		MaxAge:   int(cookieLife / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: secure,
	}
}
