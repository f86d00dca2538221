// Package account implements the routes of accounts: who registers, signs in and out,
// where one is signed in, what users say about themselves and keep about others. Pages
// call the same methods as the routes. The errors of all of them are of type
// [web.Problem].
package account

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/refusal"
)

// A Server answers the routes of accounts. It is a [web.Group].
type Server struct {
	*web.Server
	Accounts *account.Service
	Records  Records // of games for an export; without it there are none
	// Said returns what an actor has said; without it an export has none of it.
	Said    func(ctx context.Context, actor string) ([]SentLine, error)
	Lines   Lines   // conditional moves for an export; without it there are none
	Notices Notices // for an export; without it there are none
	// Played reports whether an actor has played a game or plays one; without it nobody has.
	Played func(ctx context.Context, actor string) (bool, error)
	Mail   Mail // without it no e-mails are sent

	limits limits
}

// limits are the rate limiters. Comments name the keys.
type limits struct {
	signIns       *web.Limiter // passwords, by address
	names         *web.Limiter // passwords from unknown browsers, by user name
	browsers      *web.Limiter // passwords from known browsers, by browser and account
	confirmations *web.Limiter // passwords in a session, by session
	passkeys      *web.Limiter // passkey challenges, by address
	codes         *web.Limiter // uses of e-mailed codes, by address
	links         *web.Limiter // sign-in links, by requesting address
	linksTo       *web.Limiter // sign-in links, by user name
	letters       *web.Limiter // other e-mails, by requesting address
	lettersTo     *web.Limiter // other e-mails, by recipient
	signUps       *web.Limiter // by address
	exports       *web.Limiter // by user
}

// Limits.SignIns applies to an address in attempts. Unknown browsers share namesAttempted
// times that number for each name and day. A limiter allows up to twice its number in its
// span, so the default of 30 lets at most 180 guesses a day reach the hash.
const (
	attempts          = 10 * time.Minute
	namesAttempted    = 3
	passkeysAttempted = 4
	confirming        = time.Hour
	mostExports       = 6 // in an hour
	day               = 24 * time.Hour
)

// New returns a server.
func New(shared *web.Server, accounts *account.Service) *Server {
	tries := shared.Limits.SignIns
	return &Server{Server: shared, Accounts: accounts, limits: limits{
		signIns:       shared.NewLimiter("sign-ins", tries, attempts),
		names:         shared.NewLimiter("sign-ins-of-name", tries*namesAttempted, day),
		browsers:      shared.NewLimiter("sign-ins-of-browser", tries, attempts),
		confirmations: shared.NewLimiter("confirmations", tries, confirming),
		passkeys:      shared.NewLimiter("passkeys", tries*passkeysAttempted, attempts),
		codes:         shared.NewLimiter("codes", tries, attempts),
		links:         shared.NewLimiter("links", mostLettersFor, time.Hour),
		linksTo:       shared.NewLimiter("links-to", mostLinksTo, time.Hour),
		letters:       shared.NewLimiter("letters", mostLettersFor, time.Hour),
		lettersTo:     shared.NewLimiter("letters-to", mostLettersTo, time.Hour),
		signUps:       shared.NewLimiter("sign-ups", shared.Limits.SignUps, time.Hour),
		exports:       shared.NewLimiter("exports", mostExports, time.Hour),
	}}
}

// Register registers all operations.
func (s *Server) Register(routes *web.Routes) {
	web.Create(routes, web.Cheap, "/api/account", "Register", s.postAccount, 409, 422, 429, 503)
	web.Get(routes, web.Cheap, "/api/account", "Your account", s.getAccount, 401)
	web.Put(routes, web.Cheap, "/api/account", "Change your profile", s.putAccount, 401, 422)
	web.Post(routes, web.Cheap, "/api/account/close", "Close your account", web.MaxBody, s.postClose, 401, 403, 422, 429, 503)
	web.Put(routes, web.Cheap, "/api/account/password", "Change your password", s.putPassword, 401, 403, 422, 429, 503)
	web.Get(routes, web.Page, "/api/account/sessions", "Where you are signed in", s.getSessions, 401)
	web.Delete(routes, web.Cheap, "/api/account/sessions", "Sign out everywhere else", s.deleteSessions, 401, 403)
	web.Delete(routes, web.Cheap, "/api/account/sessions/{id}", "Sign out on a device", s.deleteSession, 401, 403)
	web.Create(routes, web.Cheap, "/api/session", "Sign in", s.postSession, 403, 422, 429, 503)
	web.Delete(routes, web.Cheap, "/api/session", "Sign out", s.deleteOwnSession)
	web.Post(routes, web.Cheap, "/api/account/bot", "Make your account a bot's, for good", web.MaxBody, s.postBot, 401, 409, 422, 503)
	s.registerConfirmations(routes)
	s.registerPasskeys(routes)
	s.registerTokens(routes)
	web.Stream(routes, ExportCost, "/api/account/export", "All that you have, as a ZIP file", "application/zip", nil, s.getExport, 401, 429, 503)
	s.registerRelations(routes)
	web.Get(routes, web.Page, "/api/users/{name}", "A user", s.getUser, 404)
}

// problem returns the problem of an error. at is the part of the request that a refusal
// is about, "" for all of it.
func (s *Server) problem(err error, at string) error {
	var p web.Problem
	switch r := refusal.Of(err); {
	case err == nil || errors.As(err, &p):
		return err
	case r != nil && (r.Kind == refusal.Invalid || r.Kind == refusal.Conflict):
		if at = cmp.Or(at, fieldOf(r.Code)); at != "" {
			located := *r
			located.Fields = []refusal.Field{{Name: at, Code: r.Code, Args: r.Args}}
			r = &located
		}
		return web.AsProblem(r)
	case r != nil:
		return web.AsProblem(r)
	case !errors.Is(err, context.Canceled):
		s.Log.Error("account", "err", err)
	}
	return web.ProblemOf(http.StatusServiceUnavailable, "api.not-now", nil)
}

// fieldOf returns the field that a refusal is about: the second part of its code.
func fieldOf(code string) string {
	parts := strings.Split(code, ".")
	if len(parts) > 2 {
		return parts[1]
	}
	return ""
}

// User returns the user of a request and the visitor that he is. Who is not signed in
// gets a problem that says so.
func (s *Server) User(r *http.Request) (account.User, web.Visitor, error) {
	v, err := s.Visitor(r)
	if err != nil {
		return account.User{}, v, s.problem(err, "")
	}
	if v.User.ID == "" {
		return account.User{}, v, web.ProblemOf(http.StatusUnauthorized, "account.sign-in.first", nil)
	}
	return v.User, v, nil
}

// take counts one use. If the limit is exceeded it returns a [web.Problem] with the code and
// the time to wait.
func take(l *web.Limiter, who, code string) error {
	if wait, ok := l.Take(who); !ok {
		return web.TooMany(code, wait, nil)
	}
	return nil
}

// tooManySignIns is a problem code.
const tooManySignIns = "account.sign-in.too-many"

// mayTry counts an attempt to sign in as name. A known browser has its own limit. All other
// browsers share a limit by address, then one by name. Attempts above the limit by address
// do not count against the name.
func (s *Server) mayTry(r *http.Request, name string) error {
	known, err := s.Accounts.KnownBrowser(r.Context(), name, s.Browser(r))
	if err != nil {
		return s.problem(err, "")
	}
	if known != "" {
		return take(s.limits.browsers, known, tooManySignIns)
	}
	err = take(s.limits.signIns, s.Address(r), tooManySignIns)
	if key := account.Key(name); err == nil && key != "" {
		err = take(s.limits.names, key, tooManySignIns)
	}
	return err
}

// mayUseCode counts one use of an e-mailed code.
func (s *Server) mayUseCode(r *http.Request) error {
	return take(s.limits.codes, s.Address(r), tooManySignIns)
}
