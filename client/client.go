// Package client implements a client for the server's API. It opens games over HTTP, and follows
// and plays them over a WebSocket. Package wire defines the messages.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"rosette/server/http/wire"
)

// maxAnswer bounds the body of an HTTP response, in bytes.
const maxAnswer = 4 << 20

// A Client sends requests to one server. It is safe for concurrent use.
type Client struct {
	url  string // without a slash at the end
	http *http.Client
}

// New returns a client for the server at a URL such as http://127.0.0.1:8080. Every request makes a
// new connection, from the local address that [From] put into its context.
func New(url string) *Client {
	transport := &http.Transport{DisableKeepAlives: true, DialContext: dial}
	return &Client{strings.TrimSuffix(url, "/"), &http.Client{Transport: transport}}
}

// guestCookie returns the name of the cookie for guest sessions.
func (c *Client) guestCookie() string {
	return wire.CookieName(wire.GuestCookie, strings.HasPrefix(c.url, "https:"))
}

// A fromKey is the context key for the local address.
type fromKey struct{}

// From returns a context whose requests connect from a local address.
func From(ctx context.Context, address netip.Addr) context.Context {
	return context.WithValue(ctx, fromKey{}, address)
}

func dial(ctx context.Context, network, to string) (net.Conn, error) {
	var d net.Dialer
	if from, ok := ctx.Value(fromKey{}).(netip.Addr); ok && from.IsValid() {
		d.LocalAddr = &net.TCPAddr{IP: from.AsSlice()}
	}
	return d.DialContext(ctx, network, to)
}

// A StatusError reports a request that failed with a status outside 2xx. Code is a key in the text
// catalogue, or "" if the response has no JSON error.
type StatusError struct {
	Status int
	Code   string
	Detail string
	Errors []wire.Fault // invalid fields

	Wait time.Duration `json:"-"` // when to retry, 0 if the response has no Retry-After
}

// Error returns the status and the server's error message.
func (e StatusError) Error() string {
	text := fmt.Sprintf("%d %s: %s", e.Status, http.StatusText(e.Status), e.Detail)
	for _, f := range e.Errors {
		text += fmt.Sprintf(" (%s: %s)", f.Location, f.Message)
	}
	return text
}

// OpenGame opens a game. session is the client's session secret. If it is "", the server makes a
// new guest, and OpenGame returns the guest's secret.
func (c *Client) OpenGame(
	ctx context.Context, session string, g wire.NewGame,
) (opened wire.OpenedGame, secret string, err error) {
	body, err := json.Marshal(g)
	if err != nil {
		return opened, session, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url+"/api/games", bytes.NewReader(body))
	if err != nil {
		return opened, session, err
	}
	r.Header.Set("Content-Type", "application/json")
	answer, err := c.do(r, session)
	if err != nil {
		return opened, session, err
	}
	defer answer.Body.Close()
	for _, cookie := range answer.Cookies() {
		if wire.PlainName(cookie.Name) == wire.GuestCookie {
			session = cookie.Value
		}
	}
	return opened, session, json.NewDecoder(io.LimitReader(answer.Body, maxAnswer)).Decode(&opened)
}

// Get fetches a path such as /games/ID and returns the size of the response body in bytes.
func (c *Client) Get(ctx context.Context, session, path string) (size int64, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url+path, nil)
	if err != nil {
		return 0, err
	}
	answer, err := c.do(r, session)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	return io.Copy(io.Discard, answer.Body)
}

// do sends a request. It returns a StatusError unless the response is a success.
func (c *Client) do(r *http.Request, session string) (*http.Response, error) {
	if session != "" {
		r.AddCookie(&http.Cookie{Name: c.guestCookie(), Value: session})
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return nil, err
	}
	return answer, failureOf(answer)
}

// failureOf returns nil if the response is a success. Otherwise it reads and closes the body and
// returns a StatusError.
func failureOf(answer *http.Response) error {
	if answer.StatusCode < 300 {
		return nil
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return err
	}
	failed := StatusError{Status: answer.StatusCode}
	if json.Unmarshal(data, &failed) != nil {
		line, _, _ := strings.Cut(strings.TrimSpace(string(data)), "\n")
		failed.Code, failed.Detail = "", clip(line)
	}
	if seconds, err := strconv.Atoi(answer.Header.Get("Retry-After")); err == nil {
		failed.Wait = time.Duration(seconds) * time.Second
	}
	return failed
}

// clip shortens a text to 80 characters and "…".
func clip(text string) string {
	n := 0
	for i := range text {
		if n++; n > 80 {
			return text[:i] + "…"
		}
	}
	return text
}
