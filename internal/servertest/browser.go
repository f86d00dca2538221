package servertest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	"rosette/play"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

// Firefox is a User-Agent.
const Firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/130.0 Firefox/130.0"

// A Browser is a client. It keeps cookies and follows no redirect.
type Browser struct {
	*Server
	User     account.User      // the member; zero for others
	Actor    string            // the member or guest signed in by Begin
	Cookies  map[string]string // values by name
	Bearer   string            // token sent with every request, unless ""
	Address  string            // the client's IP address
	Host     string            // the server's name in requests
	Language string            // Accept-Language; "" for none
	Agent    string            // User-Agent; "" for none
}

// Browser returns a browser without a session.
func (s *Server) Browser() *Browser {
	return &Browser{Server: s, Cookies: map[string]string{}, Agent: Firefox, Address: "127.0.0.1", Host: "127.0.0.1"}
}

// AddUser adds a user to the store. change adjusts the user.
func (s *Server) AddUser(name string, change ...func(*account.User)) account.User {
	s.Helper()
	u := account.User{
		ID: account.NewKey(), Key: account.Key(name), Created: s.Clock.Now(), Details: account.Details{Name: name},
	}
	for _, f := range change {
		f(&u)
	}
	s.Check(s.Accounts.Store.Create(context.Background(), u))
	return u
}

// Member adds a user and returns a browser with a session.
func (s *Server) Member(name string, change ...func(*account.User)) *Browser {
	s.Helper()
	return s.SignIn(s.AddUser(name, change...))
}

// SignIn returns a browser with a new session for a user.
func (s *Server) SignIn(u account.User) *Browser {
	s.Helper()
	b := s.Browser()
	b.User = u
	b.Begin(u.Actor(), wire.SessionCookie)
	return b
}

// Guest returns a browser with a session for a new guest.
func (s *Server) Guest() *Browser {
	s.Helper()
	b := s.Browser()
	b.Begin(account.NewGuest(), wire.GuestCookie)
	return b
}

// Begin gives the browser a session for an actor in a cookie.
func (b *Browser) Begin(actor, cookie string) {
	b.Helper()
	key, err := b.Accounts.Begin(context.Background(), actor, "")
	b.Check(err)
	b.Actor, b.Cookies[cookie] = actor, key
}

// Seat returns the member's or guest's seat in a match.
func (b *Browser) Seat() play.Seat {
	kind, id, _ := strings.Cut(b.Actor, "/")
	return play.Seat{Kind: play.SeatKind(kind), ID: id, Name: b.User.Name}
}

// A firstFlush ends the request when the response begins to stream.
type firstFlush struct {
	*httptest.ResponseRecorder
	end context.CancelFunc
}

// Flush implements [http.Flusher].
func (f *firstFlush) Flush() {
	f.ResponseRecorder.Flush()
	f.end()
}

// Request returns a request. The body's first character decides its type: JSON, a record
// in SGF or a form.
func (b *Browser) Request(method, path, body string) *http.Request {
	r := httptest.NewRequest(method, "http://"+b.Host+path, strings.NewReader(body))
	switch {
	case strings.HasPrefix(body, "{") || strings.HasPrefix(path, "/api/") && !strings.HasPrefix(body, "("):
		r.Header.Set("Content-Type", "application/json")
	case strings.HasPrefix(body, "("):
		r.Header.Set("Content-Type", "application/octet-stream")
	case method != http.MethodGet:
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	for name, value := range map[string]string{"User-Agent": b.Agent, "Accept-Language": b.Language} {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	if b.Bearer != "" {
		r.Header.Set("Authorization", "Bearer "+b.Bearer)
	}
	r.RemoteAddr = net.JoinHostPort(b.Address, "1234")
	for _, name := range slices.Sorted(maps.Keys(b.Cookies)) {
		r.AddCookie(&http.Cookie{Name: name, Value: b.Cookies[name]})
	}
	return r
}

// Copy returns another browser with the same cookies.
func (b *Browser) Copy() *Browser {
	other := *b
	other.Cookies = maps.Clone(b.Cookies)
	return &other
}

// Do sends a request and returns the response. A stream ends after its first part.
func (b *Browser) Do(method, path, body string) *httptest.ResponseRecorder {
	return b.Send(b.Request(method, path, body))
}

// Ask is like Do for a request such as "POST /api/lobby/offers {}".
func (b *Browser) Ask(request string) *httptest.ResponseRecorder {
	method, rest, _ := strings.Cut(request, " ")
	path, body, _ := strings.Cut(rest, " ")
	return b.Do(method, path, body)
}

// Send is like Do for a request from [Browser.Request].
func (b *Browser) Send(r *http.Request) *httptest.ResponseRecorder {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	w := &firstFlush{httptest.NewRecorder(), cancel}
	b.Handler().ServeHTTP(w, r.WithContext(ctx))
	for _, c := range w.Result().Cookies() {
		if b.Cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(b.Cookies, c.Name)
		}
	}
	return w.ResponseRecorder
}

// Must sends a request that must succeed and returns the response body.
func (b *Browser) Must(method, path, body string) string {
	b.Helper()
	w := b.Do(method, path, body)
	if w.Code >= 300 {
		b.Fatalf("%s %s %s: %d %s", method, path, body, w.Code, w.Body)
	}
	return w.Body.String()
}

// Read sends a request that must succeed and decodes the JSON response.
func Read[T any](b *Browser, request string) (out T) {
	b.Helper()
	w := b.Ask(request)
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || w.Code >= 300 {
		b.Fatalf("%s: %d %s: %v", request, w.Code, w.Body, err)
	}
	return out
}

// Problem returns the problem in a response, or the zero value after success. Every problem has a
// text.
func (b *Browser) Problem(w *httptest.ResponseRecorder) (p web.Problem) {
	b.Helper()
	if w.Code < 400 {
		return p
	}
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Detail == "" || p.Detail == p.Code ||
		p.Status != w.Code {
		b.Errorf("%d %s is not a problem: %v", w.Code, w.Body, err)
	}
	return p
}

// Refusal sends a request and returns the status and the problem's code, such as "401
// account.sign-in.first", or only the status.
func (b *Browser) Refusal(method, path, body string) string {
	b.Helper()
	w := b.Do(method, path, body)
	return strings.TrimSpace(fmt.Sprint(w.Code, " ", b.Problem(w).Code))
}

// VisitorOf returns the visitor that a user is, with a fresh session.
func VisitorOf(u account.User) account.Visitor {
	session := account.Session{Actor: u.Actor(), Created: time.Now()}
	return account.Visitor{Identity: account.Identity{Session: session, User: u}, Actor: account.Actor(u.Actor())}
}
