package account_test

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	"rosette/server/http/correspondence"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/match"
	pagepage "rosette/server/page"
	pages "rosette/server/page/account"
	"rosette/server/page/shell"
	"rosette/server/pubsub"
	"rosette/server/store"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// open opens a site with accounts whose passwords cost next to nothing.
func open(t *testing.T) string { return openAt(t, time.Now) }

// openAt is open with a clock.
func openAt(t *testing.T, now func() time.Time) string {
	t.Helper()
	at, _ := openWith(t, now)
	return at
}

// openWith is openAt, and returns the routes of accounts too.
func openWith(t *testing.T, now func() time.Time) (string, *accounthttp.Server) {
	t.Helper()
	kept, feed := storetest.Open(t), &pubsub.Local{}
	accounts := &account.Service{Store: tables.Accounts(kept), Hasher: &account.Hasher{Cost: account.Cost{Memory: 64, Time: 1, Threads: 1}}, Now: now}
	front := web.New(web.Options{Sessions: accounts, Now: now})
	games := matchhttp.New(front, matchhttp.Options{Host: match.New(store.Matches{Log: kept}, feed.Publish, match.Options{}), Feed: feed, Names: accounts, Games: noGames{}})
	frame, routes := pagepage.NewShell(front, nil), accounthttp.New(front, accounts)
	away := correspondence.New(correspondence.Options{API: games, Plans: tables.Conditional(kept), Accounts: accounts, Time: time.Now})
	shown := pages.New(frame, routes)
	shown.Vacations = away
	server := httptest.NewServer(pagepage.New(pagepage.Options{
		API: games, Shell: frame, Groups: []web.Group{routes, away}, Pages: []shell.Group{shown}, Away: shown.Away,
	}))
	t.Cleanup(server.Close)
	return server.URL, routes
}

// A browser keeps cookies and follows no redirect by itself.
type browser struct {
	*testing.T
	base   string
	client *http.Client
}

func newBrowser(t *testing.T, base string) *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{t, base, &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// get reads a page, or sends a form if it has fields. It returns the status, where it
// leads and the page.
func (b *browser) get(path string, fields ...string) (status int, to, page string) {
	b.Helper()
	method, form := "GET", url.Values{}
	for i := 0; i < len(fields); i += 2 {
		method = "POST"
		form.Set(fields[i], fields[i+1])
	}
	r, err := http.NewRequest(method, b.base+path, strings.NewReader(form.Encode()))
	if err != nil {
		b.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept-Language", "en")
	answer, err := b.client.Do(r)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.Fatal(err)
	}
	return answer.StatusCode, answer.Header.Get("Location"), string(text)
}

// want reads a page or sends a form and compares the status, and where it leads or what
// the page contains.
func (b *browser) want(status int, what, path string, fields ...string) {
	b.Helper()
	got, to, page := b.get(path, fields...)
	if got != status || to != "" && to != what || to == "" && !strings.Contains(page, what) {
		b.Errorf("%s %q: %d to %q, want %d %q\n%s", path, fields, got, to, status, what, page)
	}
}

func TestAccountsWorkWithoutAScript(t *testing.T) {
	base := open(t)
	b := newBrowser(t, base)
	b.want(200, `href="/sign-in"`, "/rules")
	b.want(303, "/sign-in?next=%2Faccount", "/account")
	b.want(200, `name="password" type="password"`, "/register")
	b.want(422, `id="name-wrong" role="alert">That name could be taken`, "/register", "name", "Admin", "password", "correct horse")
	b.want(422, `id="password-wrong" role="alert">Many people`, "/register", "name", "Zoé", "password", "password1")
	b.want(303, "/rules", "/register", "name", "Zoé", "password", "correct horse", "next", "/rules")
	b.want(200, `<a class="tool member in" href="/account"`, "/rules")
	b.want(200, `<span><bdi>Zoé</bdi></span></a>`, "/learn")
	b.want(303, "/", "/sign-in")
	b.want(303, "/account?done=profile", "/account", "about", "<i>Hello</i>", "place", "Jacmel", "language", "", "zone", "")
	b.want(200, "Saved.", "/account?done=profile")
	b.want(422, `id="zone-wrong" role="alert">“Mars” is no time zone`, "/account", "about", "kept", "zone", "Mars")
	b.want(422, ">kept</textarea>", "/account", "about", "kept", "zone", "Mars")
	b.want(403, `id="old-wrong" role="alert">That is not your password.`, "/account/password", "old", "wrong horse", "new", "a new horse")
	b.want(303, "/account?done=password", "/account/password", "old", "correct horse", "new", "a new horse")
	b.want(200, `<code>rosette_`, "/account/tokens", "label", "my program", "scope", "play")
	b.want(422, "Choose at least one thing that the token may do.", "/account/tokens", "label", "my program")
	b.want(303, "/account?done=removed", "/account/tokens/end", "id", "none")
	b.want(200, "PK", "/account/export.zip")
	other := newBrowser(t, base)
	other.want(303, "/", "/register", "name", "Ben", "password", "correct horse")
	b.want(303, "/@/Ben?done=profile", "/@/Ben/follow", "x", "")
	b.want(303, "/@/Ben?done=profile", "/@/Ben/note", "text", "plays <fast>")
	b.want(200, "plays &lt;fast&gt;</textarea>", "/@/Ben")
	b.want(200, `<a href="/@/Ben"><bdi>Ben</bdi></a>`, "/account")
	other.want(200, "Private note", "/@/Zo%C3%A9")
	newBrowser(t, base).want(303, "/sign-in?next=%2Faccount", "/@/Ben/block", "x", "")
	other.want(422, "Say that you are sure", "/account/bot", "x", "")
	other.want(303, "/account?done=bot", "/account/bot", "sure", "on")
	other.want(200, "a bot’s account: a program plays for it", "/account")
	b.want(301, "/@/Ben%20BOT", "/@/ben")
	b.want(200, `<a href="/@/Ben%20BOT"><bdi>Ben BOT</bdi></a>`, "/account")
	b.want(200, "&lt;i&gt;Hello&lt;/i&gt;", "/@/Zo%C3%A9")
	b.want(301, "/@/Zo%C3%A9", "/@/zoe")
	b.want(404, "Nobody here has that name.", "/@/nobody")
	b.want(403, `id="password-wrong" role="alert">That is not your password.`, "/account/close", "password", "correct horse")
	b.want(303, "/", "/sign-out", "x", "")
	b.want(403, "The name or the password is wrong.", "/sign-in", "name", "Zoé", "password", "correct horse")
	b.want(303, "/@/Zo%C3%A9", "/sign-in", "name", "zoe", "password", "a new horse", "next", "/@/Zo%C3%A9")
	b.want(303, "/sign-in?done=closed", "/account/close", "password", "a new horse")
	b.want(200, "Your account is closed.", "/sign-in?done=closed")
	b.want(404, "Nobody here has that name.", "/@/Zo%C3%A9")
}

func TestAnAccountThatHasPlayedIsNotOfferedToBecomeABots(t *testing.T) {
	base, routes := openWith(t, time.Now)
	var played atomic.Bool
	routes.Played = func(context.Context, string) (bool, error) { return played.Load(), nil }
	b := newBrowser(t, base)
	b.want(303, "/", "/register", "name", "Ann", "password", "correct horse")
	b.want(200, `action="/account/bot"`, "/account")
	played.Store(true)
	b.want(200, "This account has played games. Register another one for the bot.", "/account")
	if _, _, page := b.get("/account"); strings.Contains(page, `action="/account/bot"`) {
		t.Error("the page offers what is refused")
	}
	b.want(409, "This account has played games.", "/account/bot", "sure", "on")
}

func TestAFormThatWasWrongKeepsWhatWasWritten(t *testing.T) {
	b := newBrowser(t, open(t))
	b.want(303, "/", "/register", "name", "Ana", "password", "correct horse")
	b.want(200, `name="scope" value="read" checked>`, "/account")
	b.want(303, "/account?done=profile", "/account", "about", "Hello", "hidden", "on")
	b.want(422, `name="label" value="my program"`, "/account/tokens", "label", "my program")
	b.want(422, `name="scope" value="read">`, "/account/tokens", "label", "my program")
	b.want(422, ">Hello</textarea>", "/account/tokens", "label", "my program")
	b.want(422, `name="scope" value="play" checked>`, "/account/tokens", "label", "", "scope", "play")
	b.want(422, `name="hidden">`, "/account", "zone", "Mars")
	b.want(422, `name="hidden" checked>`, "/account", "zone", "Mars", "hidden", "on")
}

func TestWhoSignedInAWhileAgoConfirmsFirst(t *testing.T) {
	var passed atomic.Int64
	base := openAt(t, func() time.Time { return time.Now().Add(time.Duration(passed.Load())) })
	b := newBrowser(t, base)
	b.want(303, "/", "/register", "name", "Ana", "password", "correct horse")
	b.want(200, `action="/account/tokens"`, "/account")
	passed.Store(int64(account.FreshFor))
	b.want(200, `href="/confirm?next=/account%23tokens"`, "/account")
	if _, _, page := b.get("/account"); strings.Contains(page, `action="/account/tokens"`) || !strings.Contains(page, `action="/account/password"`) {
		t.Error("the page has the form of a token, or not that of another password")
	}
	for _, form := range []string{"/account/tokens", "/account/passkeys", "/account/sessions"} {
		b.want(303, "/confirm?next=%2Faccount", form, "label", "x", "scope", "read", "id", "none")
	}
	b.want(200, `name="next" value="/account#tokens"`, "/confirm?next=/account%23tokens")
	b.want(200, "not asked again for 10 minutes", "/confirm")
	b.want(403, `id="password-wrong" role="alert">That is not your password.`, "/confirm", "password", "wrong horse", "next", "/account#tokens")
	b.want(303, "/", "/confirm", "password", "correct horse", "next", "https://evil.example")
	b.want(303, "/account#tokens", "/confirm", "password", "correct horse", "next", "/account#tokens")
	b.want(200, "<code>rosette_", "/account/tokens", "label", "x", "scope", "read")
	newBrowser(t, base).want(303, "/sign-in?next=%2Faccount", "/confirm", "password", "correct horse")
}

func TestASignInGoesOnOnThisServerOnly(t *testing.T) {
	base := open(t)
	newBrowser(t, base).want(303, "/", "/register", "name", "Ana", "password", "correct horse")
	for next, want := range map[string]string{
		"/learn?lang=fr#ko": "/learn?lang=fr#ko", "https://evil.example": "/", "//evil.example/x": "/", `/\evil.example`: "/",
		"javascript:alert(1)": "/", "learn": "/", "/sign-in": "/", "/reset/password": "/", "/%0d%0aSet-Cookie:x": "/%0d%0aSet-Cookie:x", "": "/",
	} {
		newBrowser(t, base).want(303, want, "/sign-in", "name", "Ana", "password", "correct horse", "next", next)
	}
}

// A browser comes there by a link to another language beside a form that was wrong.
func TestWhatTakesFormsAloneLeadsToThePageAbove(t *testing.T) {
	base := open(t)
	for path, to := range map[string]string{"/account/password?lang=fr": "/account?lang=fr", "/sign-out": "/"} {
		newBrowser(t, base).want(303, to, path)
	}
}

func TestAFormOfAnotherSiteSignsNobodyIn(t *testing.T) {
	base := open(t)
	for _, path := range []string{"/register", "/sign-in", "/sign-out", "/account", "/account/password", "/account/sessions", "/account/close"} {
		r, err := http.NewRequest("POST", base+path, strings.NewReader("name=Ana&password=correct+horse"))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		answer, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusForbidden || len(answer.Cookies()) > 0 {
			t.Errorf("%s: %s, %v", path, answer.Status, answer.Cookies())
		}
	}
}

// noGames are the games of nobody.
type noGames struct{}

func (noGames) Of(context.Context, string, bool, int, int64) ([]matchhttp.GameSummary, error) {
	return nil, nil
}

func TestAVacationIsBegunAndEnded(t *testing.T) {
	b := newBrowser(t, open(t))
	b.want(303, "/", "/register", "name", "Ann", "password", "a long and quiet password")
	b.want(200, "You have 10 days left.", "/account")
	b.want(422, "You are not on vacation.", "/account/vacation", "end", "1")
	b.want(303, "/account?done=vacation-begun", "/account/vacation", "begin", "1")
	b.want(200, "You are on vacation until", "/account")
	b.want(200, "On vacation until", "/@/Ann")
	b.want(200, "You are on vacation until", "/")
	b.want(422, "You are on vacation already.", "/account/vacation", "begin", "1")
	b.want(303, "/account?done=vacation-ended", "/account/vacation", "end", "1")
	b.want(200, "You have 10 days left.", "/account")
	if _, _, page := b.get("/"); strings.Contains(page, "vacation") {
		t.Error("the first page speaks of a vacation that is over")
	}
}

func TestALinkToAnotherLanguageKeepsTheRestOfTheAddress(t *testing.T) {
	b := newBrowser(t, open(t))
	b.want(200, `href="?lang=ht&amp;next=%2F%40%2FAnn%3Fa%3Db"`, "/sign-in?next=/@/Ann%3Fa%3Db&lang=fr")
	b.want(200, `href="?lang=fr"`, "/")
}
