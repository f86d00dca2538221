package account_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/internal/servertest"
	"rosette/server"
	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/store/tables"
)

// A site is a server with a clock that stands still until a test moves it.
type site struct{ *servertest.Server }

func open(t *testing.T, limits web.Limits) *site {
	t.Helper()
	s := servertest.New(t, func(c *server.Config) { c.Limits, c.TrustProxy = limits, true })
	s.Clock.Freeze(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
	return &site{s}
}

// generous are limits that no test reaches by accident.
var generous = web.Limits{Requests: 1 << 20, SignIns: 1 << 20, SignUps: 1 << 20}

// named returns the body of a registration or a sign-in.
func named(name, password string) string {
	data, err := json.Marshal(accounthttp.Credentials{Name: name, Password: password})
	if err != nil {
		panic(err)
	}
	return string(data)
}

// member registers a user.
func (s *site) member(name string) *servertest.Browser {
	s.Helper()
	b := s.Browser()
	b.Must("POST", "/api/account", named(name, "correct horse"))
	return b
}

// guest gives a browser the session of a new guest and returns the actor.
func guest(b *servertest.Browser) string {
	b.Helper()
	b.Begin(account.NewGuest(), wire.GuestCookie)
	return b.Actor
}

func TestWhoRegistersIsSignedIn(t *testing.T) {
	s := open(t, generous)
	b := s.member("Zoé")
	if text := b.Must("GET", "/api/account", ""); !strings.Contains(text, `"name":"Zoé"`) {
		t.Error(text)
	}
	again := s.Browser()
	again.Must("POST", "/api/session", named("ZOE", "correct horse"))
	if text := again.Must("GET", "/api/account/sessions", ""); strings.Count(text, `"browser":"Firefox","system":"Linux"`) != 2 {
		t.Error(text)
	}
	again.Must("DELETE", "/api/session", "")
	if got := again.Refusal("GET", "/api/account", ""); got != "401 account.sign-in.first" {
		t.Error(got)
	}
	for body, want := range map[string]string{
		named("zoe", "correct horse"):        "409 account.name.taken",
		named("admin", "correct horse"):      "422 account.name.reserved",
		named("<b>x</b>", "correct horse"):   "422 account.name.letters",
		named("x' OR 1=1", "correct horse"):  "422 account.name.letters",
		named("An\u202ena", "correct horse"): "422 account.name.letters",
		named("Ana", "short"):                "422 account.password.short",
		named("Ana", "12345678"):             "422 account.password.common",
		named("Anabella", "anabella"):        "422 account.password.name",
		`{"name":"Ana"}`:                     "422 api.missing-field",
		`{"name":"Ana","password":1}`:        "422 api.wrong-type",
		`{`:                                  "400 api.bad-json",
	} {
		if got := s.Browser().Refusal("POST", "/api/account", body); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

func TestASignInDoesNotRevealWhoHasAnAccount(t *testing.T) {
	s := open(t, generous)
	s.member("Ana")
	closed := s.member("Ben")
	closed.Must("POST", "/api/account/close", `{"password":"correct horse"}`)
	for _, body := range []string{
		named("Ana", "wrong horse"), named("Nobody", "wrong horse"), named("", ""), named("Ben", "correct horse"),
		named("Ana' OR '1'='1' --", "correct horse"), named("Ana", strings.Repeat("x", 900)), named("\u202eanA", "correct horse"),
	} {
		if got := s.Browser().Refusal("POST", "/api/session", body); got != "403 account.sign-in.wrong" {
			t.Errorf("%s: %s", body, got)
		}
	}
}

func TestAThousandWrongPasswordsAreLimited(t *testing.T) {
	s := open(t, web.Limits{Requests: 1 << 20})
	s.member("Ana")
	b := s.Browser()
	other := s.Browser()
	codes := map[string]int{}
	b.Address, other.Address = "192.0.2.1", "192.0.2.2"
	for range 1000 {
		codes[b.Refusal("POST", "/api/session", named("Ana", "wrong horse"))]++
	}
	if codes["403 account.sign-in.wrong"] != 30 || codes["429 account.sign-in.too-many"] != 970 {
		t.Error(codes)
	}
	if got := b.Refusal("POST", "/api/session", named("Ana", "correct horse")); got != "429 account.sign-in.too-many" {
		t.Error(got)
	}
	other.Must("POST", "/api/session", named("Ana", "correct horse")) // the right password
	s.Clock.Advance(10 * time.Minute)
	b.Must("POST", "/api/session", named("Ana", "correct horse"))
	if text := s.Log.String(); strings.Contains(text, "horse") {
		t.Errorf("the log has a password: %s", text)
	}
}

func TestAGuestKeepsHisGames(t *testing.T) {
	s := open(t, generous)
	b := s.Browser()
	actor := guest(b)
	b.Must("POST", "/api/account", named("Ana", "correct horse"))
	ana, err := s.Accounts.UserByName(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	if guests, err := s.Accounts.GuestsOf(t.Context(), ana.ID); err != nil || !slices.Equal(guests, []string{actor}) {
		t.Errorf("%q, %v; want %s", guests, err, actor)
	}
	sessions, err := tables.Accounts(s.Store).SessionsOf(t.Context(), actor)
	if err != nil || len(sessions) != 0 {
		t.Errorf("the guest is still signed in: %+v, %v", sessions, err)
	}
	// After signing out the visitor is a new guest, whose games go to the next user who signs in.
	b.Must("DELETE", "/api/session", "")
	s.Clock.Advance(time.Minute)
	second := guest(b)
	b.Must("POST", "/api/session", named("Ana", "correct horse"))
	if guests, err := s.Accounts.GuestsOf(t.Context(), ana.ID); err != nil || !slices.Equal(guests, []string{actor, second}) {
		t.Errorf("%q, %v", guests, err)
	}
}

func TestASessionIsRenewedEndedAndExpires(t *testing.T) {
	s := open(t, generous)
	one := s.member("Ana")
	two := s.Browser()
	two.Must("POST", "/api/session", named("Ana", "correct horse"))
	two.Must("POST", "/api/session", named("Ana", "correct horse")) // ends the one before
	var sessions []accounthttp.Session
	list := func(b *servertest.Browser) []accounthttp.Session {
		sessions = nil
		if err := json.Unmarshal([]byte(b.Must("GET", "/api/account/sessions", "")), &sessions); err != nil {
			t.Fatal(err)
		}
		return sessions
	}
	if len(list(two)) != 2 {
		t.Fatalf("%+v", sessions)
	}
	other := sessions[slices.IndexFunc(sessions, func(s accounthttp.Session) bool { return !s.Here })].ID
	stranger := s.member("Ben")
	stranger.Must("DELETE", "/api/account/sessions/"+other, "") // another user's session
	if len(list(one)) != 2 {
		t.Error("somebody else ended a session")
	}
	two.Must("DELETE", "/api/account/sessions/"+other, "")
	if got := one.Refusal("GET", "/api/account", ""); got != "401 account.sign-in.first" {
		t.Error(got)
	}
	one.Must("POST", "/api/session", named("Ana", "correct horse"))
	one.Must("PUT", "/api/account/password", `{"old":"correct horse","new":"another horse"}`)
	if got := two.Refusal("GET", "/api/account", ""); got != "401 account.sign-in.first" {
		t.Errorf("after another password: %s", got)
	}
	one.Must("GET", "/api/account", "")
	s.Clock.Advance(account.SessionLife + time.Hour)
	if got := one.Refusal("GET", "/api/account", ""); got != "401 account.sign-in.first" {
		t.Errorf("after a year: %s", got)
	}
}

func TestAnAccountIsClosed(t *testing.T) {
	s := open(t, generous)
	b := s.member("Ana")
	if got := b.Refusal("POST", "/api/account/close", `{"password":"wrong horse"}`); got != "403 account.password.wrong" {
		t.Error(got)
	}
	b.Must("POST", "/api/account/close", `{"password":"correct horse"}`)
	for request, want := range map[string]string{
		"GET /api/account":   "401 account.sign-in.first",
		"GET /api/users/Ana": "404 account.nobody",
	} {
		method, path, _ := strings.Cut(request, " ")
		if got := b.Refusal(method, path, ""); got != want {
			t.Errorf("%s: %s", request, got)
		}
	}
	if got := b.Refusal("POST", "/api/account", named("aná", "correct horse")); got != "409 account.name.taken" {
		t.Error(got)
	}
}

func TestAProfileIsCleanedAndChecked(t *testing.T) {
	s := open(t, generous)
	b := s.member("Ana")
	b.Must("PUT", "/api/account", `{"about":"<script>alert(1)</script>\n\u202eLine two\u0000","place":"  Port-au-\u200bPrince ","language":"ht","zone":"America/Port-au-Prince","hidden":true}`)
	text := s.Browser().Must("GET", "/api/users/ana", "")
	var p accounthttp.Person
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		t.Fatal(err)
	}
	if p.About != "<script>alert(1)</script>\nLine two" || p.Place != "Port-au-Prince" || p.Seen != 0 || p.You {
		t.Errorf("%+v", p)
	}
	for body, want := range map[string]string{
		`{"about":"` + strings.Repeat("é", 501) + `"}`: "422 account.about.long",
		`{"place":"` + strings.Repeat("é", 41) + `"}`:  "422 account.place.long",
		`{"zone":"Mars/Olympus"}`:                      "422 account.zone.unknown",
		`{"zone":"../../etc/passwd"}`:                  "422 account.zone.unknown",
		`{"language":"not a tag"}`:                     "422 account.language.unknown",
	} {
		if got := b.Refusal("PUT", "/api/account", body); got != want {
			t.Errorf("%.40s: %s, want %s", body, got, want)
		}
	}
}
