package account_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/internal/servertest"
	"rosette/server/account"
	"rosette/server/http/web"
)

// usual are the default limits, except for requests.
var usual = web.Limits{Requests: 1 << 20}

// guess tries a wrong password from one in 500 addresses and reports whether it reached the
// hash.
func (s *site) guess(try int, name string) bool {
	s.Helper()
	b := s.Browser()
	b.Address = fmt.Sprintf("198.51.%d.%d", try%500/250, try%500%250)
	got := b.Refusal("POST", "/api/session", named(name, "wrong horse"))
	if got != "403 account.sign-in.wrong" && got != "429 account.sign-in.too-many" {
		s.Errorf("guess %d: %s", try, got)
	}
	return strings.HasPrefix(got, "403")
}

func TestOfAThousandGuessesADayAtANameTwoHundredReachTheHash(t *testing.T) {
	const day, guesses = 24 * time.Hour, 1000
	for pattern, pause := range map[string]func(try int) time.Duration{
		"evenly": func(int) time.Duration { return day / guesses },
		"in two bursts": func(try int) time.Duration {
			if try == guesses/2 {
				return day - time.Minute
			}
			return 0
		},
	} {
		s := open(t, usual)
		ana, reached := s.member("Ana"), 0
		ana.Address = "203.0.113.7"
		for try := range guesses {
			s.Clock.Advance(pause(try))
			if s.guess(try, "Ana") {
				reached++
			}
			if try%100 == 99 { // the owner's browser is not limited
				ana.Must("DELETE", "/api/session", "")
				ana.Must("POST", "/api/session", named("ANA ", "correct horse"))
			}
		}
		if reached == 0 || reached > 200 {
			t.Errorf("%s: %d of %d guesses reach the hash", pattern, reached, guesses)
		}
		if pattern == "in two bursts" {
			if got := s.Browser().Refusal("POST", "/api/session", named("Ana", "correct horse")); got != "429 account.sign-in.too-many" {
				t.Errorf("a browser that the account does not know: %s", got)
			}
		}
	}
}

// exhausted returns a server where strangers have exhausted the limit for Ana.
func exhausted(t *testing.T) (*site, *servertest.Browser) {
	s := open(t, usual)
	ana := s.member("Ana")
	for try := 0; s.guess(try, "Ana"); try++ {
	}
	return s, ana
}

func TestConfirmingIsLimitedBySessionAlone(t *testing.T) {
	s, ana := exhausted(t)
	stranger := s.Browser()
	stranger.Address = "127.0.0.1"
	for range 40 { // from the same address as Ana
		stranger.Do("POST", "/api/session", named("Nobody", "wrong horse"))
	}
	ana.Must("POST", "/api/account/confirm", `{"password":"correct horse"}`)
	ana.Must("PUT", "/api/account/password", `{"old":"correct horse","new":"another horse"}`)
	thief, codes := ana.Copy(), map[string]int{"403 account.password.wrong": 1} // Ana has tried once
	for range 99 {
		codes[thief.Refusal("POST", "/api/account/confirm", `{"password":"wrong horse"}`)]++
	}
	if codes["403 account.password.wrong"] != 30 || codes["429 account.sign-in.too-many"] != 70 {
		t.Error(codes)
	}
	if got := ana.Refusal("PUT", "/api/account/password", `{"old":"another horse","new":"a third horse"}`); got != "429 account.sign-in.too-many" {
		t.Errorf("the session of the guesses: %s", got)
	}
	ana.Must("DELETE", "/api/session", "")
	ana.Must("POST", "/api/session", named("Ana", "another horse"))
	ana.Must("POST", "/api/account/confirm", `{"password":"another horse"}`)
}

func TestAKnownBrowserHasALimitOfItsOwn(t *testing.T) {
	s := open(t, usual)
	ana, codes := s.member("Ana"), map[string]int{}
	for range 100 {
		codes[ana.Refusal("POST", "/api/session", named("Ana", "wrong horse"))]++
	}
	if codes["403 account.sign-in.wrong"] != 30 || codes["429 account.sign-in.too-many"] != 70 {
		t.Error(codes)
	}
	s.Browser().Must("POST", "/api/session", named("Ana", "correct horse"))
}

func TestPasskeysDoNotWaitForPasswords(t *testing.T) {
	s := open(t, usual)
	for try := range 100 {
		s.Browser().Do("POST", "/api/session", named("Ana", fmt.Sprint("wrong horse ", try)))
	}
	b := s.Browser()
	if got := b.Refusal("POST", "/api/session", named("Ana", "wrong horse")); got != "429 account.sign-in.too-many" {
		t.Fatal(got)
	}
	if w := s.send(true, "POST /api/session/passkey/challenge", "{}"); w.Code != http.StatusOK {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// known reports whether the account knows b. It exhausts the limit by name first.
func known(b *servertest.Browser, name string) bool {
	b.Helper()
	for try := 0; (&site{b.Server}).guess(try, name); try++ {
	}
	return b.Do("POST", "/api/session", named(name, "wrong horse")).Code == http.StatusForbidden
}

func TestABrowserStaysKnownUntilItsUserSignsOutEverywhere(t *testing.T) {
	for what, c := range map[string]struct {
		then        func(s *site, here, other *servertest.Browser)
		here, other bool
	}{
		"signed out": {func(_ *site, here, other *servertest.Browser) {
			here.Must("DELETE", "/api/session", "")
			other.Must("DELETE", "/api/session", "")
		}, true, true},
		"signed out everywhere else": {func(_ *site, here, _ *servertest.Browser) { here.Must("DELETE", "/api/account/sessions", "") }, true, false},
		"another password": {func(_ *site, here, _ *servertest.Browser) {
			here.Must("PUT", "/api/account/password", `{"old":"correct horse","new":"another horse"}`)
		}, true, false},
		"another password by the operator": {func(s *site, _, _ *servertest.Browser) {
			u, err := s.Accounts.UserByName(s.Context(), "Ana")
			if err == nil {
				_, err = s.Accounts.Reset(s.Context(), u)
			}
			if err != nil {
				s.Fatal(err)
			}
		}, false, false},
		"a year later": {func(s *site, here, _ *servertest.Browser) {
			s.Clock.Advance(360 * 24 * time.Hour)
			here.Must("POST", "/api/session", named("Ana", "correct horse"))
			s.Clock.Advance(6 * 24 * time.Hour)
		}, true, false},
		"nothing": {func(*site, *servertest.Browser, *servertest.Browser) {}, true, true},
	} {
		s := open(t, usual)
		here, other := s.member("Ana"), s.Browser()
		other.Must("POST", "/api/session", named("Ana", "correct horse"))
		if c.then(s, here, other); known(here, "Ana") != c.here || known(other, "Ana") != c.other {
			t.Errorf("%s: here %t, elsewhere %t", what, !c.here, !c.other)
		}
	}
}

func TestABrowserIsKnownToEachAccountThatHasSignedInWithIt(t *testing.T) {
	s := open(t, usual)
	s.member("Eva")
	shared := s.member("Ana")
	shared.Must("POST", "/api/account", named("Ben", "correct horse"))
	if !known(shared, "Ana") || !known(shared, "Ben") || known(shared, "Eva") {
		t.Errorf("known to Ana: %t, to Ben: %t, to Eva: %t", known(shared, "Ana"), known(shared, "Ben"), known(shared, "Eva"))
	}
}

func TestAnAccountKnowsTwentyBrowsersByFingerprints(t *testing.T) {
	s := open(t, generous)
	s.member("Ana")
	var secrets []string
	for range 30 {
		w := s.send(true, "POST /api/session", named("Ana", "correct horse"))
		for _, c := range w.Result().Cookies() {
			if strings.HasSuffix(c.Name, "browser") {
				secrets = append(secrets, c.Value)
				if c.Name != "__Host-browser" || !c.HttpOnly || !c.Secure || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" || c.MaxAge < 31_000_000 {
					t.Errorf("%+v", c)
				}
			}
		}
		s.Clock.Advance(time.Second)
	}
	u, err := s.Accounts.UserByName(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := s.Accounts.Store.BelongingsOf(t.Context(), u.ID, account.KindBrowser)
	text, failed := json.Marshal(kept)
	if err != nil || failed != nil || len(secrets) != 30 || len(kept) != 20 || slices.ContainsFunc(secrets, func(secret string) bool {
		return strings.Contains(string(text), secret) || strings.Contains(string(text), account.KeyHash(secret))
	}) {
		t.Errorf("%d secrets, %d are kept: %s, %v", len(secrets), len(kept), text, err)
	}
	for i, secret := range secrets {
		if id, err := s.Accounts.KnownBrowser(t.Context(), "Ana", secret); err != nil || (id != "") != (i >= 10) {
			t.Errorf("browser %d: %q, %v", i, id, err)
		}
	}
	planted := &http.Cookie{Name: "__Host-browser", Value: "short"}
	for _, c := range s.send(true, "POST /api/session", named("Ana", "correct horse"), planted).Result().Cookies() {
		if c.Value == "short" {
			t.Errorf("a secret that the server never made is kept: %v", c)
		}
	}
}

// link requests a sign-in link and returns its code, or "" if no e-mail was sent.
func (p *post) link(name string) string {
	p.Helper()
	if err := p.Accounts.RequestSignIn(p.Context(), p.client(), name); err != nil {
		p.Fatalf("%s: %v", name, err)
	}
	_, secret := p.take()
	return secret
}

// enter signs in by a link and returns the code of the refusal.
func (p *post) enter(secret string) string {
	e, err := p.Accounts.SignInByLink(p.Context(), p.client(), secret)
	if err == nil {
		p.session = e.Session
	}
	return code(err)
}

func TestALinkOfALetterSignsInOnce(t *testing.T) {
	p := openPost(t)
	p.register("Ben") // has no address
	p.register("Ana")
	p.confirmed("ana@example.org")
	p.session = ""
	for _, name := range []string{"Ben", "Nobody", "ana@example.org", "x' OR 1=1"} { // all look alike
		if secret := p.link(name); secret != "" {
			t.Errorf("%s gets a letter", name)
		}
	}
	if got := code(p.Accounts.RequestSignIn(p.Context(), p.client(), " ")); got != "account.name.length" {
		t.Errorf("no name: %q", got)
	}
	secret, other := p.link(" aná "), p.link("Ana")
	for range 2 { // GET does not use the link up
		if u, err := p.Accounts.SignInLink(p.Context(), p.client(), secret); err != nil || u.Name != "Ana" {
			t.Errorf("%+v, %v", u, err)
		}
	}
	if got := p.enter(secret); got != "" {
		t.Fatal(got)
	}
	if v := p.client().Visitor; v.User.Name != "Ana" || v.Session.Method != account.ByLink {
		t.Errorf("%+v", v)
	}
	for what, link := range map[string]string{"twice": secret, "the other one": other, "a wrong one": "x" + secret} {
		if got := p.enter(link); got != "mail.link.used" {
			t.Errorf("%s: %q", what, got)
		}
	}
	late := p.link("Ana")
	p.Clock.Advance(31 * time.Minute)
	if got := p.enter(late); got != "mail.link.used" {
		t.Errorf("half an hour later: %q", got)
	}
	if text := p.Log.String(); strings.Contains(text, secret) || !strings.Contains(text, "by=link") {
		t.Errorf("the log: %s", text)
	}
}

func TestALinkSignsInAtAnyTime(t *testing.T) {
	p := openPost(t)
	p.register("Ana")
	p.confirmed("ana@example.org")
	p.session = ""
	p.Accounts.Limits = account.NewLimits(30, 20, func(_ string, most int, span time.Duration) account.Limiter {
		return web.NewLimiter(most, span, p.Clock.Now)
	})
	codes := map[string]int{}
	for range 60 { // a stranger requests links and tries passwords from the same address
		codes[code(p.Accounts.RequestSignIn(p.Context(), p.client(), "Ana"))]++
		for range 5 {
			_, err := p.Accounts.SignIn(p.Context(), p.client(), "Ana", "wrong horse")
			codes[code(err)]++
		}
		p.Clock.Advance(time.Minute)
	}
	said, secret := p.take()
	if codes["account.sign-in.too-many"] == 0 || codes["mail.sign-in.too-many"] == 0 || len(said) < 3 || len(said) > 6 {
		t.Errorf("%v, letters %q", codes, said)
	}
	if got := p.enter(secret); got != "" {
		t.Errorf("the last letter, whoever has asked for it: %q", got)
	}
}

func TestAnotherPasswordByMailKnowsTheBrowserAlone(t *testing.T) {
	p := openPost(t)
	p.register("Ana")
	p.confirmed("ana@example.org")
	e, err := p.Accounts.SignIn(t.Context(), p.client(), "Ana", "correct horse")
	if err != nil || e.Browser == "" {
		t.Fatalf("%+v, %v", e, err)
	}
	old := e.Browser
	if err := p.Accounts.RequestReset(t.Context(), p.client(), "ana@example.org"); err != nil {
		t.Fatal(err)
	}
	_, secret := p.take()
	p.session = ""
	e, err = p.Accounts.ResetPassword(t.Context(), p.client(), secret, "another horse")
	if err != nil || e.Session != "" || e.Browser == "" {
		t.Fatalf("%+v, %v", e, err)
	}
	cookies := (web.Caller{}).SignedIn(e)
	if len(cookies) != 1 || cookies[0].Name != "browser" || cookies[0].Value != e.Browser {
		t.Errorf("%v", cookies)
	}
	for secret, want := range map[string]bool{old: false, e.Browser: true} {
		if id, err := p.Accounts.KnownBrowser(t.Context(), "Ana", secret); err != nil || (id != "") != want {
			t.Errorf("%q, %v, want known: %t", id, err, want)
		}
	}
}
