package people_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rosette/account"
)

// send sends a request with cookies, over TLS or not, as a browser opens a page.
func (s *server) send(tls bool, request, body string, cookies ...*http.Cookie) *httptest.ResponseRecorder {
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
	s.Config.Handler.ServeHTTP(w, r)
	return w
}

// set returns what an answer sets, as "name=value path;", with - for what it takes away.
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
	ana, ben := begin("Ana"), begin("Ben")
	if ana.Name != "session" || ana.Secure {
		t.Errorf("without TLS: %v", ana)
	}
	key := s.send(true, "POST /api/session", named("Ana", "correct horse")).Result().Cookies()[0]
	if key.Name != "__Host-session" || !key.Secure || key.Path != "/" || key.Domain != "" || !key.HttpOnly {
		t.Errorf("over TLS: %v", key)
	}
	guest, err := s.people.Accounts.Begin(t.Context(), account.NewGuest(), "")
	if err != nil {
		t.Fatal(err)
	}
	own := &http.Cookie{Name: "__Host-guest", Value: guest}
	for _, c := range []struct {
		cookies []*http.Cookie
		says    string
		sets    string
	}{
		{[]*http.Cookie{ana}, `"name":"Ana"`, "__Host-session=" + ana.Value + " / secure;-session= / secure;"},
		{[]*http.Cookie{key}, `"name":"Ana"`, ""},
		{[]*http.Cookie{ben, key}, `"name":"Ana"`, "-session= / secure;"}, // one that another host has planted
		{[]*http.Cookie{ben, own}, "account.sign-in.first", "-session= / secure;"},
	} {
		w := s.send(true, "GET /api/account", "", c.cookies...)
		if got := set(w); !strings.Contains(w.Body.String(), c.says) || got != c.sets {
			t.Errorf("%v: %s\nsets %s", c.cookies, w.Body, got)
		}
	}
	if w := s.send(false, "GET /api/account", "", ana); !strings.Contains(w.Body.String(), `"name":"Ana"`) || set(w) != "" {
		t.Errorf("without TLS: %s, sets %s", w.Body, set(w))
	}
	if got := set(s.send(true, "DELETE /api/session", "", ana)); !strings.HasSuffix(got, "-session= / secure;-__Host-session= / secure;") {
		t.Errorf("signing out sets %s", got)
	}
}
