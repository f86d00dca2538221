package account

import (
	"cmp"
	"context"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"

	"rosette/i18n"
	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/page/shell"
	"rosette/server/refusal"
)

// A tab is a part of the account page with an address of its own. The text account.tab.NAME is its
// title.
type tab struct{ Name, Path string }

// The tabs, in order.
var (
	tabYou      = tab{"you", "/account"}
	tabSecurity = tab{"security", "/account/security"}
	tabPrograms = tab{"programs", "/account/programs"}
	tabData     = tab{"data", "/account/data"}
	tabs        = []tab{tabYou, tabSecurity, tabPrograms, tabData}
)

// An accountPage has the data for a tab of the user's own account page.
type accountPage struct {
	form
	Tab      tab
	Tabs     []tab
	Name     string
	Page     string // profile address
	Face     template.HTML
	Faces    []face
	Welcome  bool // the account is new
	Password bool // whether the account has a password
	Stale    bool // the user must confirm their identity before sensitive changes
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

// ZoneNote returns the sentence about the time zone in which the page shows times.
func (p accountPage) ZoneNote() string {
	return sentence(p.Lang(), "account.zone.note", "zone", cmp.Or(p.Value("zone"), "UTC"))
}

// A face is a flower to choose from.
type face struct {
	ID      string
	Picture template.HTML
}

// allFaces returns the flowers that users can choose from.
func allFaces() []face {
	return web.ListOf(account.Faces(), func(id string) face { return face{id, shell.FaceOf(id)} })
}

// A row is a removable item in a list, such as a passkey or a token.
type row struct{ ID, Label, Note string }

// A session is a sign-in on one device, in words.
type session struct{ ID, Device, Seen, Here string }

// done maps values for the query parameter done to keys for confirmation texts.
var done = map[string]string{
	"vacation-begun": "correspondence.vacation.begun", "vacation-ended": "correspondence.vacation.ended",
	"bot": "bot.done", "email": "mail.asked", "digest": "account.saved", "passkey": "account.passkey.done",
	"removed": "account.removed", welcome: "account.welcome",
	"closed": "account.close.done", "profile": "account.saved", "password": "account.password.done",
	"sessions": "account.sessions.done",
}

// welcome is the value of done after the registration.
const welcome = "welcome"

// ticks are the checkbox fields, by form. Browsers leave out such a field if no box is ticked.
var ticks = map[string]string{"profile": "hidden", "token": "scope"}

// doneOf returns the text that confirms the previous action, or "".
func doneOf(lang string, r *http.Request) string {
	if key, ok := done[r.URL.Query().Get("done")]; ok {
		return i18n.T(lang, key, nil)
	}
	return ""
}

// tab returns the handler that shows a tab of the user's account.
func (s *Pages) tab(t tab) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.showAccount(w, r, view{tab: t, status: http.StatusOK})
	}
}

// user returns the sender if it is a user. It redirects others to the sign-in page and returns ok
// false.
func (s *Pages) user(w http.ResponseWriter, r *http.Request) (c web.Caller, ok bool) {
	c, err := s.Web.Caller(r)
	switch {
	case err != nil:
		s.Failed(w, r, err)
	case c.Visitor.User.ID == "":
		next := url.Values{"next": {tabYou.Path}}
		if slices.ContainsFunc(tabs, func(t tab) bool { return t.Path == r.URL.Path }) {
			next.Set("next", r.URL.Path)
		}
		to := url.URL{Path: "/sign-in", RawQuery: next.Encode()}
		http.Redirect(w, r, to.String(), http.StatusSeeOther)
	default:
		return c, true
	}
	return c, false
}

// A view is a tab of the account page in a certain state.
type view struct {
	tab    tab
	status int
	secret string          // of a new token, "" for none
	fill   func(form) form // changes the forms' values and errors, nil for the stored values
}

// showAccount shows a view of the user's account.
func (s *Pages) showAccount(w http.ResponseWriter, r *http.Request, shown view) {
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
		"language": {u.Profile.Language}, "face": {u.Face()},
		"digest": {string(u.Digest)}, "scope": {string(account.ScopeRead)},
	}
	if u.Profile.Hidden {
		filled.Set("hidden", "on")
	}
	p := accountPage{
		form: form{
			Texts: shell.Texts(lang), Filled: filled, Done: doneOf(lang, r), Named: named(c), Mails: s.mails(),
		},
		Tab: shown.tab, Tabs: tabs, Name: u.Name, Page: accounthttp.Page(u.Name), Face: shell.Face(u), Bot: u.Bot,
		Password: u.Password != "", Tongues: i18n.Complete(), Scopes: account.Scopes(),
		Secret: shown.secret, Email: u.Email, Digests: digests,
		Welcome: r.URL.Query().Get("done") == welcome,
	}
	if shown.fill != nil {
		p.form = shown.fill(p.form)
	}
	p.Stale = !c.Visitor.Session.Fresh(s.accounts.Now())
	if err := s.addTab(r.Context(), c.Visitor, &p); err != nil {
		s.Failed(w, r, err)
		return
	}
	s.Show(w, r, shown.status, "account/account", p)
}

// noBot returns the reason why the user's account cannot become a bot's, "" if it can.
func (s *Pages) noBot(ctx context.Context, lang string, v account.Visitor) (string, error) {
	err := s.accounts.MayBecomeBot(ctx, v)
	if refused := refusal.Of(err); refused != nil {
		return i18n.T(lang, refused.Code, refused.Args), nil
	}
	return "", err
}

// addTab adds the data for the tab.
func (s *Pages) addTab(ctx context.Context, v account.Visitor, p *accountPage) (err error) {
	switch p.Tab {
	case tabYou:
		p.Faces = allFaces()
		if p.Away, err = s.vacationIn(ctx, v, p.Lang(), v.User.Profile.Zone); err != nil {
			return err
		}
		follows, blocks, err := s.accounts.Relations(ctx, v)
		p.Follows, p.Blocks = web.ListOf(follows, accounthttp.LinkOf), web.ListOf(blocks, accounthttp.LinkOf)
		return err
	case tabSecurity:
		return s.addSecurity(ctx, v, p)
	case tabPrograms:
		return s.addPrograms(ctx, v, p)
	}
	return nil
}

// addSecurity adds the user's sessions and passkeys.
func (s *Pages) addSecurity(ctx context.Context, v account.Visitor, p *accountPage) error {
	lang, zone := p.Lang(), v.User.Profile.Zone
	sessions, err := s.accounts.Sessions(ctx, v)
	if err != nil {
		return err
	}
	for _, one := range sessions {
		p.Sessions = append(p.Sessions, sessionIn(lang, one, v, zone))
	}
	passkeys, err := s.accounts.Passkeys(ctx, v)
	for _, one := range passkeys {
		p.Passkeys = append(p.Passkeys, row{
			one.ID, deviceIn(lang, account.Device(one.Label)), madeIn(lang, one.Created, zone),
		})
	}
	return err
}

// addPrograms adds the user's tokens, and whether the account can become a bot's.
func (s *Pages) addPrograms(ctx context.Context, v account.Visitor, p *accountPage) error {
	lang, zone := p.Lang(), v.User.Profile.Zone
	tokens, err := s.accounts.Tokens(ctx, v)
	if err != nil {
		return err
	}
	for _, one := range tokens {
		note := madeIn(lang, one.Created, zone)
		if !one.Used.IsZero() {
			note += " · " + sentence(lang, "account.sessions.seen", "time", day(lang, one.Used, zone))
		}
		p.Tokens = append(p.Tokens, row{one.ID, one.Label, note})
	}
	p.NoBot, err = s.noBot(ctx, lang, v)
	return err
}

// madeIn returns the text about the day on which something was made.
func madeIn(lang string, at time.Time, zone string) string {
	return sentence(lang, "account.made", "time", day(lang, at, zone))
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
	tab  tab
	done string
	save func(ctx context.Context, c account.Client, form url.Values) error
}

// changes returns the forms for a user's settings and programs by path.
func (s *Pages) changes() map[string]change {
	return map[string]change{
		"/account/zone": {
			tabYou, "profile",
			func(ctx context.Context, c account.Client, form url.Values) error {
				return s.accounts.SetZone(ctx, c.Visitor.User, form.Get("zone"))
			},
		},
		"/account/tokens/end": {
			tabPrograms, "removed",
			func(ctx context.Context, c account.Client, form url.Values) error {
				return s.accounts.RemoveToken(ctx, c.Visitor, form.Get("id"))
			},
		},
		"/account/bot": {
			tabPrograms, "bot",
			func(ctx context.Context, c account.Client, form url.Values) error {
				_, err := s.accounts.BecomeBot(ctx, c.Visitor, form.Has("sure"))
				return err
			},
		},
	}
}

// securityChanges returns the forms for signing in by path.
func (s *Pages) securityChanges() map[string]change {
	return map[string]change{
		"/account/password": {
			tabSecurity, "password",
			func(ctx context.Context, c account.Client, form url.Values) error {
				return s.accounts.SetPassword(ctx, c, form.Get("old"), form.Get("new"))
			},
		},
		"/account/sessions": {
			tabSecurity, "sessions",
			func(ctx context.Context, c account.Client, form url.Values) error {
				if id := form.Get("id"); id != "" {
					return s.accounts.EndSession(ctx, c.Visitor, id)
				}
				return s.accounts.EndOtherSessions(ctx, c)
			},
		},
		"/account/passkeys": {
			tabSecurity, "removed",
			func(ctx context.Context, c account.Client, form url.Values) error {
				return s.accounts.RemovePasskey(ctx, c, form.Get("id"))
			},
		},
		"/account/email": {
			tabSecurity, "email",
			func(ctx context.Context, c account.Client, form url.Values) error {
				return s.accounts.RequestEmail(ctx, c, form.Get("email"), form.Get("password"))
			},
		},
		"/account/email/remove": {
			tabSecurity, "removed",
			func(ctx context.Context, c account.Client, form url.Values) error {
				return s.accounts.RemoveEmail(ctx, c.Visitor, form.Get("password"))
			},
		},
		"/account/digest": {
			tabSecurity, "digest",
			func(ctx context.Context, c account.Client, form url.Values) error {
				return s.accounts.SetDigest(ctx, c.Visitor, account.Digest(form.Get("digest")))
			},
		},
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
		s.unchanged(w, r, f.tab, f.done, err)
		return
	}
	goOn(w, r, f.tab.Path, f.done)
}

// unchanged shows a tab's forms again with an error.
func (s *Pages) unchanged(w http.ResponseWriter, r *http.Request, t tab, done string, err error) {
	f, status, ok := s.complain(w, r, form{
		Texts: shell.Texts(s.Kind("account/account").Covering(s.Web.Language(r))), Filled: r.PostForm, Back: t.Path,
	}, err)
	if !ok {
		return
	}
	s.showAccount(w, r, view{tab: t, status: status, fill: func(shown form) form {
		shown.Wrong, shown.Why = f.Wrong, f.Why
		shown.Filled.Del(ticks[done])
		maps.Copy(shown.Filled, f.Filled)
		return shown
	}})
}

// saveProfile changes the profile.
func (s *Pages) saveProfile(w http.ResponseWriter, r *http.Request) {
	s.change(w, r, change{tabYou, "profile", func(ctx context.Context, c account.Client, form url.Values) error {
		u, err := s.accounts.SetProfile(ctx, c.Visitor, account.Profile{
			About: form.Get("about"), Place: form.Get("place"), Zone: form.Get("zone"),
			Language: form.Get("language"), Hidden: form.Has("hidden"), Face: form.Get("face"),
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
		s.unchanged(w, r, tabData, "close", err)
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
		s.unchanged(w, r, tabPrograms, "token", err)
		return
	}
	s.showAccount(w, r, view{tab: tabPrograms, status: http.StatusOK, secret: secret})
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
