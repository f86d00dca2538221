package main

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"rosette/client"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/servertest"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/server"
	"rosette/server/account"
	"rosette/server/http/wire"
	"rosette/server/notice"
	"rosette/server/store/tables"
)

// A noticed is a complete server that sends e-mails and push messages, with a browser.
type noticed struct {
	*testing.T
	srv    *servertest.Server
	log    *servertest.Log
	box    postbox
	base   string
	client *http.Client
}

func newNoticed(t *testing.T) *noticed {
	t.Helper()
	n := &noticed{T: t, box: make(postbox, 10)}
	n.srv = servertest.New(t, func(c *server.Config) {
		flags := noticeFlags{publicURL: "http://localhost"}
		flags.mail.Server, flags.mail.From = listenForMail(t, n.box), "go@example.org"
		if err := flags.prepare(c.Log); err != nil {
			t.Fatal(err)
		}
		c.Mail, c.Push.Loopback = server.Mail{Outbox: flags.outbox, Site: flags.publicURL}, true
	})
	n.log = n.srv.Log
	n.srv.Start("")
	n.base = n.srv.URL
	return n.another()
}

// another returns the same server with another browser.
func (n *noticed) another() *noticed {
	n.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		n.Fatal(err)
	}
	other := *n
	other.client = &http.Client{Jar: jar}
	return &other
}

// send sends a form or JSON and returns the response body. It fails unless the status matches.
func (n *noticed) send(status int, method, path, body string) string {
	n.Helper()
	r, err := http.NewRequest(method, n.base+path, strings.NewReader(body))
	if err != nil {
		n.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if strings.HasPrefix(body, "{") {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := n.client.Do(r)
	if err != nil {
		n.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != status {
		n.Fatalf("%s %s: %d, %v, want %d\n%s", method, path, answer.StatusCode, err, status, text)
	}
	return string(text)
}

func TestNoSecretIsInTheLog(t *testing.T) {
	n := newNoticed(t)
	passwords := []string{"correct horse battery", "the wrong one", "another good one", "a short"}
	secrets := append([]string{}, passwords...)
	keep := func(secret string) string { secrets = append(secrets, secret); return secret }
	named := func(password string) string { return fmt.Sprintf(`{"name":"Ana","password":%q}`, password) }

	n.send(201, "POST", "/api/account", named(passwords[0]))
	n.send(403, "POST", "/api/session", named(passwords[1]))
	n.send(201, "POST", "/api/session", named(passwords[0]))
	n.keepCookies(keep)
	var token struct{ Secret string }
	n.read(n.send(201, "POST", "/api/account/tokens", `{"label":"x","scopes":["play"]}`), &token)
	keep(token.Secret)

	n.send(200, "POST", "/account/email", url.Values{"email": {"ana@example.org"}, "password": {passwords[0]}}.Encode())
	n.send(200, "POST", "/account/email/confirm", "code="+keep(n.box.code(t)))
	if page := n.send(200, "GET", "/account/security", ""); !strings.Contains(page, "ana@example.org") {
		t.Error("the page of the account lacks the address")
	}
	n.isTold(keep)
	n.send(200, "POST", "/account/digest", "digest=hourly")
	n.send(200, "POST", "/sign-out", "")
	n.signsInByLetter(keep)
	n.send(200, "POST", "/reset", "email=ana@example.org")
	code := keep(n.box.code(t))
	n.send(422, "POST", "/reset/password", url.Values{"code": {code}, "new": {passwords[3]}}.Encode())
	n.send(200, "POST", "/reset/password?code="+code, url.Values{"code": {code}, "new": {passwords[2]}}.Encode())
	n.send(410, "POST", "/reset/password", url.Values{"code": {code}, "new": {passwords[2]}}.Encode())
	n.send(201, "POST", "/api/session", named(passwords[2]))
	n.keepCookies(keep)

	vapid, err := tables.Notices(n.srv.Store).Secret(t.Context(), "vapid", "none")
	if err != nil {
		t.Fatal(err)
	}
	var keys struct{ Private string }
	n.read(vapid, &keys)
	keep(keys.Private)
	text := n.log.String()
	if !strings.Contains(text, "cannot send a notice to a device") {
		t.Errorf("the refusal of the push service is not in the log: %s", text)
	}
	for _, secret := range append(secrets, "ana@example.org") {
		if len(secret) < 7 || strings.Contains(text, secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}

// read decodes JSON.
func (n *noticed) read(text string, into any) {
	n.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		n.Fatal(err)
	}
}

// keepCookies passes the browser's secrets to keep.
func (n *noticed) keepCookies(keep func(string) string) {
	n.Helper()
	at, err := url.Parse(n.base)
	if err != nil {
		n.Fatal(err)
	}
	for _, c := range n.client.Jar.Cookies(at) {
		keep(c.Value)
	}
}

// sessionKey returns the key of the browser's session.
func (n *noticed) sessionKey() string {
	n.Helper()
	at, err := url.Parse(n.base)
	if err != nil {
		n.Fatal(err)
	}
	for _, c := range n.client.Jar.Cookies(at) {
		if c.Name == wire.SessionCookie {
			return c.Value
		}
	}
	n.Fatal("the browser has no session")
	return ""
}

// device registers the browser for push messages. Its push service responds with a status and sends
// the topics that it receives to topics.
func (n *noticed) device(status int, keep func(string) string) (topics chan string) {
	n.Helper()
	topics = make(chan string, 10)
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(status)
		topics <- r.Header.Get("Topic")
	}))
	n.Cleanup(service.Close)
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		n.Fatal(err)
	}
	auth := keep(base64.RawURLEncoding.EncodeToString(make([]byte, 16)))
	public := keep(base64.RawURLEncoding.EncodeToString(private.PublicKey().Bytes()))
	n.send(200, "PUT", "/api/notices/device", fmt.Sprintf(`{"endpoint":%q,"key":%q,"auth":%q}`, service.URL+"/"+keep("capability"), public, auth))
	return topics
}

// isTold registers a device and sends it a notice about a turn, which the push service refuses.
func (n *noticed) isTold(keep func(string) string) {
	n.Helper()
	refused := n.device(http.StatusForbidden, keep)
	ana, err := n.srv.Accounts.UserByName(n.Context(), "Ana")
	if err != nil {
		n.Fatal(err)
	}
	id := n.game(ana)
	due := notice.Notice{Kind: notice.Turn, Subject: id, Actor: ana.Actor(), Occasion: "0 play", Due: time.Now()}
	if err := tables.Notices(n.srv.Store).Add(n.Context(), due); err != nil {
		n.Fatal(err)
	}
	select {
	case <-refused:
	case <-time.After(waittest.Limit):
		n.Fatal("the push service was never asked")
	}
	for end := time.Now().Add(waittest.Limit); !strings.Contains(n.log.String(), "cannot send a notice to a device"); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			n.Fatal("the refusal is not in the log")
		}
	}
}

// game opens a game between a user and a guest with the user to move.
func (n *noticed) game(u account.User) (id string) {
	n.Helper()
	graph := board.Rosette(3)
	id = account.NewKey()
	settings := play.Settings{
		Board: graph.Name(), Rules: game.DefaultRules(graph), Black: play.Seat{Kind: play.SeatUser, ID: u.ID, Name: u.Name},
		White: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("b", 32), Name: "Guest bbbb"},
	}
	if err := n.srv.Matches.Open(n.Context(), id, settings); err != nil {
		n.Fatal(err)
	}
	n.srv.Project()
	return id
}

// hasten makes the notices of the next two days due now.
func (n *noticed) hasten() {
	n.Helper()
	kept := tables.Notices(n.srv.Store)
	due, err := kept.Due(n.Context(), time.Now().Add(48*time.Hour), 100)
	for _, one := range due {
		var took bool
		if took, err = kept.Take(n.Context(), one, time.Now()); err == nil && !took {
			err = errors.New("somebody else took it")
		}
	}
	if err != nil || len(due) == 0 {
		n.Fatalf("%d are due, %v", len(due), err)
	}
}

func TestWhoIsChallengedIsToldOnADevice(t *testing.T) {
	ana := newNoticed(t)
	ben := ana.another()
	ana.send(201, "POST", "/api/account", `{"name":"Ana","password":"correct horse"}`)
	ben.send(201, "POST", "/api/account", `{"name":"Ben","password":"correct horse"}`)
	topics := ana.device(http.StatusCreated, func(secret string) string { return secret })
	var made struct{ ID string }
	ben.read(ben.send(201, "POST", "/api/lobby/offers", `{"kind":"challenge","to":"Ana","game":{"board":"rosette-3"}}`), &made)
	ana.hasten()
	select {
	case topic := <-topics:
		if topic != made.ID {
			t.Errorf("told of %s, want %s", topic, made.ID)
		}
	case <-time.After(waittest.Limit):
		t.Fatal("she is not told")
	}
}

func TestALetterNamesTheGamesThatWaitOnce(t *testing.T) {
	n := newNoticed(t)
	n.readsDigests("daily")
	ana, err := n.srv.Accounts.UserByName(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	id := n.game(ana)
	last := notice.DigestNotice(ana.Actor(), time.Now().Add(time.Minute), time.Time{})
	next, err := n.digest(last)
	if err != nil || next == nil {
		t.Fatalf("%+v, %v", next, err)
	}
	select {
	case text := <-n.box:
		t.Errorf("a letter about a game that he knows: %s", text)
	default:
	}
	last = notice.DigestNotice(ana.Actor(), time.Now().Add(-time.Hour), time.Time{})
	if next, err = n.digest(last); err != nil || next == nil || time.Until(next.Due) > 24*time.Hour {
		t.Fatalf("%+v, %v", next, err)
	}
	text := <-n.box
	opponent, err := n.srv.Accounts.GuestName(t.Context(), "guest/"+strings.Repeat("b", 32))
	if err != nil || opponent == "" {
		t.Fatalf("%q, %v", opponent, err)
	}
	end := regexp.MustCompile(`http://localhost(/unsubscribe\?code=[a-z0-9.]+)`).FindStringSubmatch(text)
	if !strings.Contains(text, "The game against "+opponent+"\r\nhttp://localhost/games/"+id) || end == nil {
		t.Fatalf("%s", text)
	}
	n.another().send(200, "POST", end[1], "List-Unsubscribe=One-Click")
	if next, err := n.digest(last); next != nil || err != nil {
		t.Errorf("after it was unsubscribed: %+v, %v", next, err)
	}
}

func TestALetterNamesTheGamesThatWaitBehindThoseThatDoNot(t *testing.T) {
	n := newNoticed(t)
	n.readsDigests("daily")
	ana, err := n.srv.Accounts.UserByName(t.Context(), "Ana")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for i := range 57 { // more than an e-mail lists
		id := n.game(ana)
		if i < 5 {
			want = append(want, id)
		} else if _, err := n.srv.Matches.Do(t.Context(), id, play.Command{Kind: play.Pass, By: board.Black}); err != nil {
			t.Fatal(err)
		}
	}
	n.srv.Project()
	if _, err := n.digest(notice.DigestNotice(ana.Actor(), time.Now().Add(-time.Hour), time.Time{})); err != nil {
		t.Fatal(err)
	}
	text := <-n.box
	for _, id := range want {
		if !strings.Contains(text, "/games/"+id) {
			t.Errorf("the letter lacks %s: %s", id, text)
		}
	}
	if got := strings.Count(text, "/games/"); got != 2*len(want) { // in plain text and in HTML
		t.Errorf("the letter names %d games, want %d", got, len(want))
	}
}

// readsDigests registers Ana with an address and digests.
func (n *noticed) readsDigests(often string) {
	n.Helper()
	n.send(201, "POST", "/api/account", `{"name":"Ana","password":"correct horse"}`)
	n.send(200, "POST", "/account/email", url.Values{"email": {"ana@example.org"}, "password": {"correct horse"}}.Encode())
	n.send(200, "POST", "/account/email/confirm", "code="+n.box.code(n.T))
	n.send(200, "POST", "/account/digest", "digest="+often)
}

// digest handles the notice that a digest is due.
func (n *noticed) digest(due notice.Notice) (next *notice.Notice, err error) {
	return n.srv.Turns.Others[notice.Digest](n.Context(), due)
}

func TestASocketEndsWhenItsUserIsSignedOutElsewhere(t *testing.T) {
	n := newNoticed(t)
	n.send(201, "POST", "/api/account", `{"name":"Ana","password":"correct horse"}`)
	socket, err := client.New(n.base).Dial(t.Context(), n.sessionKey())
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	if hello, err := socket.Receive(); err != nil || !strings.Contains(string(hello), "hello") {
		t.Fatalf("%s, %v", hello, err)
	}
	elsewhere := n.another()
	elsewhere.send(201, "POST", "/api/session", `{"name":"Ana","password":"correct horse"}`)
	elsewhere.send(200, "DELETE", "/api/account/sessions", "")
	if said, err := socket.Receive(); err == nil || !strings.Contains(err.Error(), "api.signed-out") {
		t.Errorf("%s, %v", said, err)
	}
	n.send(401, "GET", "/api/account", "")
}
