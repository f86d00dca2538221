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

// An accountPage is what one has of one's own.
type accountPage struct {
	form
	Name     string
	Page     string // address of the profile
	Password bool   // there is one
	Stale    bool   // the user has to confirm that it is he before he changes what matters
	Sessions []session
	Tongues  []string // those in which all can be read
	Passkeys []row
	Tokens   []row
	Scopes   []account.Scope
	Secret   string    // of the token that was made
	Bot      bool      // it is a bot's
	NoBot    string    // why it cannot become a bot's, \"\" if it can
	Away     *vacation // nil on a server without vacations
	Follows  []accounthttp.UserLink
	Blocks   []accounthttp.UserLink
	Email    string // "" for none
	Digests  []digest
}

// Unproven reports whether what needs the password has to wait for a passkey: there is no
// password, and the session is stale.
func (p accountPage) Unproven() bool { return p.Stale && !p.Password }

// A row is something that one has and may remove.
type row struct{ ID, Label, Note string }

// A session is where one is signed in.
type session struct{ ID, Device, Seen, Here string }

// done are the keys of what the page may say was done.
var done = map[string]string{
	"vacation-begun": "correspondence.vacation.begun", "vacation-ended": "correspondence.vacation.ended",
	"bot": "bot.done", "email": "mail.asked", "digest": "account.saved", "passkey": "account.passkey.done", "removed": "account.removed",
	"closed": "account.close.done", "profile": "account.saved", "password": "account.password.done", "sessions": "account.sessions.done",
}

// ticks are the fields of a form that is not sent with it where none is ticked, by what
// the form does.
var ticks = map[string]string{"profile": "hidden", "token": "scope"}

// doneOf returns what was done before a page is shown.
func doneOf(lang string, r *http.Request) string {
	if key, ok := done[r.URL.Query().Get("done")]; ok {
		return i18n.T(lang, key, nil)
	}
	return ""
}

// account shows one's account.
func (s *Pages) account(w http.ResponseWriter, r *http.Request) {
	s.showAccount(w, r, http.StatusOK, "", func(f form) form { return f })
}

// user returns the sender of a request, who is a user. Others are sent to sign in, and ok is
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

// showAccount shows one's account with the form that fill returns, and the secret of a
// token that was made.
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
		"about": {u.Profile.About}, "place": {u.Profile.Place}, "zone": {u.Profile.Zone}, "language": {u.Profile.Language},
		"digest": {string(u.Digest)}, "scope": {string(account.ScopeRead)},
	}
	if u.Profile.Hidden {
		filled.Set("hidden", "on")
	}
	p := accountPage{
		form: fill(form{Texts: shell.Texts(lang), Filled: filled, Done: doneOf(lang, r), Named: named(c), Mails: s.mails()}),
		Name: u.Name, Page: accounthttp.Page(u.Name), Bot: u.Bot, Password: u.Password != "", Tongues: i18n.Complete(), Scopes: account.Scopes(),
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

// noBot returns the reason why the account of the user cannot become a bot's, "" if it can.
func (s *Pages) noBot(ctx context.Context, lang string, v account.Visitor) (string, error) {
	err := s.accounts.MayBecomeBot(ctx, v)
	if refused := refusal.Of(err); refused != nil {
		return i18n.T(lang, refused.Code, refused.Args), nil
	}
	return "", err
}

// addOwn adds what the account of the user has.
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

// sessionIn returns a session of the user in words.
func sessionIn(lang string, one account.Session, v account.Visitor, zone string) session {
	shown := session{ID: one.KeyHash, Device: deviceIn(lang, one.Device)}
	shown.Seen = sentence(lang, "account.sessions.seen", "time", moment(lang, one.Last(), zone))
	if one.KeyHash == v.Session.KeyHash {
		shown.Here = i18n.T(lang, "account.sessions.here", nil)
	}
	return shown
}

// deviceIn returns a device in words.
func deviceIn(lang string, d account.Device) string {
	switch {
	case d.Browser() != "" && d.System() != "":
		return i18n.T(lang, "account.sessions.device", i18n.Args{"browser": d.Browser(), "system": d.System()})
	case d.Browser()+d.System() != "":
		return d.Browser() + d.System()
	}
	return i18n.T(lang, "account.sessions.unknown", nil)
}

// change answers a form of the page of an account: it goes on, or shows the forms again. done
// is the change.
func (s *Pages) change(w http.ResponseWriter, r *http.Request, done string, save func(c account.Client) error) {
	if !s.read(w, r) {
		return
	}
	c, ok := s.user(w, r)
	if !ok {
		return
	}
	if err := save(c.Client); err != nil {
		s.unchanged(w, r, done, err)
		return
	}
	goOn(w, r, "/account", done)
}

// unchanged shows the forms of the page again after an error of one of them.
func (s *Pages) unchanged(w http.ResponseWriter, r *http.Request, done string, err error) {
	f, status, ok := s.complain(w, r, form{Texts: shell.Texts(s.Kind("account/account").Covering(s.Web.Language(r))), Filled: r.PostForm}, err)
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
	s.change(w, r, "profile", func(c account.Client) error {
		u, err := s.accounts.SetProfile(r.Context(), c.Visitor, account.Profile{
			About: r.PostForm.Get("about"), Place: r.PostForm.Get("place"), Zone: r.PostForm.Get("zone"),
			Language: r.PostForm.Get("language"), Hidden: r.PostForm.Has("hidden"),
		})
		if err == nil && u.Profile.Language != "" {
			s.Web.SetLanguage(w, r, u.Profile.Language)
		}
		return err
	})
}

// savePassword changes the password.
func (s *Pages) savePassword(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "password", func(c account.Client) error {
		return s.accounts.SetPassword(r.Context(), c, r.PostForm.Get("old"), r.PostForm.Get("new"))
	})
}

// makeBot makes the account a bot's.
func (s *Pages) makeBot(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "bot", func(c account.Client) error {
		_, err := s.accounts.BecomeBot(r.Context(), c.Visitor, r.PostForm.Has("sure"))
		return err
	})
}

// endSessions signs out on another device, or on all of them.
func (s *Pages) endSessions(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "sessions", func(c account.Client) error {
		if id := r.PostForm.Get("id"); id != "" {
			return s.accounts.EndSession(r.Context(), c.Visitor, id)
		}
		return s.accounts.SignOutElsewhere(r.Context(), c)
	})
}

// close closes the account.
func (s *Pages) close(w http.ResponseWriter, r *http.Request) {
	if !s.read(w, r) {
		return
	}
	c, ok := s.user(w, r)
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

// removePasskey removes a passkey.
func (s *Pages) removePasskey(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "removed", func(c account.Client) error {
		return s.accounts.RemovePasskey(r.Context(), c, r.PostForm.Get("id"))
	})
}

// removeToken removes a token.
func (s *Pages) removeToken(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "removed", func(c account.Client) error {
		return s.accounts.RemoveToken(r.Context(), c.Visitor, r.PostForm.Get("id"))
	})
}

// newToken makes a token and shows its secret, which is in no address.
func (s *Pages) newToken(w http.ResponseWriter, r *http.Request) {
	if !s.read(w, r) {
		return
	}
	c, ok := s.user(w, r)
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

// export sends the data of the account.
func (s *Pages) export(w http.ResponseWriter, r *http.Request) {
	c, ok := s.user(w, r)
	if !ok {
		return
	}
	if err := s.exporter.Send(w, r, c.Visitor); err != nil {
		s.Failed(w, r, err)
	}
}
