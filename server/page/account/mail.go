package account

import (
	"context"
	"net/http"
	"net/url"

	"rosette/i18n"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// digests are the intervals for e-mails about waiting games, with their texts.
var digests = []digest{
	{string(account.NoDigest), "mail.digest.never"},
	{string(account.DailyDigest), "mail.digest.daily"},
	{string(account.HourlyDigest), "mail.digest.hourly"},
}

type digest struct{ Value, Key string }

// A mailPage is the target of an e-mailed link, or a form that requests a letter. After the action
// it shows a confirmation.
type mailPage struct {
	form
	Title, About, Button string
	Action               string
	Field                string // name, email or new; "" for a button alone
	Code                 string // the secret of the letter
	Dead                 bool   // the link does not work
}

// A mailKind describes a mail page. key is the prefix for its texts.
type mailKind struct{ key, action, field string }

var (
	resetPage       = mailKind{"mail.lost.", "/reset", "email"}
	passwordPage    = mailKind{"mail.choose.", "/reset/password", "new"}
	confirmPage     = mailKind{"mail.own.", "/account/email/confirm", ""}
	unsubscribePage = mailKind{"mail.end.", "/unsubscribe", ""}
	letterPage      = mailKind{"mail.letter.", "/sign-in/letter", "name"}
	enterPage       = mailKind{"mail.enter.", "/sign-in/link", ""}
)

// A mailAction is the action of a mail page. It returns the secrets for the browser, if any.
type mailAction func(c account.Client, r *http.Request) (account.SignInResult, error)

// withField returns an action that calls do with a form field.
func withField(name string, do func(ctx context.Context, c account.Client, value string) error) mailAction {
	return func(c account.Client, r *http.Request) (account.SignInResult, error) {
		return account.SignInResult{}, do(r.Context(), c, r.PostForm.Get(name))
	}
}

// mailRoutes returns the routes for the mail pages. They respond 404 if the server sends no
// e-mails.
func (s *Pages) mailRoutes() shell.Routes {
	routes := shell.Routes{
		enterPage.action: {"GET": shell.Cheap(s.enterForm), "POST": shell.Cheap(s.enter)},
	}
	for kind, do := range map[mailKind]mailAction{
		passwordPage: func(c account.Client, r *http.Request) (account.SignInResult, error) {
			return s.accounts.ResetPassword(r.Context(), c, r.PostForm.Get("code"), r.PostForm.Get("new"))
		},
		resetPage:   withField("email", s.accounts.RequestReset),
		letterPage:  withField("name", s.accounts.RequestSignIn),
		confirmPage: withField("code", s.accounts.ConfirmEmail),
		unsubscribePage: func(c account.Client, r *http.Request) (account.SignInResult, error) {
			code := r.FormValue("code") // also in the address
			return account.SignInResult{}, s.accounts.Unsubscribe(r.Context(), c, code)
		},
	} {
		routes[kind.action] = map[string]shell.Endpoint{
			"GET": shell.Cheap(func(w http.ResponseWriter, r *http.Request) {
				s.showMail(w, r, http.StatusOK, kind, form{Filled: url.Values{}}, nil)
			}),
			"POST": shell.Cheap(func(w http.ResponseWriter, r *http.Request) { s.doMail(w, r, kind, do) }),
		}
	}
	return routes
}

// showMail shows a mail page. args are the arguments for its texts.
func (s *Pages) showMail(w http.ResponseWriter, r *http.Request, status int, kind mailKind, f form, args i18n.Args) {
	lang, ok := s.Language(w, r, "account/mail")
	if !ok {
		return
	}
	if !s.mails() {
		s.Fail(w, r, web.NotFound())
		return
	}
	text := func(part string) string { return i18n.T(lang, kind.key+part, args) }
	f.Texts = shell.Texts(lang)
	s.Show(w, r, status, "account/mail", mailPage{
		form: f, Title: text("title"), About: text("about"), Button: text("button"), Action: kind.action,
		Field: kind.field,
		Code:  r.FormValue("code"), Dead: status == http.StatusGone || kind == enterPage && status != http.StatusOK,
	})
}

// failMail shows a mail page with an error.
func (s *Pages) failMail(w http.ResponseWriter, r *http.Request, kind mailKind, err error) {
	f := form{Texts: shell.Texts(s.Kind("account/mail").Covering(s.Web.Language(r))), Filled: r.PostForm}
	if f, status, ok := s.complain(w, r, f, err); ok {
		s.showMail(w, r, status, kind, f, i18n.Args{"name": ""})
	}
}

// doMail carries out a mail page's action and shows the result.
func (s *Pages) doMail(w http.ResponseWriter, r *http.Request, kind mailKind, do mailAction) {
	if !s.read(w, r) {
		return
	}
	c, err := s.Web.Caller(r)
	var e account.SignInResult
	if err == nil {
		e, err = do(c.Client, r)
	}
	if err != nil {
		s.failMail(w, r, kind, err)
		return
	}
	if e.Browser != "" {
		setCookies(w, c.SignedIn(e))
	}
	lang := s.Kind("account/mail").Covering(s.Web.Language(r))
	f := form{Filled: r.PostForm, Done: i18n.T(lang, kind.key+"done", nil)}
	s.showMail(w, r, http.StatusOK, kind, f, nil)
}

// enterForm shows the user name for a sign-in link. Only POST uses the link up, because mail
// scanners open links.
func (s *Pages) enterForm(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, web.Unreadable())
		return
	}
	c, err := s.Web.Caller(r)
	var u account.User
	if err == nil {
		u, err = s.accounts.SignInLink(r.Context(), c.Client, r.FormValue("code"))
	}
	if err != nil {
		s.failMail(w, r, enterPage, err)
		return
	}
	s.showMail(w, r, http.StatusOK, enterPage, form{Filled: url.Values{}}, i18n.Args{"name": u.Name})
}

// enter signs in by an e-mailed link.
func (s *Pages) enter(w http.ResponseWriter, r *http.Request) {
	if !s.read(w, r) {
		return
	}
	c, err := s.Web.Caller(r)
	var e account.SignInResult
	if err == nil {
		e, err = s.accounts.SignInByLink(r.Context(), c.Client, r.PostForm.Get("code"))
	}
	if err != nil {
		s.failMail(w, r, enterPage, err)
		return
	}
	setCookies(w, c.SignedIn(e))
	http.Redirect(w, r, "/", http.StatusSeeOther)
}
