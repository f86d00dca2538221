package lobby

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rosette/internal/waittest"
	"rosette/server/account"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/match"
	"rosette/server/pubsub"
	"rosette/server/store"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// A site is a whole server on a real listener, with a store in memory.
type site struct {
	*testing.T
	*Server
	store *store.SQLite
	url   string

	mu  sync.Mutex
	now time.Time
}

// build starts a server with limits; most is how many open offers a person may have.
func build(t *testing.T, most int, limits web.Limits) *site {
	t.Helper()
	s := &site{T: t, store: storetest.Open(t), now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	s.serve(most, limits)
	return s
}

// beside returns another server on the same store.
func (s *site) beside() *site {
	s.Helper()
	other := &site{T: s.T, store: s.store, now: s.now}
	other.serve(0, web.Limits{})
	return other
}

// serve starts the server.
func (s *site) serve(most int, limits web.Limits) {
	s.Helper()
	feed := &pubsub.Local{}
	shared := web.New(web.Options{
		Sessions: account.NewService(tables.Accounts(s.store), s.clock), Now: s.clock, Limits: limits,
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	games := matchhttp.New(shared, matchhttp.Options{
		Host: match.New(store.Matches{Log: s.store}, feed.Publish, match.Options{Now: s.clock}), Feed: feed, Ranks: s.store.Ratings(),
		Boards: []string{"rosette-4", "rosette-3"}, Levels: []string{"1"}, Beat: 20 * time.Millisecond,
	})
	s.Server = New(Options{API: games, Offers: tables.Offers(s.store), Accounts: account.NewService(tables.Accounts(s.store), s.clock), Ratings: s.store.Ratings(), Publish: feed.Publish, Most: most})
	games.Topics = s.Server
	server := httptest.NewServer(shared.Guard(shared.Handler(games, s.Server), shared.Fail))
	s.Cleanup(server.Close)
	s.url = server.URL
}

// clock returns the time of the test.
func (s *site) clock() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// pass lets time pass.
func (s *site) pass(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = s.now.Add(d)
}

// A browser keeps cookies.
type browser struct {
	*site
	client *http.Client
}

func (s *site) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		s.Fatal(err)
	}
	transport := &http.Transport{}
	s.Cleanup(transport.CloseIdleConnections)
	return &browser{s, &http.Client{Jar: jar, Transport: transport, Timeout: waittest.Limit}}
}

// do sends a request; method and path are one text.
func (b *browser) do(route, body string) (*http.Response, string) {
	b.Helper()
	method, path, _ := strings.Cut(route, " ")
	r, err := http.NewRequest(method, b.url+path, strings.NewReader(body))
	if err != nil {
		b.Fatal(err)
	}
	if method != "GET" {
		r.Header.Set("Content-Type", "application/json")
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
	return answer, string(text)
}

// ask sends a request that succeeds and reads the answer.
func ask[T any](b *browser, route, body string) (out T) {
	b.Helper()
	answer, text := b.do(route, body)
	if err := json.Unmarshal([]byte(text), &out); err != nil || answer.StatusCode >= 300 {
		b.Fatalf("%s %s: %s %s: %v", route, body, answer.Status, text, err)
	}
	return out
}

// refusal sends a request and returns the code with which it is refused, "" if it
// succeeds.
func (b *browser) refusal(route, body string) string {
	b.Helper()
	answer, text := b.do(route, body)
	if answer.StatusCode < 300 {
		return ""
	}
	var p web.Problem
	if err := json.Unmarshal([]byte(text), &p); err != nil || p.Detail == "" || strings.Contains(p.Detail, "\n") {
		b.Errorf("%s %s: %s %q: %v", route, body, answer.Status, text, err)
	}
	return p.Code
}

// offer makes an offer and returns its id.
func (b *browser) offer(body string) string {
	b.Helper()
	return ask[matchhttp.Opened](b, "POST /api/lobby/offers", body).ID
}

// A line is a client's end of a socket.
type line struct {
	*browser
	conn *websocket.Conn
}

func (b *browser) dial() *line {
	b.Helper()
	at, err := url.Parse(b.url + "/api/socket")
	if err != nil {
		b.Fatal(err)
	}
	header := http.Header{}
	for _, c := range b.client.Jar.Cookies(at) {
		header.Add("Cookie", c.Name+"="+c.Value)
	}
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, at.String(), &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		b.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	b.Cleanup(func() { conn.CloseNow() })
	return &line{b, conn}
}

// say sends a message.
func (l *line) say(text string) {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	if err := l.conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
		l.Fatal(err)
	}
}

// hear waits for a message that has all the parts.
func (l *line) hear(parts ...string) string {
	l.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	var heard []string
	for {
		_, data, err := l.conn.Read(ctx)
		if err != nil {
			l.Fatalf("no message with %q after %q: %v", parts, heard, err)
		}
		text, missing := string(data), false
		for _, part := range parts {
			missing = missing || !strings.Contains(text, part)
		}
		if !missing {
			return text
		}
		heard = append(heard, text)
	}
}
