// Package account implements the pages of accounts: to register, to sign in, one's own
// account, and the profiles of users. They are plain forms that work without a script.
package account

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rosette/i18n"
	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// Pages are the pages of accounts. They are a [shell.Group].
type Pages struct {
	*shell.Shell
	accounts *account.Service
	exporter accounthttp.Exporter

	// More returns what a profile shows of the ratings and games of a user, whose page
	// is at an address: the data of the template ratings.
	More func(r *http.Request, lang string, u account.User, page string) (any, error)

	Vacations Vacations // without them nobody goes on vacation
}

// New returns the pages of accounts.
func New(s *shell.Shell, e accounthttp.Exporter) *Pages {
	return &Pages{Shell: s, accounts: e.Accounts, exporter: e}
}

// Pages says what answers where.
func (s *Pages) Pages() shell.Routes {
	routes := shell.Routes{
		"/register":           {"GET": shell.Cheap(s.register), "POST": shell.Cheap(s.signUp)},
		"/sign-in":            {"GET": shell.Cheap(s.signInForm), "POST": shell.Cheap(s.signIn)},
		"/sign-out":           {"POST": shell.Cheap(s.signOut)},
		"/confirm":            {"GET": shell.Cheap(s.confirmForm), "POST": shell.Cheap(s.confirm)},
		"/account":            {"GET": shell.Costs(web.List, s.account), "POST": shell.Cheap(s.saveProfile)},
		"/account/close":      {"POST": shell.Cheap(s.close)},
		"/account/tokens":     {"POST": shell.Cheap(s.newToken)},
		"/account/export.zip": {"GET": shell.Costs(accounthttp.ExportCost, s.export)},
		"/account/vacation":   {"POST": shell.Cheap(s.setVacation)},
		"/@/{name}":           {"GET": shell.Costs(web.List, s.person)},
		"/@/{name}/follow":    {"POST": shell.Cheap(s.follow)},
		"/@/{name}/block":     {"POST": shell.Cheap(s.block)},
		"/@/{name}/note":      {"POST": shell.Cheap(s.note)},
	}
	for path, f := range s.changes() {
		routes[path] = map[string]shell.Endpoint{
			"POST": shell.Cheap(func(w http.ResponseWriter, r *http.Request) { s.change(w, r, f) }),
		}
	}
	maps.Copy(routes, s.mailRoutes())
	return routes
}

// maxForm bounds the body of a form, in bytes.
const maxForm = 16 << 10

// A form is a page with a form as it was filled in.
type form struct {
	shell.Texts
	Filled url.Values
	Wrong  string // the field that cannot stay as it is
	Why    string // what is wrong; with no field that is all of the form
	Next   string // where to go on
	Guest  bool   // the client has been a guest
	Done   string // what was done, a text
	Named  bool   // the server has a name here, so there can be passkeys
	Mails  bool   // the server sends e-mails
}

// A complaint is what does not fit in a field of a form.
type complaint struct{ Field, Why string }

// Complaint returns what is wrong with a field, if anything; with all of the form for "".
func (f form) Complaint(field string) complaint {
	if f.Why == "" || f.Wrong != field {
		return complaint{}
	}
	return complaint{field, f.Why}
}

// Value returns what a field is filled with.
func (f form) Value(field string) string { return f.Filled.Get(field) }

// Ticked reports whether a scope is among the values of a field.
func (f form) Ticked(field string, scope account.Scope) bool {
	return slices.Contains(f.Filled[field], string(scope))
}

// read reads a form. If it cannot be read, it answers so and ok is false.
func (s *Pages) read(w http.ResponseWriter, r *http.Request) (ok bool) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, web.Unreadable())
		return false
	}
	return true
}

// complain returns the form of a request with what is wrong with it. An error that is
// not the client's is answered by a page of its own, and ok is false; so it is for who must
// confirm first that it is he, whom it sends to do so.
func (s *Pages) complain(w http.ResponseWriter, r *http.Request, f form, err error) (_ form, status int, ok bool) {
	if shell.AskToConfirm(w, r, err, "/account") {
		return f, 0, false
	}
	var p web.Problem
	if !errors.As(web.AsProblem(err), &p) || p.Status >= http.StatusInternalServerError &&
		p.Code != account.ErrBusy.Code {
		s.Failed(w, r, err)
		return f, 0, false
	}
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	f.Why = p.In(f.Lang()).Detail
	if len(p.Errors) > 0 {
		f.Wrong = strings.TrimPrefix(p.Errors[0].Location, "body.")
	}
	f.Filled.Del("password")
	f.Filled.Del("new")
	return f, p.Status, true
}

// goOn sends a browser on, with what was done as the key of a text.
func goOn(w http.ResponseWriter, r *http.Request, path, done string) {
	to := url.URL{Path: path}
	if done != "" {
		to.RawQuery = url.Values{"done": {done}}.Encode()
	}
	http.Redirect(w, r, to.String(), http.StatusSeeOther)
}

// passing are pages on which nobody wants to go on.
var passing = []string{
	"/register", "/sign-in", "/sign-in/letter", "/sign-in/link", "/sign-out", "/confirm", "/reset", "/reset/password",
	"/account/email/confirm", "/unsubscribe",
}

// nextOf returns the page of this server to which a request wants to go on: the one that
// it names, else the one from which it comes; "/" if none.
func nextOf(r *http.Request) string {
	next := r.FormValue("next")
	if from, err := url.Parse(r.Referer()); next == "" && err == nil && from.Host == r.Host {
		next = from.RequestURI()
	}
	u, err := url.Parse(next)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(u.Path, "/") || strings.HasPrefix(next, "//") ||
		strings.ContainsAny(next, "\\\r\n\t") || slices.Contains(passing, u.Path) {
		return "/"
	}
	return next
}

// register shows the form of a new account.
func (s *Pages) register(w http.ResponseWriter, r *http.Request) {
	s.showForm(w, r, "account/register")
}

// signInForm shows the form to sign in.
func (s *Pages) signInForm(w http.ResponseWriter, r *http.Request) {
	s.showForm(w, r, "account/sign-in")
}

// named reports whether a browser can use passkeys at the address of its request.
func named(c web.Caller) bool { return c.Site.Host != "" }

// mails reports whether the server sends e-mails.
func (s *Pages) mails() bool { return s.accounts.Mail != nil }

// showForm shows an empty form to who is not signed in.
func (s *Pages) showForm(w http.ResponseWriter, r *http.Request, name string) {
	lang, ok := s.Language(w, r, name)
	if !ok {
		return
	}
	c, err := s.Web.Caller(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	if c.Visitor.SignedIn() {
		http.Redirect(w, r, nextOf(r), http.StatusSeeOther)
		return
	}
	s.Show(w, r, http.StatusOK, name, form{
		Texts: shell.Texts(lang), Filled: url.Values{}, Next: nextOf(r), Guest: c.Visitor.Actor != "",
		Done:  doneOf(lang, r),
		Named: named(c), Mails: s.mails(),
	})
}

// signUp makes an account.
func (s *Pages) signUp(w http.ResponseWriter, r *http.Request) {
	s.admit(w, r, "account/register", s.accounts.SignUp)
}

// signIn signs in.
func (s *Pages) signIn(w http.ResponseWriter, r *http.Request) {
	s.admit(w, r, "account/sign-in", s.accounts.SignIn)
}

// A signInFunc signs a client in by a name and a password.
type signInFunc func(ctx context.Context, c account.Client, name, password string) (account.Entry, error)

// admit answers a form by which one signs in: it goes on, or shows the form again.
func (s *Pages) admit(w http.ResponseWriter, r *http.Request, name string, enter signInFunc) {
	lang, ok := s.Language(w, r, name)
	if !ok || !s.read(w, r) {
		return
	}
	c, err := s.Web.Caller(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	e, err := enter(r.Context(), c.Client, r.PostForm.Get("name"), r.PostForm.Get("password"))
	if err != nil {
		f := form{Texts: shell.Texts(lang), Filled: r.PostForm, Next: nextOf(r), Named: named(c), Mails: s.mails()}
		if f, status, ok := s.complain(w, r, f, err); ok {
			s.Show(w, r, status, name, f)
		}
		return
	}
	setCookies(w, c.SignedIn(e))
	http.Redirect(w, r, nextOf(r), http.StatusSeeOther)
}

// setCookies sets cookies.
func setCookies(w http.ResponseWriter, cookies []http.Cookie) {
	for i := range cookies {
		http.SetCookie(w, &cookies[i])
	}
}

// signOut signs out.
func (s *Pages) signOut(w http.ResponseWriter, r *http.Request) {
	c, err := s.Web.Caller(r)
	if err == nil {
		err = s.accounts.SignOut(r.Context(), c.Visitor)
	}
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	setCookies(w, c.SignedOut())
	goOn(w, r, "/", "")
}

// in returns a time in the time zone of a user, UTC for "".
func in(zone string, t time.Time) time.Time {
	place, err := time.LoadLocation(zone)
	if err != nil {
		place = time.UTC
	}
	return t.In(place)
}

// day writes the day of a time.
func day(lang string, t time.Time, zone string) string { return i18n.Day(lang, in(zone, t)) }

// moment writes a time with its zone.
func moment(lang string, t time.Time, zone string) string {
	then := in(zone, t)
	return i18n.Moment(lang, then) + " " + then.Format("MST")
}

// sentence returns the text of a key with one argument.
func sentence(lang, key, arg, value string) string {
	return i18n.T(lang, key, i18n.Args{arg: value})
}
