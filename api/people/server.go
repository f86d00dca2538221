// Package people implements the routes of accounts: who registers, signs in and out,
// where one is signed in, what users say about themselves and keep about others. Pages
// call the same methods as the routes. The errors of all of them are of type
// [web.Problem].
package people

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"rosette/account"
	"rosette/api/web"
)

// A Server answers the routes of accounts. It is a [web.Group].
type Server struct {
	*web.Server
	Accounts *account.Service
	Records  Records // of games for an export; without it there are none
	// Said returns what an actor has said; without it an export has none of it.
	Said    func(ctx context.Context, actor string) ([]Spoken, error)
	Lines   Lines   // conditional moves for an export; without it there are none
	Notices Notices // for an export; without it there are none
	// Played reports whether an actor has played a game or plays one; without it nobody has.
	Played func(ctx context.Context, actor string) (bool, error)
	Mail   Mail // without it no e-mails are sent

	limits limits
}

// limits bound what is worth abusing.
type limits struct {
	signIns       *web.Limiter // by password, of an address
	names         *web.Limiter // by password, for a name, of all browsers that it does not know
	browsers      *web.Limiter // by password, of a browser that a name knows
	confirmations *web.Limiter // by password, of a session
	passkeys      *web.Limiter // challenges, of an address
	codes         *web.Limiter // of letters, used by an address
	links         *web.Limiter // letters with which one signs in, asked for by an address
	linksTo       *web.Limiter // such letters, to a name
	letters       *web.Limiter // other letters, asked for by an address
	lettersTo     *web.Limiter // other letters, to an e-mail address
	signUps       *web.Limiter // of an address
	exports       *web.Limiter // of a user
}

// Limits.SignIns are those of an address in attempts. By name all unknown browsers together
// have namesAttempted times as many in a day. A limiter allows up to twice its number in its
// span, so that fewer than 200 guesses a day reach the hash with the usual limit of 30.
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
	web.Create(routes, "/api/account", "Register", s.postAccount, 409, 422, 429, 503)
	web.Get(routes, "/api/account", "Your account", s.getAccount, 401)
	web.Put(routes, "/api/account", "Change your profile", s.putAccount, 401, 422)
	web.Post(routes, "/api/account/close", "Close your account", web.MaxBody, s.postClose, 401, 403, 422, 429, 503)
	web.Put(routes, "/api/account/password", "Change your password", s.putPassword, 401, 403, 422, 429, 503)
	web.Get(routes, "/api/account/sessions", "Where you are signed in", s.getSessions, 401)
	web.Delete(routes, "/api/account/sessions", "Sign out everywhere else", s.deleteSessions, 401, 403)
	web.Delete(routes, "/api/account/sessions/{id}", "Sign out on a device", s.deleteSession, 401, 403)
	web.Create(routes, "/api/session", "Sign in", s.postSession, 403, 422, 429, 503)
	web.Delete(routes, "/api/session", "Sign out", s.deleteOwnSession)
	web.Post(routes, "/api/account/bot", "Make your account a bot's, for good", web.MaxBody, s.postBot, 401, 409, 422, 503)
	s.registerConfirmations(routes)
	s.registerPasskeys(routes)
	s.registerTokens(routes)
	web.Get(routes, "/api/account/export", "All that you have, as a ZIP file", s.getExport, 401, 429, 503)
	s.registerRelations(routes)
	web.Get(routes, "/api/users/{name}", "A user", s.getUser, 404)
}

// problem returns the problem of an error. at is the part of the request that a refusal
// is about, "" for all of it.
func (s *Server) problem(err error, at string) error {
	var p web.Problem
	var r account.Refusal
	switch {
	case err == nil || errors.As(err, &p):
		return err
	case errors.Is(err, account.ErrWrong):
		return web.ProblemOf(http.StatusForbidden, account.ErrWrong.Code, nil)
	case errors.Is(err, account.ErrLink):
		return web.ProblemOf(http.StatusGone, account.ErrLink.Code, nil)
	case errors.Is(err, account.ErrBusy):
		p = web.ProblemOf(http.StatusServiceUnavailable, account.ErrBusy.Code, nil)
		p.Wait = time.Second
		return p
	case errors.As(err, &r):
		p = web.ProblemOf(http.StatusUnprocessableEntity, r.Code, r.Args)
		if r.Code == "account.name.taken" {
			p.Status = http.StatusConflict
		}
		if at = cmp.Or(at, fieldOf(r.Code)); at != "" {
			p.Errors = []web.Fault{{Location: "body." + at, Code: r.Code, Args: r.Args}}
		}
		return p
	case errors.Is(err, account.ErrNoUser):
		return web.ProblemOf(http.StatusNotFound, "account.nobody", nil)
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

// take takes from an allowance. Its error is a problem with a code, which says how long to
// wait.
func take(l *web.Limiter, who, code string) error {
	if wait, ok := l.Take(who); !ok {
		return web.TooMany(code, wait, nil)
	}
	return nil
}

// tooManySignIns is the code of the problem of too many attempts.
const tooManySignIns = "account.sign-in.too-many"

// mayTry returns a problem if a password for a name was tried too often: from a browser that
// the account knows, or else from an address or by all other browsers together. What is
// refused to an address does not count for the name.
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

// mayUseCode returns a problem if an address has used codes of letters too often.
func (s *Server) mayUseCode(r *http.Request) error {
	return take(s.limits.codes, s.Address(r), tooManySignIns)
}
