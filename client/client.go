// Package client implements a client of the server's API: it opens games over HTTP
// and follows and plays them over a socket. Package wire has the messages.
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

// maxAnswer bounds what is read of an answer over HTTP, in bytes.
const maxAnswer = 4 << 20

// A Client speaks to one server. Several goroutines may use it at once.
type Client struct {
	url  string // without a slash at the end
	http *http.Client
}

// New returns a client of the server at a URL such as http://127.0.0.1:8080. Every
// request makes a connection, from the address that [From] put into its context.
func New(url string) *Client {
	transport := &http.Transport{DisableKeepAlives: true, DialContext: dial}
	return &Client{strings.TrimSuffix(url, "/"), &http.Client{Transport: transport}}
}

// guestCookie returns the name of the cookie of a guest's session.
func (c *Client) guestCookie() string {
	return wire.CookieName(wire.GuestCookie, strings.HasPrefix(c.url, "https:"))
}

// A fromKey is the key of the local address in a context.
type fromKey struct{}

// From returns a context whose connections come from a local address.
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

// A StatusError is an answer that says that a request was not carried out. Code is
// a key of the catalogue, "" if the server did not say it in JSON.
type StatusError struct {
	Status int
	Code   string
	Detail string
	Errors []wire.Fault // what is wrong with the request, part by part

	Wait time.Duration `json:"-"` // after which the server would be asked again, 0 if it does not say
}

// Error returns the status and what the server says about it.
func (e StatusError) Error() string {
	text := fmt.Sprintf("%d %s: %s", e.Status, http.StatusText(e.Status), e.Detail)
	for _, f := range e.Errors {
		text += fmt.Sprintf(" (%s: %s)", f.Location, f.Message)
	}
	return text
}

// OpenGame opens a game. session is the secret of this client; if it is "", the
// server makes a new guest, and its secret is returned.
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

// Get fetches a path of the server, such as /games/ID, and returns the size of the
// answer in bytes.
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

// do sends a request. An answer that is none of success is a StatusError.
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

// failureOf returns nil for an answer of success. Of another one it reads and closes the
// body, and returns the StatusError.
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

// clip returns at most 80 characters of a text, with "…" after a longer one.
func clip(text string) string {
	n := 0
	for i := range text {
		if n++; n > 80 {
			return text[:i] + "…"
		}
	}
	return text
}
