package account

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"time"

	"rosette/i18n"
	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/page/shell"
	"rosette/server/refusal"
)

// An accountPage has the data for the user's own account page.
type accountPage struct {
	form
	Name     string
	Page     string // profile address
	Password bool   // whether the account has a password
	Stale    bool   // the user must confirm their identity before sensitive changes
	Sessions []session
	Tongues  []string // languages with a complete translation
	Passkeys []row
	Tokens   []row
	Scopes   []account.Scope
	Secret   string    // of the new token
	Bot      bool      // the account is a bot's
	NoBot    string    // why the account cannot become a bot's, "" if it can
	Away     *vacation // nil on a server without vacations
	Follows  []accounthttp.UserLink
	Blocks   []accounthttp.UserLink
	Email    string // "" for none
	Digests  []digest
}

// Unproven reports whether changes that need a password must wait for a passkey: the account has no
// password, and the session is stale.
func (p accountPage) Unproven() bool { return p.Stale && !p.Password }

// A row is a removable item in a list, such as a passkey or a token.
type row struct{ ID, Label, Note string }

// A session is a sign-in on one device, in words.
type session struct{ ID, Device, Seen, Here string }

// done maps values for the query parameter done to keys for confirmation texts.
var done = map[string]string{
	"vacation-begun": "correspondence.vacation.begun", "vacation-ended": "correspondence.vacation.ended",
	"bot": "bot.done", "email": "mail.asked", "digest": "account.saved", "passkey": "account.passkey.done",
	"removed": "account.removed",
	"closed":  "account.close.done", "profile": "account.saved", "password": "account.password.done",
	"sessions": "account.sessions.done",
}

// ticks are the checkbox fields, by form. Browsers leave out such a field if no box is ticked.
var ticks = map[string]string{"profile": "hidden", "token": "scope"}

// doneOf returns the text that confirms the previous action, or "".
func doneOf(lang string, r *http.Request) string {
	if key, ok := done[r.URL.Query().Get("done")]; ok {
		return i18n.T(lang, key, nil)
	}
	return ""
}

// account shows the user's account.
func (s *Pages) account(w http.ResponseWriter, r *http.Request) {
	s.showAccount(w, r, http.StatusOK, "", func(f form) form { return f })
}

// user returns the sender if it is a user. It redirects others to the sign-in page and returns ok
// false.
func (s *Pages) user(w http.ResponseWriter, r *http.Request) (c web.Caller, ok bool) {
	c, err := s.Web.Caller(r)
	switch {
	case err != nil:
		s.Failed(w, r, err)
	case c.Visitor.User.ID == "":
		to := url.URL{Path: "/sign-in", RawQuery: url.Values{"next": {"/account"}}.Encode()}
		http.Redirect(w, r, to.String(), http.StatusSeeOther)
	default:
		return c, true
	}
	return c, false
}

// showAccount shows the user's account with the form that fill returns, and a new token's secret,
// if any.
func (s *Pages) showAccount(w http.ResponseWriter, r *http.Request, status int, secret string, fill func(form) form) {
	lang, ok := s.Language(w, r, "account/account")
	if !ok {
		return
	}
	c, ok := s.user(w, r)
	if !ok {
		return
	}
	u := c.Visitor.User
	filled := url.Values{
		"about": {u.Profile.About}, "place": {u.Profile.Place}, "zone": {u.Profile.Zone},
		"language": {u.Profile.Language},
		"digest":   {string(u.Digest)}, "scope": {string(account.ScopeRead)},
	}
	if u.Profile.Hidden {
		filled.Set("hidden", "on")
	}
	p := accountPage{
		form: fill(form{
			Texts: shell.Texts(lang), Filled: filled, Done: doneOf(lang, r), Named: named(c), Mails: s.mails(),
		}),
		Name: u.Name, Page: accounthttp.Page(u.Name), Bot: u.Bot, Password: u.Password != "", Tongues: i18n.Complete(),
		Scopes: account.Scopes(),
		Secret: secret, Email: u.Email, Digests: digests,
	}
	err := s.addOwn(r.Context(), c.Visitor, &p)
	if err == nil {
		p.NoBot, err = s.noBot(r.Context(), lang, c.Visitor)
	}
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	s.Show(w, r, status, "account/account", p)
}

// noBot returns the reason why the user's account cannot become a bot's, "" if it can.
func (s *Pages) noBot(ctx context.Context, lang string, v account.Visitor) (string, error) {
	err := s.accounts.MayBecomeBot(ctx, v)
	if refused := refusal.Of(err); refused != nil {
		return i18n.T(lang, refused.Code, refused.Args), nil
	}
	return "", err
}

// addOwn adds the user's account data.
func (s *Pages) addOwn(ctx context.Context, v account.Visitor, p *accountPage) error {
	lang, zone := p.Lang(), v.User.Profile.Zone
	p.Stale = !v.Session.Fresh(s.accounts.Now())
	var err error
	if p.Away, err = s.vacationIn(ctx, v, lang, zone); err != nil {
		return err
	}
	sessions, err := s.accounts.Sessions(ctx, v)
	if err != nil {
		return err
	}
	for _, one := range sessions {
		p.Sessions = append(p.Sessions, sessionIn(lang, one, v, zone))
	}
	made := func(at time.Time) string { return sentence(lang, "account.made", "time", day(lang, at, zone)) }
	passkeys, err := s.accounts.Passkeys(ctx, v)
	if err != nil {
		return err
	}
	for _, one := range passkeys {
		p.Passkeys = append(p.Passkeys, row{one.ID, deviceIn(lang, account.Device(one.Label)), made(one.Created)})
	}
	tokens, err := s.accounts.Tokens(ctx, v)
	if err != nil {
		return err
	}
	for _, one := range tokens {
		note := made(one.Created)
		if !one.Used.IsZero() {
			note += " · " + sentence(lang, "account.sessions.seen", "time", day(lang, one.Used, zone))
		}
		p.Tokens = append(p.Tokens, row{one.ID, one.Label, note})
	}
	follows, blocks, err := s.accounts.Relations(ctx, v)
	p.Follows, p.Blocks = web.ListOf(follows, accounthttp.LinkOf), web.ListOf(blocks, accounthttp.LinkOf)
	return err
}

// sessionIn describes a session in words.
func sessionIn(lang string, one account.Session, v account.Visitor, zone string) session {
	shown := session{ID: one.KeyHash, Device: deviceIn(lang, one.Device)}
	shown.Seen = sentence(lang, "account.sessions.seen", "time", moment(lang, one.Last(), zone))
	if one.KeyHash == v.Session.KeyHash {
		shown.Here = i18n.T(lang, "account.sessions.here", nil)
	}
	return shown
}

// deviceIn describes a device in words.
func deviceIn(lang string, d account.Device) string {
	switch {
	case d.Browser() != "" && d.System() != "":
		return i18n.T(lang, "account.sessions.device", i18n.Args{"browser": d.Browser(), "system": d.System()})
	case d.Browser()+d.System() != "":
		return d.Browser() + d.System()
	}
	return i18n.T(lang, "account.sessions.unknown", nil)
}

// A change is a form on the account page. done is its key in the table done.
type change struct {
	done string
	save func(ctx context.Context, c account.Client, form url.Values) error
}

// changes returns the page's forms by path.
func (s *Pages) changes() map[string]change {
	return map[string]change{
		"/account/password": {"password", func(ctx context.Context, c account.Client, form url.Values) error {
			return s.accounts.SetPassword(ctx, c, form.Get("old"), form.Get("new"))
		}},
		"/account/sessions": {"sessions", func(ctx context.Context, c account.Client, form url.Values) error {
			if id := form.Get("id"); id != "" {
				return s.accounts.EndSession(ctx, c.Visitor, id)
			}
			return s.accounts.EndOtherSessions(ctx, c)
		}},
		"/account/passkeys": {"removed", func(ctx context.Context, c account.Client, form url.Values) error {
			return s.accounts.RemovePasskey(ctx, c, form.Get("id"))
		}},
		"/account/tokens/end": {"removed", func(ctx context.Context, c account.Client, form url.Values) error {
			return s.accounts.RemoveToken(ctx, c.Visitor, form.Get("id"))
		}},
		"/account/bot": {"bot", func(ctx context.Context, c account.Client, form url.Values) error {
			_, err := s.accounts.BecomeBot(ctx, c.Visitor, form.Has("sure"))
			return err
		}},
		"/account/email": {"email", func(ctx context.Context, c account.Client, form url.Values) error {
			return s.accounts.RequestEmail(ctx, c, form.Get("email"), form.Get("password"))
		}},
		"/account/email/remove": {"removed", func(ctx context.Context, c account.Client, form url.Values) error {
			return s.accounts.RemoveEmail(ctx, c.Visitor, form.Get("password"))
		}},
		"/account/digest": {"digest", func(ctx context.Context, c account.Client, form url.Values) error {
			return s.accounts.SetDigest(ctx, c.Visitor, account.Digest(form.Get("digest")))
		}},
	}
}

// userForm reads a form and returns its sender, as user does.
func (s *Pages) userForm(w http.ResponseWriter, r *http.Request) (c web.Caller, ok bool) {
	if !s.read(w, r) {
		return c, false
	}
	return s.user(w, r)
}

// change handles a form on the page. It redirects to the account page, or shows the forms again
// with an error.
func (s *Pages) change(w http.ResponseWriter, r *http.Request, f change) {
	c, ok := s.userForm(w, r)
	if !ok {
		return
	}
	if err := f.save(r.Context(), c.Client, r.PostForm); err != nil {
		s.unchanged(w, r, f.done, err)
		return
	}
	goOn(w, r, "/account", f.done)
}

// unchanged shows the forms again with an error.
func (s *Pages) unchanged(w http.ResponseWriter, r *http.Request, done string, err error) {
	f, status, ok := s.complain(w, r, form{
		Texts: shell.Texts(s.Kind("account/account").Covering(s.Web.Language(r))), Filled: r.PostForm,
	}, err)
	if !ok {
		return
	}
	s.showAccount(w, r, status, "", func(shown form) form {
		shown.Wrong, shown.Why = f.Wrong, f.Why
		shown.Filled.Del(ticks[done])
		maps.Copy(shown.Filled, f.Filled)
		return shown
	})
}

// saveProfile changes the profile.
func (s *Pages) saveProfile(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, change{"profile", func(ctx context.Context, c account.Client, form url.Values) error {
		u, err := s.accounts.SetProfile(ctx, c.Visitor, account.Profile{
			About: form.Get("about"), Place: form.Get("place"), Zone: form.Get("zone"),
			Language: form.Get("language"), Hidden: form.Has("hidden"),
		})
		if err == nil && u.Profile.Language != "" {
			s.Web.SetLanguage(w, r, u.Profile.Language)
		}
		return err
	}})
}

// close closes the account.
func (s *Pages) close(w http.ResponseWriter, r *http.Request) {
	c, ok := s.userForm(w, r)
	if !ok {
		return
	}
	if err := s.accounts.CloseOwn(r.Context(), c.Visitor, r.PostForm.Get("password")); err != nil {
		s.unchanged(w, r, "close", err)
		return
	}
	setCookies(w, c.SignedOut())
	goOn(w, r, "/sign-in", "closed")
}

// newToken makes a token and shows its secret on the page, never in an address.
func (s *Pages) newToken(w http.ResponseWriter, r *http.Request) {
	c, ok := s.userForm(w, r)
	if !ok {
		return
	}
	var scopes []account.Scope
	for _, scope := range r.PostForm["scope"] {
		scopes = append(scopes, account.Scope(scope))
	}
	secret, err := s.accounts.NewToken(r.Context(), c.Client, r.PostForm.Get("label"), scopes)
	if err != nil {
		s.unchanged(w, r, "token", err)
		return
	}
	s.showAccount(w, r, http.StatusOK, secret, func(f form) form { return f })
}

// export sends the user's data.
func (s *Pages) export(w http.ResponseWriter, r *http.Request) {
	c, ok := s.user(w, r)
	if !ok {
		return
	}
	if err := s.exporter.Send(w, r, c.Visitor); err != nil {
		s.Failed(w, r, err)
	}
}
