package account_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"rosette/i18n"
	"rosette/internal/servertest"
	"rosette/server/account"
	"rosette/server/page/shell"
)

// A browser reads pages in English and sends forms.
type browser struct{ *servertest.Browser }

func newBrowser(s *servertest.Server) *browser {
	b := s.Browser()
	b.Language = "en"
	return &browser{b}
}

// get requests a page, or sends a form if fields are given. It returns the status, the redirect
// target and the page.
func (b *browser) get(path string, fields ...string) (status int, to, page string) {
	method, form := "GET", url.Values{}
	for i := 0; i < len(fields); i += 2 {
		method = "POST"
		form.Set(fields[i], fields[i+1])
	}
	w := b.Do(method, path, form.Encode())
	return w.Code, w.Header().Get("Location"), w.Body.String()
}

// want calls get and compares the status, and the redirect target or a part of the page.
func (b *browser) want(status int, what, path string, fields ...string) {
	b.Helper()
	got, to, page := b.get(path, fields...)
	if got != status || to != "" && to != what || to == "" && !strings.Contains(page, what) {
		b.Errorf("%s %q: %d to %q, want %d %q\n%s", path, fields, got, to, status, what, page)
	}
}

func TestAccountsWorkWithoutAScript(t *testing.T) {
	s := servertest.New(t)
	b := newBrowser(s)
	b.want(200, `href="/sign-in"`, "/rules")
	b.want(303, "/sign-in?next=%2Faccount", "/account")
	b.want(200, `name="password" type="password"`, "/register")
	b.want(422, `id="name-wrong" role="alert">That name could be taken`, "/register", "name", "Admin", "password", "correct horse")
	b.want(422, `id="password-wrong" role="alert">Many people`, "/register", "name", "Zoé", "password", "password1")
	b.want(303, "/rules", "/register", "name", "Zoé", "password", "correct horse", "next", "/rules")
	b.want(200, `<a class="tool member in plain-link" href="/account"`, "/rules")
	b.want(200, `<span><bdi>Zoé</bdi></span></button>`, "/learn")
	b.want(303, "/", "/sign-in")
	b.want(303, "/account?done=profile", "/account", "about", "<i>Hello</i>", "place", "Jacmel", "language", "", "zone", "")
	b.want(200, "Saved.", "/account?done=profile")
	b.want(422, `id="zone-wrong" role="alert">“Mars” is not a time zone`, "/account", "about", "kept", "zone", "Mars")
	b.want(422, ">kept</textarea>", "/account", "about", "kept", "zone", "Mars")
	b.want(403, `id="old-wrong" role="alert">That is not your password.`, "/account/password", "old", "wrong horse", "new", "a new horse")
	b.want(303, "/account/security?done=password", "/account/password", "old", "correct horse", "new", "a new horse")
	b.want(200, `<code>rosette_`, "/account/tokens", "label", "my program", "scope", "play")
	b.want(422, "Choose at least one thing that the token may do.", "/account/tokens", "label", "my program")
	b.want(303, "/account/programs?done=removed", "/account/tokens/end", "id", "none")
	b.want(200, "PK", "/account/export.zip")
	other := newBrowser(s)
	other.want(303, "/account?done=welcome", "/register", "name", "Ben", "password", "correct horse")
	b.want(303, "/@/Ben?done=profile", "/@/Ben/follow", "x", "")
	b.want(303, "/@/Ben?done=profile", "/@/Ben/note", "text", "plays <fast>")
	b.want(200, "plays &lt;fast&gt;</textarea>", "/@/Ben")
	b.want(200, `<a href="/@/Ben"><bdi>Ben</bdi></a>`, "/account")
	other.want(200, "Private note", "/@/Zo%C3%A9")
	newBrowser(s).want(303, "/sign-in?next=%2Faccount", "/@/Ben/block", "x", "")
	other.want(422, "Please confirm: this cannot be undone", "/account/bot", "x", "")
	other.want(303, "/account/programs?done=bot", "/account/bot", "sure", "on")
	other.want(200, "a bot’s account: a program plays for it", "/account/programs")
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
	s := servertest.New(t)
	var played atomic.Bool
	s.Accounts.HasPlayed = func(context.Context, string) (bool, error) { return played.Load(), nil }
	b := newBrowser(s)
	b.want(303, "/account?done=welcome", "/register", "name", "Ann", "password", "correct horse")
	b.want(200, `action="/account/bot"`, "/account/programs")
	played.Store(true)
	b.want(200, "This account has played games. Register another one for the bot.", "/account/programs")
	if _, _, page := b.get("/account/programs"); strings.Contains(page, `action="/account/bot"`) {
		t.Error("the page offers what is refused")
	}
	b.want(409, "This account has played games.", "/account/bot", "sure", "on")
}

func TestAFormThatWasWrongKeepsWhatWasWritten(t *testing.T) {
	b := newBrowser(servertest.New(t))
	b.want(303, "/account?done=welcome", "/register", "name", "Ana", "password", "correct horse")
	b.want(200, `name="scope" value="read" checked>`, "/account/programs")
	b.want(303, "/account?done=profile", "/account", "about", "Hello", "hidden", "on")
	b.want(422, `name="label" value="my program"`, "/account/tokens", "label", "my program")
	b.want(422, `name="scope" value="read">`, "/account/tokens", "label", "my program")
	b.want(422, ">Hello</textarea>", "/account", "zone", "Mars")
	b.want(422, `name="scope" value="play" checked>`, "/account/tokens", "label", "", "scope", "play")
	b.want(422, `name="hidden">`, "/account", "zone", "Mars")
	b.want(422, `name="hidden" checked>`, "/account", "zone", "Mars", "hidden", "on")
}

func TestWhoSignedInAWhileAgoConfirmsFirst(t *testing.T) {
	s := servertest.New(t)
	b := newBrowser(s)
	b.want(303, "/account?done=welcome", "/register", "name", "Ana", "password", "correct horse")
	b.want(200, `action="/account/tokens"`, "/account/programs")
	s.Clock.Advance(account.FreshFor)
	b.want(200, `href="/confirm?next=%2faccount%2fprograms%23tokens"`, "/account/programs")
	b.want(200, `action="/account/password"`, "/account/security")
	if _, _, page := b.get("/account/programs"); strings.Contains(page, `action="/account/tokens"`) {
		t.Error("the page has the form of a token")
	}
	for form, back := range map[string]string{
		"/account/tokens": "programs", "/account/passkeys": "security", "/account/sessions": "security",
	} {
		b.want(303, "/confirm?next=%2Faccount%2F"+back, form, "label", "x", "scope", "read", "id", "none")
	}
	b.want(200, `name="next" value="/account#tokens"`, "/confirm?next=/account%23tokens")
	b.want(200, "not asked again for 10 minutes", "/confirm")
	b.want(403, `id="password-wrong" role="alert">That is not your password.`, "/confirm", "password", "wrong horse", "next", "/account#tokens")
	b.want(303, "/", "/confirm", "password", "correct horse", "next", "https://evil.example")
	b.want(303, "/account#tokens", "/confirm", "password", "correct horse", "next", "/account#tokens")
	b.want(200, "<code>rosette_", "/account/tokens", "label", "x", "scope", "read")
	newBrowser(s).want(303, "/sign-in?next=%2Faccount", "/confirm", "password", "correct horse")
}

func TestASignInGoesOnOnThisServerOnly(t *testing.T) {
	s := servertest.New(t)
	newBrowser(s).want(303, "/account?done=welcome", "/register", "name", "Ana", "password", "correct horse")
	for next, want := range map[string]string{
		"/learn?lang=fr#ko": "/learn?lang=fr#ko", "https://evil.example": "/", "//evil.example/x": "/", `/\evil.example`: "/",
		"javascript:alert(1)": "/", "learn": "/", "/sign-in": "/", "/reset/password": "/", "/%0d%0aSet-Cookie:x": "/%0d%0aSet-Cookie:x", "": "/",
	} {
		newBrowser(s).want(303, want, "/sign-in", "name", "Ana", "password", "correct horse", "next", next)
	}
}

// A browser gets there by the language links on a page that shows a rejected form.
func TestWhatTakesFormsAloneLeadsToThePageAbove(t *testing.T) {
	s := servertest.New(t)
	for path, to := range map[string]string{"/account/password?lang=fr": "/account?lang=fr", "/sign-out": "/"} {
		newBrowser(s).want(303, to, path)
	}
}

func TestAFormOfAnotherSiteSignsNobodyIn(t *testing.T) {
	s := servertest.New(t)
	for _, path := range []string{"/register", "/sign-in", "/sign-out", "/account", "/account/password", "/account/sessions", "/account/close"} {
		b := s.Browser()
		r := b.Request("POST", path, "name=Ana&password=correct+horse")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		if w := b.Send(r); w.Code != http.StatusForbidden || len(b.Cookies) > 0 {
			t.Errorf("%s: %d, %v", path, w.Code, b.Cookies)
		}
	}
}

func TestAVacationIsBegunAndEnded(t *testing.T) {
	b := newBrowser(servertest.New(t))
	b.want(303, "/account?done=welcome", "/register", "name", "Ann", "password", "a long and quiet password")
	b.want(200, "You have 10 days left.", "/account")
	b.want(422, "You are not on vacation.", "/account/vacation", "end", "1")
	b.want(303, "/account?done=vacation-begun", "/account/vacation", "begin", "1")
	b.want(200, "You are on vacation until", "/account")
	b.want(200, "On vacation until", "/@/Ann")
	b.want(200, "You are on vacation until", "/")
	b.want(422, "You are already on vacation.", "/account/vacation", "begin", "1")
	b.want(303, "/account?done=vacation-ended", "/account/vacation", "end", "1")
	b.want(200, "You have 10 days left.", "/account")
	if _, _, page := b.get("/"); strings.Contains(page, "vacation") {
		t.Error("the first page speaks of a vacation that is over")
	}
}

func TestALinkToAnotherLanguageKeepsTheRestOfTheAddress(t *testing.T) {
	b := newBrowser(servertest.New(t))
	b.want(200, `href="?lang=ht&amp;next=%2F%40%2FAnn%3Fa%3Db"`, "/sign-in?next=/@/Ann%3Fa%3Db&lang=fr")
	b.want(200, `href="?lang=fr"`, "/")
}

func TestTheAccountHasFourTabs(t *testing.T) {
	s := servertest.New(t)
	b := newBrowser(s)
	for _, tab := range []string{"/account", "/account/security", "/account/programs", "/account/data"} {
		newBrowser(s).want(303, "/sign-in?next="+url.QueryEscape(tab), tab)
	}
	b.want(303, "/account?done=welcome", "/register", "name", "Zoé", "password", "correct horse")
	b.want(200, "Welcome!", "/account?done=welcome")
	for tab, form := range map[string]string{
		"/account": `action="/account"`, "/account/security": `action="/account/password"`,
		"/account/programs": `action="/account/tokens"`, "/account/data": `action="/account/close"`,
	} {
		b.want(200, form, tab)
		b.want(200, `<a href="`+tab+`" aria-current="page">`, tab)
		if _, _, page := b.get(tab); strings.Count(page, `<form method="post" action="/account`) > 3 {
			t.Errorf("%s has the forms of other tabs", tab)
		}
	}
}

func TestAUserChoosesAFlower(t *testing.T) {
	s := servertest.New(t)
	b := newBrowser(s)
	b.want(303, "/account?done=welcome", "/register", "name", "Zoé", "password", "correct horse")
	u, err := s.Accounts.Store.UserByKey(t.Context(), account.Key("Zoé"))
	if err != nil {
		t.Fatal(err)
	}
	b.want(200, `value="`+u.Face()+`" checked>`, "/account")
	b.want(303, "/account?done=profile", "/account", "face", "dahlia")
	b.want(200, `value="dahlia" checked>`, "/account")
	b.want(422, `role="alert">There is no flower “rose”. Choose one of poppy, jasmine`, "/account", "face", "rose")
	for _, face := range account.Faces() {
		picture := string(shell.FaceOf(face))
		if !strings.Contains(picture, "<path") || strings.Contains(picture, "data-opponent") {
			t.Errorf("the face of %s is %q", face, picture)
		}
		for _, lang := range []string{"en", "fr", "es", "ht"} {
			if !i18n.Has("account.face."+face) || !i18n.Covers(lang, "account") {
				t.Errorf("%s has no name of %s", lang, face)
			}
		}
	}
}

func TestTheTimeZoneIsTheBrowsers(t *testing.T) {
	s := servertest.New(t)
	b := newBrowser(s)
	b.want(303, "/account?done=welcome", "/register", "name", "Zoé", "password", "correct horse", "zone", "America/Port-au-Prince")
	b.want(200, "Times are shown for America/Port-au-Prince.", "/account")
	b.want(303, "/account?done=profile", "/account/zone", "zone", "Europe/Paris")
	b.want(200, "Times are shown for Europe/Paris.", "/account")
	b.want(303, "/", "/sign-out", "x", "")
	b.want(303, "/", "/sign-in", "name", "zoe", "password", "correct horse", "zone", "Moon/Tranquility")
	b.want(200, "Times are shown for Europe/Paris.", "/account")
}
