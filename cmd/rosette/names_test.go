package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"rosette/internal/servertest"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/moderation"
	"rosette/server/store/tables"
)

// A guestBrowser requests routes and pages without an account.
type guestBrowser struct {
	*programs
	http.Client
}

func (p *programs) guest() guestBrowser {
	p.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		p.Fatal(err)
	}
	return guestBrowser{p, http.Client{Jar: jar}}
}

// signedIn returns a browser in which a user has signed in.
func (p *programs) signedIn(name string) guestBrowser {
	p.Helper()
	g := p.guest()
	key, err := p.accounts.Begin(p.Context(), p.users[name].Actor(), "")
	if err != nil {
		p.Fatal(err)
	}
	at, err := url.Parse(p.url)
	if err != nil {
		p.Fatal(err)
	}
	g.Jar.SetCookies(at, []*http.Cookie{{Name: "session", Value: key, Path: "/"}})
	return g
}

// read sends a request and returns the response's status and body.
func (g guestBrowser) read(r *http.Request) (int, string) {
	g.Helper()
	got, err := g.Do(r)
	if err != nil {
		g.Fatal(err)
	}
	defer got.Body.Close()
	data, err := io.ReadAll(got.Body)
	if err != nil {
		g.Fatal(err)
	}
	return got.StatusCode, string(data)
}

func (g guestBrowser) line(line string) (status int, answer map[string]any) {
	g.Helper()
	status, text := g.read(g.request("", line))
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		g.Fatalf("%s: %s: %v", line, text, err)
	}
	return status, answer
}

// form sends a form.
func (g guestBrowser) form(path, body string) (int, string) {
	g.Helper()
	r := g.request("", "POST "+path+" "+body)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", g.url)
	return g.read(r)
}

func (g guestBrowser) page(path string) string {
	g.Helper()
	status, text := g.read(g.request("", "GET "+path))
	if status != http.StatusOK {
		g.Fatalf("%s: %d", path, status)
	}
	return text
}

// A guest cannot take the name of the server, its staff, an account or a bot, by any route.
func TestAGuestHasNoNameOfAnybodyElse(t *testing.T) {
	p := newPrograms(t, "Boss")
	g, maker := p.guest(), p.guest()
	_, offer := maker.line(`POST /api/lobby/offers {"game":{"board":"rosette-3"}}`)
	for name, want := range map[string]string{
		"Boss": "taken", "BOSS": "taken", "Bosś": "taken", "b o s s": "taken", "Βοss": "mixed", "Bоss": "mixed", "ВОЅЅ": "taken", // Greek, Cyrillic
		"admin": "reserved", "Moderator": "reserved", "Rosette": "reserved", "Computer": "reserved", "Boss BOT": "reserved", "Boss bot": "reserved",
		"Daisy": "reserved", "Trébol": "reserved", "Magnolia": "reserved", "Magnolia 2": "reserved", "Guest 4f2a": "reserved",
		"<b>x</b>": "words", "Boss\u200b": "words", "\u202essoB": "words", "a nameless neighbour": "length",
	} {
		quoted, err := json.Marshal(name)
		if err != nil {
			t.Fatal(err)
		}
		const status = http.StatusUnprocessableEntity
		for _, line := range []string{
			`POST /api/games {"board":"rosette-3","opponent":"people","visibility":"public","names":{"black":%s}}`,
			`POST /api/games {"board":"rosette-3","opponent":"people","visibility":"public","names":{"white":%s}}`,
			`POST /api/games {"board":"rosette-3","names":{"black":%s}}`,
			`POST /api/lobby/offers {"kind":"seek","name":%s,"game":{"board":"rosette-3"}}`,
			`POST /api/lobby/offers {"name":%s,"game":{"board":"rosette-3"}}`,
			`POST /api/lobby/pair {"board":"square-9","speed":"live","name":%s}`,
			`POST /api/lobby/offers/` + offer["id"].(string) + `/accept {"name":%s}`,
		} {
			if got, answer := g.line(fmt.Sprintf(line, quoted)); got != status || answer["code"] != "account.name."+want {
				t.Errorf("%q: %s: %d %v, want %s", name, line, got, answer["code"], want)
			}
		}
		for path, form := range map[string]string{
			"/games": "board=rosette-3&opponent=people&black=", "/pair": "board=square-9&speed=live&name=", "/games/" + offer["id"].(string) + "/accept": "name=",
		} {
			if got, _ := g.form(path, form+url.QueryEscape(name)); got != status {
				t.Errorf("%q: the form of %s: %d, want %d", name, path, got, status)
			}
		}
	}
}

// A name that a guest types appears only in that game. Lists show the name that the server chose,
// with a mark.
func TestListsShowGuestsUnderTheNamesOfTheServer(t *testing.T) {
	p := newPrograms(t, "Boss")
	black := p.guest()
	white := p.guest()
	other := p.guest()
	_, game := black.line(`POST /api/lobby/offers {"kind":"link","name":"Typed Black","game":{"board":"rosette-3","clock":"10m+3x30s","visibility":"public"}}`)
	id := game["id"].(string)
	if status, answer := white.line("POST /api/lobby/offers/" + id + `/accept {"name":"Typed White"}`); status != http.StatusOK {
		t.Fatal(status, answer)
	}
	black.line(`POST /api/lobby/offers {"kind":"seek","name":"Typed Seek","game":{"board":"square-9","clock":"10m+3x30s"}}`)
	black.line(`POST /api/lobby/offers {"kind":"challenge","to":"Boss","name":"Typed Challenge","game":{"board":"square-9","clock":"10m+3x30s"}}`)
	other.line(`POST /api/games {"board":"rosette-3","opponent":"people","visibility":"public","clock":"30m","names":{"black":"Typed One","white":"Typed Two"}}`)
	if err := p.srv.Projector.Await(t.Context()); err != nil {
		t.Fatal(err)
	}
	stranger := p.guest()
	for _, path := range []string{"/", "/watch", "/lobby", "/api/watch", "/api/lobby/offers"} {
		text := stranger.page(path)
		if strings.Contains(text, "Typed") {
			t.Errorf("%s shows what a guest has typed", path)
		}
		if marked := strings.Contains(text, `<small class="guest">invité</small>`); marked == strings.HasPrefix(path, "/api") {
			t.Errorf("%s: the mark of guests: %t", path, marked)
		}
	}
	for _, asked := range []string{"GET /api/lobby/offers", "GET /api/games"} {
		if answer := fmt.Sprint(p.must("Boss", asked)); strings.Contains(answer, "Typed") {
			t.Errorf("%s shows what a guest has typed: %s", asked, answer)
		}
	}
	if own := white.page("/"); strings.Contains(own, "Typed Black") {
		t.Error("the list of one's own games shows what another guest has typed")
	}
	if own := other.page("/"); !strings.Contains(own, "Typed One") {
		t.Error("who has typed both names does not see them in the list")
	}
	if of := fmt.Sprint(p.must("Boss", "GET /api/games/"+id)); !strings.Contains(of, "Typed Black") || !strings.Contains(of, "Typed White") {
		t.Errorf("the game has the names %s", of)
	}
}

// A mute covers every text that others can read, by every route.
func TestAMutedUserCannotNameAnything(t *testing.T) {
	p := newPrograms(t, "Ann")
	v, profile := servertest.VisitorOf(p.users["Ann"]), account.Profile{About: "spam", Place: "here"}
	if _, err := p.accounts.SetProfile(t.Context(), v, profile); err != nil {
		t.Fatal(err)
	}
	g, maker := p.guest(), p.guest()
	_, offer := maker.line(`POST /api/lobby/offers {"game":{"board":"rosette-3"}}`)
	accept := "/games/" + offer["id"].(string) + "/accept"
	_, own := g.line(`POST /api/games {"board":"rosette-3","opponent":"people"}`)
	muted := ""
	if err := p.srv.Matches.Read(t.Context(), own["id"].(string), func(m *play.Match) { muted = m.Settings().Black.Actor() }); err != nil {
		t.Fatal(err)
	}
	for _, actor := range []string{muted, p.users["Ann"].Actor()} {
		mute := moderation.Mute{Actor: actor, Name: "x", Until: time.Now().Add(time.Hour), Reason: "spam", By: "user/x"}
		if err := tables.Moderation(p.srv.Store).SetMute(t.Context(), mute); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		`POST /api/games {"board":"rosette-3","opponent":"people","names":{"black":"buy my stuff"}}`,
		`POST /api/games {"board":"rosette-3","opponent":"people","visibility":"public","names":{"white":"at e.example"}}`,
		`POST /api/games {"board":"rosette-3","names":{"black":"buy my stuff"}}`,
		`POST /api/lobby/offers {"kind":"seek","name":"buy my stuff","game":{"board":"rosette-3"}}`,
		`POST /api/lobby/pair {"board":"square-9","speed":"live","name":"buy my stuff"}`,
		`POST /api` + strings.Replace(accept, "games", "lobby/offers", 1) + ` {"name":"buy my stuff"}`,
	} {
		if status, answer := g.line(line); status != http.StatusForbidden || answer["code"] != "refusal.chat-muted" {
			t.Errorf("%s: %d %v", line, status, answer["code"])
		}
	}
	for path, form := range map[string]string{"/games": "board=rosette-3&opponent=people&black=buy+it", "/pair": "board=square-9&speed=live&name=buy+it", accept: "name=buy+it"} {
		if status, _ := g.form(path, form); status != http.StatusForbidden {
			t.Errorf("the form of %s: %d", path, status)
		}
	}
	ann := p.signedIn("Ann")
	for _, line := range []string{
		`POST /api/games {"board":"rosette-3","opponent":"people","names":{"black":"buy my stuff"}}`,
		`POST /api/chat/rooms {"title":"buy my stuff"}`,
		`POST /api/chat/rooms/lounge/lines {"text":"buy my stuff"}`,
		`PUT /api/account {"about":"buy my stuff"}`,
		`PUT /api/account {"place":"at e.example"}`,
	} {
		if status, answer := ann.line(line); status != http.StatusForbidden || answer["code"] != "refusal.chat-muted" {
			t.Errorf("%s: %d %v", line, status, answer["code"])
		}
		if _, answer := p.ask("Ann", line); !strings.HasPrefix(line, "PUT") && answer["code"] != "refusal.chat-muted" {
			t.Errorf("with a token: %s: %v", line, answer["code"])
		}
	}
	for path, form := range map[string]string{"/account": "about=buy+my+stuff", "/rooms": "title=buy+my+stuff", "/rooms/lounge": "text=buy"} {
		if status, _ := ann.form(path, form); status != http.StatusForbidden {
			t.Errorf("the form of %s: %d", path, status)
		}
	}
	if status, text := ann.read(ann.request("", `PUT /api/account {"about":"","place":"here","language":"fr"}`)); status != http.StatusOK {
		t.Errorf("a text is removed: %d %s", status, text)
	}
	for _, line := range []string{`POST /api/games {"board":"rosette-3"}`, `POST /api/lobby/pair {"board":"square-9","speed":"live"}`} {
		if status, answer := g.line(line); status != http.StatusCreated {
			t.Errorf("without a name: %s: %d %v", line, status, answer)
		}
	}
}
