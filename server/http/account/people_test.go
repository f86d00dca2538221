package account_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/store"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// A server answers the routes of accounts, with a clock that a test moves.
type server struct {
	*testing.T
	*httptest.Server
	people *accounthttp.Server
	store  *store.SQLite
	log    *logged
	mu     sync.Mutex
	now    time.Time
}

// logged keeps a log.
type logged struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (s *server) time() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

func (s *server) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// accountsOf returns accounts whose passwords cost next to nothing.
func accountsOf(kept account.Store, now func() time.Time) *account.Service {
	return &account.Service{Store: kept, Hasher: &account.Hasher{Cost: account.Cost{Memory: 64, Time: 1, Threads: 1}}, Now: now}
}

func open(t *testing.T, limits web.Limits) *server {
	t.Helper()
	s := &server{T: t, store: storetest.Open(t), log: &logged{}, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	accounts := accountsOf(tables.Accounts(s.store), s.time)
	front := web.New(web.Options{Sessions: accounts, Now: s.time, TrustProxy: true, Limits: limits, Log: slog.New(slog.NewTextHandler(s.log, nil))})
	s.people = accounthttp.New(front, accounts)
	s.Server = httptest.NewServer(front.Guard(front.Handler(s.people), front.Fail))
	t.Cleanup(s.Close)
	return s
}

// generous are limits that no test reaches by accident.
var generous = web.Limits{Requests: 1 << 20, SignIns: 1 << 20, SignUps: 1 << 20}

// A browser keeps cookies.
type browser struct {
	*server
	client  *http.Client
	bearer  string
	address string // from which it seems to come; "" for the loopback
}

func (s *server) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.Fatal(err)
	}
	return &browser{server: s, client: &http.Client{Jar: jar}}
}

// do sends a request and returns the status and the answer.
func (b *browser) do(method, path, body string) (int, string) {
	b.Helper()
	r, err := http.NewRequest(method, b.URL+path, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/130.0 Firefox/130.0")
	if b.bearer != "" {
		r.Header.Set("Authorization", "Bearer "+b.bearer)
	}
	if b.address != "" {
		r.Header.Set("X-Forwarded-For", b.address)
	}
	answer, err := b.client.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// must sends a request that has to succeed.
func (b *browser) must(method, path, body string) string {
	b.Helper()
	status, text := b.do(method, path, body)
	if status >= 300 {
		b.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	return text
}

// refused sends a request that has to be refused and returns the status and the code.
func (b *browser) refused(method, path, body string) string {
	b.Helper()
	status, text := b.do(method, path, body)
	var p web.Problem
	if err := json.Unmarshal([]byte(text), &p); err != nil || p.Detail == "" || p.Detail == p.Code || p.Status != status {
		b.Errorf("%s %s: %d %s", method, path, status, text)
	}
	return fmt.Sprint(status, " ", p.Code)
}

// named returns the body of a registration or a sign-in.
func named(name, password string) string {
	data, err := json.Marshal(accounthttp.Credentials{Name: name, Password: password})
	if err != nil {
		panic(err)
	}
	return string(data)
}

// member registers a user.
func (s *server) member(name string) *browser {
	s.Helper()
	b := s.browser()
	b.must("POST", "/api/account", named(name, "correct horse"))
	return b
}

// guest gives a browser the session of a guest and returns the actor.
func (b *browser) guest() string {
	b.Helper()
	actor, cookie, err := b.people.NewGuest(b.Context(), false)
	if err != nil {
		b.Fatal(err)
	}
	r, err := http.NewRequest("GET", b.URL, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.client.Jar.SetCookies(r.URL, []*http.Cookie{cookie})
	return string(actor)
}

func TestWhoRegistersIsSignedIn(t *testing.T) {
	s := open(t, generous)
	b := s.member("Zoé")
	if text := b.must("GET", "/api/account", ""); !strings.Contains(text, `"name":"Zoé"`) {
		t.Error(text)
	}
	again := s.browser()
	again.must("POST", "/api/session", named("ZOE", "correct horse"))
	if text := again.must("GET", "/api/account/sessions", ""); strings.Count(text, `"browser":"Firefox","system":"Linux"`) != 2 {
		t.Error(text)
	}
	again.must("DELETE", "/api/session", "")
	if got := again.refused("GET", "/api/account", ""); got != "401 account.sign-in.first" {
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
		if got := s.browser().refused("POST", "/api/account", body); got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

func TestASignInDoesNotTellWhoHasAnAccount(t *testing.T) {
	s := open(t, generous)
	s.member("Ana")
	closed := s.member("Ben")
	closed.must("POST", "/api/account/close", `{"password":"correct horse"}`)
	for _, body := range []string{
		named("Ana", "wrong horse"), named("Nobody", "wrong horse"), named("", ""), named("Ben", "correct horse"),
		named("Ana' OR '1'='1' --", "correct horse"), named("Ana", strings.Repeat("x", 900)), named("\u202eanA", "correct horse"),
	} {
		if got := s.browser().refused("POST", "/api/session", body); got != "403 account.sign-in.wrong" {
			t.Errorf("%s: %s", body, got)
		}
	}
}

func TestAThousandWrongPasswordsAreLimited(t *testing.T) {
	s := open(t, web.Limits{Requests: 1 << 20})
	s.member("Ana")
	b, other, codes := s.browser(), s.browser(), map[string]int{}
	b.address, other.address = "192.0.2.1", "192.0.2.2"
	for range 1000 {
		codes[b.refused("POST", "/api/session", named("Ana", "wrong horse"))]++
	}
	if codes["403 account.sign-in.wrong"] != 30 || codes["429 account.sign-in.too-many"] != 970 {
		t.Error(codes)
	}
	if got := b.refused("POST", "/api/session", named("Ana", "correct horse")); got != "429 account.sign-in.too-many" {
		t.Error(got)
	}
	other.must("POST", "/api/session", named("Ana", "correct horse")) // whose password it is
	s.pass(10 * time.Minute)
	b.must("POST", "/api/session", named("Ana", "correct horse"))
	if text := s.log.text.String(); strings.Contains(text, "horse") {
		t.Errorf("the log has a password: %s", text)
	}
}

func TestAGuestKeepsHisGames(t *testing.T) {
	s := open(t, generous)
	b := s.browser()
	actor := b.guest()
	b.must("POST", "/api/account", named("Ana", "correct horse"))
	ana, err := s.people.Accounts.Named(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	if guests, err := s.people.Accounts.GuestsOf(t.Context(), ana.ID); err != nil || !slices.Equal(guests, []string{actor}) {
		t.Errorf("%q, %v; want %s", guests, err, actor)
	}
	sessions, err := tables.Accounts(s.store).SessionsOf(t.Context(), actor)
	if err != nil || len(sessions) != 0 {
		t.Errorf("the guest is still signed in: %+v, %v", sessions, err)
	}
	// Signed out, one is a new guest, and his games become those of who signs in then.
	b.must("DELETE", "/api/session", "")
	s.pass(time.Minute)
	second := b.guest()
	b.must("POST", "/api/session", named("Ana", "correct horse"))
	if guests, err := s.people.Accounts.GuestsOf(t.Context(), ana.ID); err != nil || !slices.Equal(guests, []string{actor, second}) {
		t.Errorf("%q, %v", guests, err)
	}
}

func TestASessionIsRenewedEndedAndExpires(t *testing.T) {
	s := open(t, generous)
	one := s.member("Ana")
	two := s.browser()
	two.must("POST", "/api/session", named("Ana", "correct horse"))
	two.must("POST", "/api/session", named("Ana", "correct horse")) // ends the one before
	var sessions []accounthttp.Session
	list := func(b *browser) []accounthttp.Session {
		sessions = nil
		if err := json.Unmarshal([]byte(b.must("GET", "/api/account/sessions", "")), &sessions); err != nil {
			t.Fatal(err)
		}
		return sessions
	}
	if len(list(two)) != 2 {
		t.Fatalf("%+v", sessions)
	}
	other := sessions[slices.IndexFunc(sessions, func(s accounthttp.Session) bool { return !s.Here })].ID
	stranger := s.member("Ben")
	stranger.must("DELETE", "/api/account/sessions/"+other, "") // not his
	if len(list(one)) != 2 {
		t.Error("somebody else ended a session")
	}
	two.must("DELETE", "/api/account/sessions/"+other, "")
	if got := one.refused("GET", "/api/account", ""); got != "401 account.sign-in.first" {
		t.Error(got)
	}
	one.must("POST", "/api/session", named("Ana", "correct horse"))
	one.must("PUT", "/api/account/password", `{"old":"correct horse","new":"another horse"}`)
	if got := two.refused("GET", "/api/account", ""); got != "401 account.sign-in.first" {
		t.Errorf("after another password: %s", got)
	}
	one.must("GET", "/api/account", "")
	s.pass(account.SessionLife + time.Hour)
	if got := one.refused("GET", "/api/account", ""); got != "401 account.sign-in.first" {
		t.Errorf("after a year: %s", got)
	}
}

func TestAnAccountIsClosed(t *testing.T) {
	s := open(t, generous)
	b := s.member("Ana")
	if got := b.refused("POST", "/api/account/close", `{"password":"wrong horse"}`); got != "403 account.password.wrong" {
		t.Error(got)
	}
	b.must("POST", "/api/account/close", `{"password":"correct horse"}`)
	for request, want := range map[string]string{
		"GET /api/account":   "401 account.sign-in.first",
		"GET /api/users/Ana": "404 account.nobody",
	} {
		method, path, _ := strings.Cut(request, " ")
		if got := b.refused(method, path, ""); got != want {
			t.Errorf("%s: %s", request, got)
		}
	}
	if got := b.refused("POST", "/api/account", named("aná", "correct horse")); got != "409 account.name.taken" {
		t.Error(got)
	}
}

func TestAProfileIsCleanedAndChecked(t *testing.T) {
	s := open(t, generous)
	b := s.member("Ana")
	b.must("PUT", "/api/account", `{"about":"<script>alert(1)</script>\n\u202eLine two\u0000","place":"  Port-au-\u200bPrince ","language":"ht","zone":"America/Port-au-Prince","hidden":true}`)
	text := s.browser().must("GET", "/api/users/ana", "")
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
		if got := b.refused("PUT", "/api/account", body); got != want {
			t.Errorf("%.40s: %s, want %s", body, got, want)
		}
	}
}
