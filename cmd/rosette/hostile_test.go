package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rosette/client"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

// hostile lists attacks over HTTP and the expected status codes. The sender stands before the bar:
// forged has an invented cookie, injected a cookie with SQL, token an invented personal token,
// foreign a page from another site. RTL stands for a character that reverses the text direction,
// NUL for a zero byte, HUGE for a megabyte.
const hostile = `
forged   | 401 GET /api/account
forged   | 200 GET /api/games
injected | 401 GET /api/account
injected | 200 GET /games/GAME
token    | 401 GET /api/games/GAME
token    | 401 POST /api/games {}
spent    | 401 GET /api/account
foreign  | 403 POST /games/OFFER/cancel
foreign  | 403 POST /api/games {"opponent":"people"}
foreign  | 403 POST /sign-in name=member&password=wrong
foreign  | 403 POST /privacy x=1
member   | 403 DELETE /api/lobby/offers/OFFER
member   | 403 POST /api/games/GAME/rematch {}
member   | 403 POST /api/games/GAME/annul {"reason":"x"}
stranger | 404 GET /games/'%20OR%201=1--
stranger | 404 GET /api/games/'%20OR%201=1--
stranger | 404 GET /@/'%20OR%201=1--
stranger | 404 GET /@/%3Cscript%3E
stranger | 307 GET /games/../../../etc/passwd
stranger | 404 GET /assets/..%2f..%2fetc%2fpasswd
stranger | 200 GET /players?search='%20OR%201=1--
stranger | 200 GET /players?search=%3Cscript%3Ealert(1)%3C/script%3E
stranger | 422 POST /api/account {"name":"<script>","password":"a good long password"}
stranger | 422 POST /api/account {"name":"annRTLnna","password":"a good long password"}
stranger | 422 POST /api/account {"name":"ann'; DROP TABLE users","password":"a good long password"}
stranger | 422 POST /api/games {"opponent":"people","names":{"black":"annRTLnna"}}
stranger | 413 POST /api/games {"opponent":"people","names":{"black":"HUGE"}}
stranger | 422 POST /api/lobby/offers {"name":"annRTLnna"}
stranger | 422 POST /api/lobby/offers {"kind":"challenge","to":"annRTLnna"}
stranger | 422 POST /games opponent=people&board=rosette-3&black=ann%E2%80%AEnna
stranger | 422 POST /games opponent=people&board=%3Cscript%3Ealert(1)%3C/script%3E
stranger | 422 POST /api/games {"board":"NUL"}
stranger | 413 POST /api/positions {"start":{"board":"HUGE"},"moves":[]}
stranger | 413 POST /api/records (;C[HUGEHUGEHUGEHUGE])
stranger | 413 POST /api/session {"name":"HUGE","password":"x"}
stranger | 400 POST /games board=HUGE
stranger | 400 POST /sign-in name=HUGE
stranger | 400 POST /api/games [[[[[[[[[[[[[[[[
member   | 413 PUT /api/account {"about":"HUGE"}
`

// words replaces the placeholders in the table.
var words = strings.NewReplacer("RTL", "\u202e", "NUL", "\\u0000", "HUGE", strings.Repeat("x", 1<<20))

// strangers prepares the senders' cookies and headers, and returns all secrets.
func (w *world) strangers(t *testing.T) (secrets []string) {
	t.Helper()
	w.keys["forged"] = &http.Cookie{Name: wire.SessionCookie, Value: account.NewKey()}
	w.keys["injected"] = &http.Cookie{Name: wire.SessionCookie, Value: "' OR 1=1 --"}
	w.signIn(t, w.accounts, "spent", w.seats["player"].Actor(), wire.SessionCookie)
	if err := w.accounts.End(t.Context(), w.seats["player"].Actor(), account.KeyHash(w.keys["spent"].Value)); err != nil {
		t.Fatal(err)
	}
	for _, cookie := range w.keys {
		secrets = append(secrets, cookie.Value)
	}
	return secrets
}

// try sends a row's request in French and returns the response.
func (w *world) try(who, request string) *httptest.ResponseRecorder {
	method, rest, _ := strings.Cut(request, " ")
	path, body, _ := strings.Cut(rest, " ")
	path = strings.NewReplacer("GAME", w.game, "OFFER", w.offer).Replace(path)
	r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(words.Replace(body)))
	r.Header.Set("Accept-Language", "fr")
	r.Header.Set("Content-Type", map[byte]string{'{': "application/json", '[': "application/json", '(': "application/octet-stream"}[(body + " ")[0]])
	if r.Header.Get("Content-Type") == "" {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	switch who {
	case "token":
		r.Header.Set("Authorization", "Bearer "+strings.Repeat("a", 32))
	case "foreign":
		r.Header.Set("Origin", "https://evil.example")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	}
	if cookie := w.keys[who]; cookie != nil {
		r.AddCookie(cookie)
	}
	out := httptest.NewRecorder()
	w.handler.ServeHTTP(out, r)
	return out
}

func TestAHostileRequestGetsACodeAndASentence(t *testing.T) {
	w := newWorld(t)
	secrets := w.strangers(t)
	for row := range strings.Lines(strings.TrimSpace(hostile)) {
		who, rest, _ := strings.Cut(strings.TrimSpace(row), "|")
		code, request, _ := strings.Cut(strings.TrimSpace(rest), " ")
		who = strings.TrimSpace(who)
		got := w.try(who, request)
		text := got.Body.String()
		if fmt.Sprint(got.Code) != code {
			t.Errorf("%s | %s: %d %.200s, want %s", who, request, got.Code, text, code)
		}
		for _, leak := range []string{"<script>alert", "goroutine", "sqlite", "syntax error", ".go:", "\u202e"} {
			if strings.Contains(text, leak) {
				t.Errorf("%s | %s: the answer has %q", who, request, leak)
			}
		}
		if got.Code >= 400 && !isSentence(got) {
			t.Errorf("%s | %s: no sentence in French: %.300s", who, request, text)
		}
	}
	said := w.log.String()
	for _, secret := range secrets {
		if strings.Contains(said, secret) {
			t.Errorf("a secret is in the log: %s", said)
		}
	}
	if strings.Contains(said, "panic") || strings.Contains(said, "level=ERROR") {
		t.Error(said)
	}
}

// isSentence reports whether a refusal gives the reason in French: as a problem with a detail, or
// as a page.
func isSentence(answer *httptest.ResponseRecorder) bool {
	var p web.Problem
	if err := json.Unmarshal(answer.Body.Bytes(), &p); err == nil {
		return strings.ContainsAny(p.Detail, "éèàêçùâîôû’") || strings.Contains(p.Detail, " ") && p.Code != ""
	}
	text := answer.Body.String()
	return strings.Contains(text, `<html lang="fr"`) || strings.HasPrefix(text, "Ce fichier n’existe pas.")
}

// A besieged is a listening server with a game that continues during attacks.
type besieged struct {
	*world
	*testing.T
	address string
	conn    *client.Conn
	moves   int
}

// besiege starts a server with its usual timeouts and size limits, and joins the game as the player
// to move.
func besiege(t *testing.T) *besieged {
	w := newWorld(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.srv.API.Serve(ctx, listener, w.handler) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	b := &besieged{world: w, T: t, address: listener.Addr().String()}
	if b.conn, err = client.New("http://"+b.address).Dial(ctx, w.keys["player"].Value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.conn.Close() })
	b.send(wire.Request{Kind: "join"}, "frame")
	return b
}

// send sends a request about the game and returns the next reply of a kind.
func (b *besieged) send(r wire.Request, kind string) (reply wire.Reply) {
	b.Helper()
	r.Topic = view.Topic(b.game)
	if err := b.conn.Send(r); err != nil {
		b.Fatal(err)
	}
	for {
		data, err := b.conn.Receive()
		if err != nil {
			b.Fatal(err)
		}
		if err := json.Unmarshal(data, &reply); err != nil {
			b.Fatal(err)
		}
		if reply.Kind == kind {
			return reply
		}
	}
}

// goesOn plays a move for each player, to show that the game is unaffected.
func (b *besieged) goesOn(after string) {
	b.Helper()
	points := []string{"C1", "F5", "C3", "F7", "D2", "E6", "E2", "D6"}
	id := fmt.Sprint("m", b.moves)
	if reply := b.send(wire.Request{Kind: "do", ID: id, Command: "play", Point: points[b.moves]}, "reply"); reply.Refused != "" || reply.ID != id {
		b.Fatalf("after %s a move is answered with %+v", after, reply)
	}
	b.command(b.T, b.game, play.Command{Kind: play.Play, By: 2, Point: points[b.moves+1]})
	b.moves += 2
}

// raw opens a connection and sends a text.
func (b *besieged) raw(text string) net.Conn {
	b.Helper()
	c, err := net.Dial("tcp", b.address)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(waittest.Limit)); err != nil {
		b.Fatal(err)
	}
	go io.WriteString(c, text) // the server may stop reading
	return c
}

func TestInvalidMessagesDoNotDisturbOtherGames(t *testing.T) {
	b := besiege(t)
	for name, text := range map[string]string{
		"a line of a megabyte":   "GET /" + strings.Repeat("a", 1<<20) + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"a header of a megabyte": "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("a", 1<<20) + "\r\n\r\n",
		"no HTTP":                strings.Repeat("\x00\xff", 1<<10) + "\r\n\r\n",
	} {
		answer, err := http.ReadResponse(bufio.NewReader(b.raw(text)), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		answer.Body.Close()
		if answer.StatusCode < 400 || answer.StatusCode >= 500 {
			t.Errorf("%s: %s", name, answer.Status)
		}
	}
	b.goesOn("what is not a request")
	for range 20 {
		b.raw("GET / HTTP/1.1\r\nHost: loc")                                                                  // a part
		b.raw("POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{")                 // half a body
		b.raw("GET /api/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n") // half a handshake
	}
	b.goesOn("half-open connections")
	for _, r := range []wire.Request{
		{Kind: "do", ID: "w", Command: "play", Point: "D6", As: "w"},
		{Kind: "do", ID: "f", Command: "flag"},
		{Kind: "do", ID: "s", Command: "suspend"},
		{Kind: "do", ID: "r", Command: "rest"},
		{Kind: "do", ID: "o", Command: "opened"},
		{Kind: "do", ID: "a", Command: "play", Point: "E2", After: 1},
		{Kind: "do", ID: "z", Command: "play", Point: "'; DROP TABLE events"},
		{Kind: "do", ID: "p", Command: "play", Point: strings.Repeat("A", 10000)},
	} {
		if reply := b.send(r, "reply"); reply.Refused == "" || reply.ID != r.ID {
			t.Errorf("%+v is answered with %+v", r, reply)
		}
	}
	b.goesOn("forged commands")
}
