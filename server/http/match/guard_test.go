package match

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"rosette/i18n"
	"rosette/internal/waittest"
)

func TestOnlyTheServersOwnNamesAreAnswered(t *testing.T) {
	b := build(t, func(o *options) { o.Hosts = []string{"Go.Example.org:8080"} }).browser()
	for host, want := range map[string]int{
		"localhost:8080": 200, "127.0.0.1:9": 200, "127.8.8.8": 200, "[::1]:80": 200, "go.example.org": 200, "GO.example.org.:443": 200, "192.0.2.8:80": 200, "[2001:db8::1]:80": 200,
		"evil.example": 421, "localhost.evil.example": 421, "go.example.org.evil.example:80": 421,
	} {
		if answer, text := b.do("GET", "/api/boards", "", "Host", host); answer.StatusCode != want || want == 421 && !strings.Contains(text, host) {
			t.Errorf("Host %s: %s, want %d", host, answer.Status, want)
		}
	}
}

func TestOtherSitesCannotOpenGames(t *testing.T) {
	b := build(t).browser()
	for _, headers := range [][]string{{"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"}, {"Origin", "null"}} {
		if p, answer := b.refused("POST", "/api/games", `{}`, headers...); p.Code != "api.cross-origin" || answer.StatusCode != http.StatusForbidden || answer.Header.Get("Set-Cookie") != "" {
			t.Errorf("%v: %+v", headers, p)
		}
	}
}

func TestAnAddressAsksOnlySoOftenAndFilesAreFree(t *testing.T) {
	now := time.Now()
	s := build(t, func(o *options) { o.Limits.Requests, o.Now = 3, func() time.Time { return now } })
	b := s.browser()
	for range 5 {
		b.do("GET", "/assets/x.js", "")
	}
	for range 3 {
		get[[]BoardInfo](b, "/api/boards")
	}
	if p, answer := b.refused("GET", "/api/boards", ""); p.Code != "api.too-many-requests" || answer.Header.Get("Retry-After") != "20" {
		t.Errorf("%+v, Retry-After %s", p, answer.Header.Get("Retry-After"))
	}
	now = now.Add(20 * time.Second)
	get[[]BoardInfo](b, "/api/boards")
}

func TestLimitsCountAnIPv6SubscriberAsOne(t *testing.T) {
	s := serverOf(options{})
	for from, want := range map[string]string{
		"[2001:db8:1:2:3:4:5:6]:80": "2001:db8:1:2::/64", "[2001:db8:1:2::9]:81": "2001:db8:1:2::/64",
		"192.0.2.1:5": "192.0.2.1", "[::ffff:192.0.2.1]:5": "192.0.2.1", "127.0.0.1:5": "127.0.0.1", "pipe": "pipe",
	} {
		if got := s.Address(&http.Request{RemoteAddr: from}); got != want {
			t.Errorf("%s counts as %s, want %s", from, got, want)
		}
	}
}

func TestOnlyTheOwnersProxyIsTrusted(t *testing.T) {
	r := &http.Request{RemoteAddr: "127.0.0.1:9", Header: http.Header{
		"X-Forwarded-For":   {"203.0.113.9, 198.51.100.4", "192.0.2.77:1234"},
		"X-Forwarded-Proto": {"https"},
	}}
	alone, behind := serverOf(options{}), serverOf(options{shared: shared{TrustProxy: true}})
	if alone.Address(r) != "127.0.0.1" || alone.Secure(r) {
		t.Errorf("without a proxy the request counts as %s, secure %v", alone.Address(r), alone.Secure(r))
	}
	if behind.Address(r) != "192.0.2.77" || !behind.Secure(r) {
		t.Errorf("behind a proxy the request counts as %s, secure %v", behind.Address(r), behind.Secure(r))
	}
	r.Header = http.Header{"X-Forwarded-For": {"2001:db8:1:2::9"}, "X-Forwarded-Proto": {"http"}}
	if behind.Address(r) != "2001:db8:1:2::/64" || behind.Secure(r) {
		t.Errorf("behind a proxy the request counts as %s, secure %v", behind.Address(r), behind.Secure(r))
	}
	r.Header = nil
	if behind.Address(r) != "127.0.0.1" {
		t.Errorf("a proxy that says nothing: %s", behind.Address(r))
	}
}

func TestAnotherContentTypeIsRefused(t *testing.T) {
	b := build(t).browser()
	for kind, want := range map[string]int{
		"application/json": 201, "application/json; charset=utf-8": 201, "": 201,
		"text/plain": 415, "application/x-www-form-urlencoded": 415, "multipart/form-data; boundary=x": 415, "application/xml": 415, "application/cbor": 415,
	} {
		if answer, text := b.do("POST", "/api/games", "{}", "Content-Type", kind); answer.StatusCode != want {
			t.Errorf("%q: %s %s", kind, answer.Status, text)
		}
	}
}

func TestAPanicIsAProblemAndAStackInTheLog(t *testing.T) {
	s := build(t)
	s.serve(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("no such thing") }))
	if p, _ := s.browser().refused("GET", "/api/x", ""); p.Status != 500 || p.Code != "api.fault" {
		t.Errorf("%+v", p)
	}
	if log := s.log.String(); !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "no such thing") || !strings.Contains(log, "guard_test.go") {
		t.Errorf("logged: %s", log)
	}
}

func TestAClientThatHangsUpIsNoErrorLine(t *testing.T) {
	s := build(t)
	s.serve(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		panic(fmt.Errorf("marshal: %w", &net.OpError{Op: "write", Err: syscall.EPIPE}))
	}))
	s.browser().do("GET", "/api/x", "")
	if log := s.log.String(); log != "" {
		t.Errorf("logged: %s", log)
	}
}

func TestWhatTheHTTPServerComplainsAboutIsLoggedAsAnError(t *testing.T) {
	s := build(t)
	s.serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(200)
		w.WriteHeader(200)
	}))
	s.browser().do("GET", "/", "")
	if log := s.log.String(); !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "superfluous") {
		t.Errorf("logged: %s", log)
	}
}

func TestConnectionsAreBoundedForEachAddress(t *testing.T) {
	s := build(t, func(o *options) { o.Limits.Connections = 3 })
	at := strings.TrimPrefix(s.url, "http://")
	var open []net.Conn
	for range 3 {
		open = append(open, dialRaw(t, at))
	}
	extra := dialRaw(t, at)
	if err := extra.SetReadDeadline(time.Now().Add(waittest.Limit)); err != nil {
		t.Fatal(err)
	}
	if n, err := extra.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("the fourth connection reads %d, %v", n, err)
	}
	open[0].Close()
	eventually(t, func() bool {
		c := dialRaw(t, at)
		defer c.Close()
		_, err := io.WriteString(c, "GET /api/boards HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
		answer, _ := io.ReadAll(c)
		return err == nil && bytes.HasPrefix(answer, []byte("HTTP/1.1 200"))
	})
}

func dialRaw(t *testing.T, at string) net.Conn {
	t.Helper()
	c, err := (&net.Dialer{}).DialContext(context.Background(), "tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// Every key that the code names has a text.
func TestEveryKeyHasAText(t *testing.T) {
	files, err := filepath.Glob("*.go")
	rules, other := filepath.Glob("../../match/*.go")
	sockets, third := filepath.Glob("../socket/*.go")
	if err := errors.Join(err, other, third); err != nil {
		t.Fatal(err)
	}
	keys := 0
	for _, name := range slices.Concat(files, rules, sockets) {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING || strings.HasSuffix(name, "_test.go") {
				return true
			}
			key, err := strconv.Unquote(lit.Value)
			if err == nil && regexp.MustCompile(`^(api|form|record)\.[a-z-]+$`).MatchString(key) {
				if keys++; !i18n.Has(key) {
					t.Errorf("%s: %s has no text", name, key)
				}
			}
			return true
		})
	}
	if keys < 30 {
		t.Errorf("only %d keys are found", keys)
	}
}

// A client that sends requests without reading loses its connection, and the server frees the
// memory held for it.
func TestAClientThatDoesNotReadItsAnswerIsDropped(t *testing.T) {
	s := build(t, func(o *options) { o.Limits.Connections, o.AnswerWait = 4, 300*time.Millisecond })
	page := bytes.Repeat([]byte("x"), 4<<20)
	s.serve(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/large" {
			w.Write(page)
		}
	}))
	at := strings.TrimPrefix(s.url, "http://")
	for range 4 {
		if _, err := io.WriteString(dialRaw(t, at), "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, func() bool { // all four places were taken
		c := dialRaw(t, at)
		defer c.Close()
		_, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
		answer, _ := io.ReadAll(c)
		return err == nil && bytes.HasPrefix(answer, []byte("HTTP/1.1 200"))
	})
}

// Memory stays bounded however many connections one address opens.
func TestFiveHundredSlowReadersHoldABoundedAmountOfMemory(t *testing.T) {
	s := build(t, func(o *options) { o.Limits.Connections, o.Limits.Requests = 50, 1<<20 })
	page := bytes.Repeat([]byte("x"), 100<<10)
	s.serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(bytes.Clone(page)) }))
	at := strings.TrimPrefix(s.url, "http://")
	before := memory()
	for range 500 {
		c := dialRaw(t, at)
		for range 4 { // fails on connections that the server has closed
			_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
		}
	}
	time.Sleep(200 * time.Millisecond)
	if grown := memory() - before; grown > 50*(200<<10)+10<<20 {
		t.Errorf("500 slow readers hold %d KB", grown>>10)
	}
}
