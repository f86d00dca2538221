package lobby_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rosette/internal/servertest"
	"rosette/server"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

// A site is a server whose clock moves only when a test moves it.
type site struct{ *servertest.Server }

// build returns a server with limits; most is the maximum number of open offers for a person.
func build(t *testing.T, most int, limits web.Limits) *site {
	t.Helper()
	s := &site{servertest.New(t, func(c *server.Config) { c.Limits, c.Boards = limits, []string{"rosette-4", "rosette-3"} })}
	s.Clock.Freeze(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
	if most > 0 {
		s.Lobby.Most = most
	}
	s.Socket.Beat = 20 * time.Millisecond
	s.Listen()
	return s
}

// A browser sends offers.
type browser struct{ *servertest.Browser }

func (s *site) browser() *browser { return &browser{s.Browser()} }

// member returns a new user's browser.
func (s *site) member(name string) *browser { return &browser{s.Member(name)} }

// do sends a request; route is the method and the path.
func (b *browser) do(route, body string) (*http.Response, string) {
	method, path, _ := strings.Cut(route, " ")
	w := b.Do(method, path, body)
	return w.Result(), w.Body.String()
}

// ask sends a request that must succeed and decodes the response.
func ask[T any](b *browser, route, body string) (out T) {
	b.Helper()
	return servertest.Read[T](b.Browser, route+" "+body)
}

// refusal sends a request and returns the code of its refusal, or "" if it succeeds.
func (b *browser) refusal(route, body string) string {
	b.Helper()
	method, path, _ := strings.Cut(route, " ")
	return b.Problem(b.Do(method, path, body)).Code
}

// offer makes an offer and returns its id.
func (b *browser) offer(body string) string {
	b.Helper()
	return ask[wire.OpenedGame](b, "POST /api/lobby/offers", body).ID
}
