package account_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rosette/server/account"
)

// send sends a request with cookies, over TLS or not, as a browser opens a page.
func (s *site) send(tls bool, request, body string, cookies ...*http.Cookie) *httptest.ResponseRecorder {
	s.Helper()
	method, path, _ := strings.Cut(request, " ")
	r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Sec-Fetch-Dest", "document")
	if tls {
		r.Header.Set("X-Forwarded-Proto", "https")
	}
	for _, c := range cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// set returns the cookies of a response as "name=value path;". A leading - marks a removed cookie.
func set(w *httptest.ResponseRecorder) (all string) {
	for _, c := range w.Result().Cookies() {
		all += map[bool]string{true: "-"}[c.MaxAge < 0] + c.Name + "=" + c.Value + " " + c.Path + map[bool]string{true: " secure"}[c.Secure] + c.Domain + ";"
	}
	return all
}

func TestSessionsHaveNamesOfTheHostOverTLS(t *testing.T) {
	s := open(t, generous)
	begin := func(name string) *http.Cookie {
		return s.send(false, "POST /api/account", named(name, "correct horse")).Result().Cookies()[0]
	}
	ana := begin("Ana")
	if ana.Name != "session" || ana.Secure {
		t.Errorf("without TLS: %v", ana)
	}
	key := s.send(true, "POST /api/session", named("Ana", "correct horse")).Result().Cookies()[0]
	if key.Name != "__Host-session" || !key.Secure || key.Path != "/" || key.Domain != "" || !key.HttpOnly {
		t.Errorf("over TLS: %v", key)
	}
	if got := set(s.send(true, "DELETE /api/session", "", key)); got != "-__Host-session= / secure;" {
		t.Errorf("signing out sets %s", got)
	}
}

// Any host in the domain can plant a cookie without the prefix, even without TLS. The browser would
// then act for the attacker's account.
func TestAPlainCookieNeverBecomesOneOfTheHost(t *testing.T) {
	s := open(t, generous)
	planted := s.send(false, "POST /api/account", named("Mallory", "correct horse")).Result().Cookies()
	own := s.send(true, "POST /api/account", named("Ana", "correct horse")).Result().Cookies()[0]
	guest := &http.Cookie{Name: "guest", Value: planted[0].Value}
	ended := &http.Cookie{Name: "__Host-session", Value: account.NewKey()}
	for _, c := range []struct {
		cookies []*http.Cookie
		name    string
	}{
		{planted, ""}, {[]*http.Cookie{guest}, ""}, {append(planted, ended), ""}, {append(planted, own), "Ana"},
	} {
		w := s.send(true, "GET /api/account", "", c.cookies...)
		if is := strings.Contains(w.Body.String(), `"name":"`+c.name+`"`); is != (c.name != "") || set(w) != "" {
			t.Errorf("%v: %s\nsets %s", c.cookies, w.Body, set(w))
		}
		if sets := set(s.send(true, "GET /", "", c.cookies...)); sets != "" {
			t.Errorf("%v: a page sets %s", c.cookies, sets)
		}
	}
	if w := s.send(false, "GET /api/account", "", planted...); !strings.Contains(w.Body.String(), `"name":"Mallory"`) {
		t.Errorf("without TLS: %s", w.Body)
	}
}

// counted counts session lookups.
type counted struct {
	account.Store
	sessions int
}

func (c *counted) Session(ctx context.Context, keyHash string) (account.Session, error) {
	c.sessions++
	return c.Store.Session(ctx, keyHash)
}

func TestThreeCookiesOfSessionsAreLookedUp(t *testing.T) {
	s := open(t, generous)
	kept := &counted{Store: s.Accounts.Store}
	s.Accounts.Store = kept
	for name, most := range map[string]int{"session": 3, "guest": 3, "seat": 0, "seat_" + account.NewKey(): 0} {
		var cookies []*http.Cookie
		for range 1300 {
			cookies = append(cookies, &http.Cookie{Name: name, Value: account.NewKey()})
		}
		kept.sessions = 0
		if w := s.send(false, "GET /api/account", "", cookies...); w.Code != http.StatusUnauthorized || kept.sessions > most {
			t.Errorf("1300 cookies %s: %d, %d are looked up", name, w.Code, kept.sessions)
		}
	}
}
