// Package account implements the account pages: registration, sign-in, the user's own account, and
// profiles. They are plain forms that work without scripts.
package account

import (
	"cmp"
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
	"rosette/server/refusal"
)

// Pages are the account pages. They are a [shell.Group].
type Pages struct {
	*shell.Shell
	accounts *account.Service
	exporter accounthttp.Exporter

	// More returns the data for the template "ratings": the ratings and games in u's profile. page
	// is the profile's address.
	More func(r *http.Request, lang string, u account.User, page string) (any, error)

	Vacations Vacations // nil on a server without vacations
}

// New returns the account pages.
func New(s *shell.Shell, e accounthttp.Exporter) *Pages {
	return &Pages{Shell: s, accounts: e.Accounts, exporter: e}
}

// Pages returns the routes.
func (s *Pages) Pages() shell.Routes {
	routes := shell.Routes{
		"/register":           {"GET": shell.Cheap(s.register), "POST": shell.Cheap(s.signUp)},
		"/sign-in":            {"GET": shell.Cheap(s.signInForm), "POST": shell.Cheap(s.signIn)},
		"/sign-out":           {"POST": shell.Cheap(s.signOut)},
		"/confirm":            {"GET": shell.Cheap(s.confirmForm), "POST": shell.Cheap(s.confirm)},
		"/account/close":      {"POST": shell.Cheap(s.close)},
		"/account/tokens":     {"POST": shell.Cheap(s.newToken)},
		"/account/export.zip": {"GET": shell.Costs(accounthttp.ExportCost, s.export)},
		"/account/vacation":   {"POST": shell.Cheap(s.setVacation)},
		"/@/{name}":           {"GET": shell.Costs(web.List, s.person)},
		"/@/{name}/follow":    {"POST": shell.Cheap(s.follow)},
		"/@/{name}/block":     {"POST": shell.Cheap(s.block)},
		"/@/{name}/note":      {"POST": shell.Cheap(s.note)},
	}
	for t, cost := range map[tab]web.Cost{
		tabYou: web.List, tabSecurity: web.List, tabPrograms: web.Page, tabData: web.Cheap,
	} {
		routes[t.Path] = map[string]shell.Endpoint{"GET": shell.Costs(cost, s.tab(t))}
	}
	routes[tabYou.Path]["POST"] = shell.Cheap(s.saveProfile)
	changes := s.changes()
	maps.Copy(changes, s.securityChanges())
	for path, f := range changes {
		routes[path] = map[string]shell.Endpoint{
			"POST": shell.Cheap(func(w http.ResponseWriter, r *http.Request) { s.change(w, r, f) }),
		}
	}
	maps.Copy(routes, s.mailRoutes())
	return routes
}

// maxForm bounds a form's body, in bytes.
const maxForm = 16 << 10

// A form is a page with a form and the values that were filled in.
type form struct {
	shell.Texts
	Filled url.Values
	Wrong  string // the invalid field, "" for the whole form
	Why    string // the error message, "" for none
	Next   string // the page to open after the action
	Back   string // the page to open after a confirmation, "" for the account
	Guest  bool   // whether the client was a guest
	Done   string // text that confirms the previous action
	Named  bool   // whether the address has a host name, which passkeys need
	Mails  bool   // whether the server sends e-mails
}

// A complaint is the error message for a field.
type complaint struct{ Field, Why string }

// Complaint returns the error message for a field, or for the whole form if field is "".
func (f form) Complaint(field string) complaint {
	if f.Why == "" || f.Wrong != field {
		return complaint{}
	}
	return complaint{field, f.Why}
}

// Value returns a field's value.
func (f form) Value(field string) string { return f.Filled.Get(field) }

// Ticked reports whether a field's values include a scope.
func (f form) Ticked(field string, scope account.Scope) bool {
	return slices.Contains(f.Filled[field], string(scope))
}

// read parses a form. On failure it responds with an error and returns false.
func (s *Pages) read(w http.ResponseWriter, r *http.Request) (ok bool) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, web.Unreadable())
		return false
	}
	return true
}

// complain adds the error message to a form and returns the response status. ok is false if
// complain has responded: with a redirect to the confirmation form if the user must confirm first,
// or with an error page if the client is not at fault.
func (s *Pages) complain(w http.ResponseWriter, r *http.Request, f form, err error) (_ form, status int, ok bool) {
	if shell.AskToConfirm(w, r, err, cmp.Or(f.Back, tabYou.Path)) {
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

// goOn redirects to path. done is a key in the table done, or "".
func goOn(w http.ResponseWriter, r *http.Request, path, done string) {
	to := url.URL{Path: path}
	if done != "" {
		to.RawQuery = url.Values{"done": {done}}.Encode()
	}
	http.Redirect(w, r, to.String(), http.StatusSeeOther)
}

// passing are pages that nextOf never returns, such as the sign-in form.
var passing = []string{
	"/register", "/sign-in", "/sign-in/letter", "/sign-in/link", "/sign-out", "/confirm", "/reset", "/reset/password",
	"/account/email/confirm", "/unsubscribe",
}

// nextOf returns the page to open after a request: the parameter next, else the referring page. It
// returns "/" unless that page is on this server.
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

// register shows the registration form.
func (s *Pages) register(w http.ResponseWriter, r *http.Request) {
	s.showForm(w, r, "account/register")
}

// signInForm shows the form to sign in.
func (s *Pages) signInForm(w http.ResponseWriter, r *http.Request) {
	s.showForm(w, r, "account/sign-in")
}

// named reports whether a browser can use passkeys at the request's address.
func named(c web.Caller) bool { return c.Site.Host != "" }

// mails reports whether the server sends e-mails.
func (s *Pages) mails() bool { return s.accounts.Mail != nil }

// showForm shows an empty form to visitors who are not signed in.
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

// signUp creates an account.
func (s *Pages) signUp(w http.ResponseWriter, r *http.Request) {
	s.admit(w, r, "account/register", s.accounts.SignUp)
}

// signIn signs in.
func (s *Pages) signIn(w http.ResponseWriter, r *http.Request) {
	s.admit(w, r, "account/sign-in", s.accounts.SignIn)
}

// A signInFunc signs a client in by a name and a password.
type signInFunc func(ctx context.Context, c account.Client, name, password string) (account.SignInResult, error)

// admit handles a registration or sign-in form. It redirects, or shows the form again with an
// error.
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
	if err := s.saveZone(r.Context(), e.User, r.PostForm.Get("zone")); err != nil {
		s.Failed(w, r, err)
		return
	}
	next := nextOf(r)
	if name == "account/register" && next == "/" {
		goOn(w, r, tabYou.Path, welcome)
		return
	}
	http.Redirect(w, r, next, http.StatusSeeOther)
}

// saveZone stores the time zone of a user's browser, unless it is "" because no script has filled it
// in. A zone that this server does not know must not prevent a sign-in.
func (s *Pages) saveZone(ctx context.Context, u account.User, zone string) error {
	if zone == "" {
		return nil
	}
	err := s.accounts.SetZone(ctx, u, zone)
	if refusal.Of(err) != nil {
		return nil
	}
	return err
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

// in converts a time to a time zone, UTC for "".
func in(zone string, t time.Time) time.Time {
	place, err := time.LoadLocation(zone)
	if err != nil {
		place = time.UTC
	}
	return t.In(place)
}

// day formats a date.
func day(lang string, t time.Time, zone string) string { return i18n.Day(lang, in(zone, t)) }

// moment formats a time with its zone.
func moment(lang string, t time.Time, zone string) string {
	then := in(zone, t)
	return i18n.Moment(lang, then) + " " + then.Format("MST")
}

// sentence returns the text for a key with one argument.
func sentence(lang, key, arg, value string) string {
	return i18n.T(lang, key, i18n.Args{arg: value})
}
