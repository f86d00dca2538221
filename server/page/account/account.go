package account

import (
	"errors"
	"maps"
	"net/http"
	"net/url"

	"rosette/i18n"
	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/page/shell"
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

// user returns the user of a request. One who is not signed in is sent to do so, and ok
// is false.
func (s *Pages) user(w http.ResponseWriter, r *http.Request) (u account.User, ok bool) {
	u, _, err := s.people.User(r)
	if err == nil {
		return u, true
	}
	if v, failed := s.people.Visitor(r); failed != nil || v.User.ID != "" {
		s.Failed(w, r, err)
		return u, false
	}
	to := url.URL{Path: "/sign-in", RawQuery: url.Values{"next": {"/account"}}.Encode()}
	http.Redirect(w, r, to.String(), http.StatusSeeOther)
	return u, false
}

// showAccount shows one's account with the form that fill returns, and the secret of a
// token that was made.
func (s *Pages) showAccount(w http.ResponseWriter, r *http.Request, status int, secret string, fill func(form) form) {
	lang, ok := s.Language(w, r, "account/account")
	if !ok {
		return
	}
	u, ok := s.user(w, r)
	if !ok {
		return
	}
	filled := url.Values{
		"about": {u.Profile.About}, "place": {u.Profile.Place}, "zone": {u.Profile.Zone}, "language": {u.Profile.Language},
		"digest": {string(u.Digest)}, "scope": {string(account.ScopeRead)},
	}
	if u.Profile.Hidden {
		filled.Set("hidden", "on")
	}
	p := accountPage{
		form: fill(form{Texts: shell.Texts(lang), Filled: filled, Done: doneOf(lang, r), Named: s.named(r), Mails: s.people.Mails()}),
		Name: u.Name, Page: accounthttp.Page(u.Name), Bot: u.Bot, Password: u.Password != "", Tongues: i18n.Complete(), Scopes: account.Scopes(),
		Secret: secret, Email: u.Email, Digests: digests,
	}
	err := s.addOwn(r, &p, u.Profile.Zone)
	if err == nil {
		p.NoBot, err = s.noBot(r, lang, u)
	}
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	s.Show(w, r, status, "account/account", p)
}

// noBot says why the account of a user cannot become a bot's; "" if it can.
func (s *Pages) noBot(r *http.Request, lang string, u account.User) (string, error) {
	err := s.people.MayBeBot(r.Context(), u)
	var p web.Problem
	if errors.As(err, &p) && p.Status < http.StatusInternalServerError {
		return p.In(lang).Detail, nil
	}
	return "", err
}

// addOwn adds what the user of a request has.
func (s *Pages) addOwn(r *http.Request, p *accountPage, zone string) error {
	_, v, err := s.people.User(r)
	if err != nil {
		return err
	}
	p.Stale = s.people.Fresh(v) != nil
	sessions, err := s.people.Sessions(r)
	if err != nil {
		return err
	}
	if p.Away, err = s.vacationIn(r.Context(), v, p.Lang(), zone); err != nil {
		return err
	}
	for _, one := range sessions {
		p.Sessions = append(p.Sessions, sessionIn(p.Lang(), one, zone))
	}
	made := func(at int64) string { return sentence(p.Lang(), "account.made", "time", day(p.Lang(), at, zone)) }
	passkeys, err := s.people.Passkeys(r)
	if err != nil {
		return err
	}
	for _, one := range passkeys {
		p.Passkeys = append(p.Passkeys, row{one.ID, deviceIn(p.Lang(), account.Device(one.Label)), made(one.Created)})
	}
	tokens, err := s.people.Tokens(r)
	if err != nil {
		return err
	}
	for _, one := range tokens {
		note := made(one.Created)
		if one.Used != 0 {
			note += " · " + sentence(p.Lang(), "account.sessions.seen", "time", day(p.Lang(), one.Used, zone))
		}
		p.Tokens = append(p.Tokens, row{one.ID, one.Label, note})
	}
	p.Follows, p.Blocks, err = s.people.Related(r)
	return err
}

// sessionIn returns a session in words.
func sessionIn(lang string, one accounthttp.Session, zone string) session {
	shown := session{ID: one.ID, Device: deviceIn(lang, account.Device(one.Browser+"/"+one.System))}
	shown.Seen = sentence(lang, "account.sessions.seen", "time", moment(lang, one.Seen, zone))
	if one.Here {
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

// change answers a form of one's account: it goes on and says what was done, or shows
// the forms again.
func (s *Pages) change(w http.ResponseWriter, r *http.Request, what string, save func() error) {
	if !s.read(w, r) {
		return
	}
	if _, ok := s.user(w, r); !ok {
		return
	}
	err := save()
	if err == nil {
		goOn(w, r, "/account", what)
		return
	}
	f, status, ok := s.complain(w, r, form{Texts: shell.Texts(s.Kind("account/account").Covering(s.Web.Language(r))), Filled: r.PostForm}, err)
	if !ok {
		return
	}
	s.showAccount(w, r, status, "", func(shown form) form {
		shown.Wrong, shown.Why = f.Wrong, f.Why
		shown.Filled.Del(ticks[what])
		maps.Copy(shown.Filled, f.Filled)
		return shown
	})
}

// saveProfile changes what one says about oneself.
func (s *Pages) saveProfile(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "profile", func() error {
		u, err := s.people.SetProfile(r, accounthttp.Profile{
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
	s.change(w, r, "password", func() error {
		return s.people.SetPassword(r, accounthttp.NewPassword{Old: r.PostForm.Get("old"), New: r.PostForm.Get("new")})
	})
}

// makeBot makes the account a bot's.
func (s *Pages) makeBot(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "bot", func() error {
		_, err := s.people.MakeBot(r, accounthttp.NewBot{Sure: r.PostForm.Has("sure")})
		return err
	})
}

// endSessions signs out on other devices.
func (s *Pages) endSessions(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "sessions", func() error { return s.people.EndSessions(r, r.PostForm.Get("id")) })
}

// close closes the account.
func (s *Pages) close(w http.ResponseWriter, r *http.Request) {
	if !s.read(w, r) {
		return
	}
	cookie, err := s.people.Close(r, r.PostForm.Get("password"))
	if err != nil {
		s.change(w, r, "close", func() error { return err })
		return
	}
	http.SetCookie(w, cookie)
	goOn(w, r, "/sign-in", "closed")
}

// removePasskey removes a passkey.
func (s *Pages) removePasskey(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "removed", func() error { return s.people.RemovePasskey(r, r.PostForm.Get("id")) })
}

// removeToken removes a token.
func (s *Pages) removeToken(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, "removed", func() error { return s.people.RemoveToken(r, r.PostForm.Get("id")) })
}

// newToken makes a token and shows its secret, which is in no address.
func (s *Pages) newToken(w http.ResponseWriter, r *http.Request) {
	if !s.read(w, r) {
		return
	}
	if _, ok := s.user(w, r); !ok {
		return
	}
	wanted := accounthttp.NewToken{Label: r.PostForm.Get("label")}
	for _, scope := range r.PostForm["scope"] {
		wanted.Scopes = append(wanted.Scopes, account.Scope(scope))
	}
	secret, err := s.people.NewToken(r, wanted)
	if err != nil {
		s.change(w, r, "token", func() error { return err })
		return
	}
	s.showAccount(w, r, http.StatusOK, secret, func(f form) form { return f })
}

// export sends all that one has.
func (s *Pages) export(w http.ResponseWriter, r *http.Request) {
	if _, ok := s.user(w, r); !ok {
		return
	}
	if err := s.people.Export(w, r); err != nil {
		s.Failed(w, r, err)
	}
}
