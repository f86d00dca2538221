package notice_test

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rosette/server/account"
	"rosette/server/http/notice"
	"rosette/server/http/web"
	"rosette/server/store"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// A server answers the routes, to whom a test gives a session.
type server struct {
	*testing.T
	http.Handler
	accounts *account.Service
	kept     *store.SQLite
	key      string
}

func open(t *testing.T) *server {
	t.Helper()
	kept := storetest.Open(t)
	accounts := account.NewService(tables.Accounts(kept), time.Now)
	front := web.New(web.Options{Sessions: accounts})
	key := func(context.Context) (string, error) { return "of the server", nil }
	routes := notice.New(front, notice.Options{Store: tables.Notices(kept), Key: key})
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &server{t, front.Guard(front.Handler(routes), front.Fail), accounts, kept, base64.RawURLEncoding.EncodeToString(private.PublicKey().Bytes())}
}

// guest returns the key of a new guest's session.
func (s *server) guest(actor string) string {
	s.Helper()
	key, err := s.accounts.Begin(s.Context(), actor, "")
	if err != nil {
		s.Fatal(err)
	}
	return key
}

// ask sends a request and returns the status and the code of the problem.
func (s *server) ask(key, method, path, body string) string {
	s.Helper()
	r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept-Language", "ht")
	r.Header.Set("User-Agent", "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0")
	r.AddCookie(&http.Cookie{Name: web.GuestCookie, Value: key})
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	var p web.Problem
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil && w.Body.Len() > 0 {
		s.Error(err)
	}
	return strings.TrimSpace(fmt.Sprint(w.Code, " ", p.Code))
}

// device returns the body that adds a device.
func (s *server) device(endpoint string) string {
	return fmt.Sprintf(`{"endpoint":%q,"key":%q,"auth":"AAAAAAAAAAAAAAAAAAAAAA"}`, endpoint, s.key)
}

// devices returns the endpoints of an actor's devices.
func (s *server) devices(actor string) (all []string) {
	s.Helper()
	has, err := tables.Notices(s.kept).Devices(s.Context(), actor)
	if err != nil {
		s.Fatal(err)
	}
	for _, d := range has {
		all = append(all, d.Endpoint)
		if d.Language != "ht" || d.Name != "Firefox/Android" || len(d.Session) != 64 {
			s.Errorf("%+v", d)
		}
	}
	return all
}

func TestADeviceIsToldForWhoIsKnownThere(t *testing.T) {
	s := open(t)
	ana, ben := "guest/"+strings.Repeat("a", 32), "guest/"+strings.Repeat("b", 32)
	hers, his := s.guest(ana), s.guest(ben)
	for request, want := range map[string]string{
		"GET /api/notices/device":          "401 notice.nobody",
		"PUT /api/notices/device":          "401 notice.nobody",
		"POST /api/notices/device/end":     "401 notice.nobody",
		"ana GET /api/notices/device":      "200",
		"ana PUT /api/notices/device":      "200",
		"ana POST /api/notices/device/end": "200",
	} {
		request, known := strings.CutPrefix(request, "ana ")
		method, path, _ := strings.Cut(request, " ")
		body := s.device("https://push.example/1")
		if strings.HasSuffix(path, "end") {
			body = `{"endpoint":"https://push.example/0"}`
		}
		if got := s.ask(map[bool]string{true: hers}[known], method, path, body); got != want {
			t.Errorf("%s: %s, want %s", request, got, want)
		}
	}
	for _, endpoint := range []string{"http://push.example/1", "https://127.0.0.1:8080/", "x", "https://push.example/\u202e" + strings.Repeat("x", 990)} {
		if got := s.ask(hers, "PUT", "/api/notices/device", s.device(endpoint)); got != "422 notice.device.unknown" && got != "422 api.out-of-range" {
			t.Errorf("%s: %s", endpoint, got)
		}
	}
	for _, endpoint := range []string{"https://127.0.0.1/", "https://169.254.169.254/latest", "https://2130706433/", "https://[::ffff:10.0.0.1]/"} {
		if got := s.ask(hers, "PUT", "/api/notices/device", s.device(endpoint)); got != "422 notice.device.private" {
			t.Errorf("%s: %s", endpoint, got)
		}
	}
	s.ask(his, "POST", "/api/notices/device/end", `{"endpoint":"https://push.example/1"}`) // not his
	if got := s.devices(ana); len(got) != 1 {
		t.Errorf("hers are %q", got)
	}
	s.ask(his, "PUT", "/api/notices/device", s.device("https://push.example/1")) // who uses the browser now
	if hers, his := s.devices(ana), s.devices(ben); len(hers) != 0 || len(his) != 1 {
		t.Errorf("hers are %q, his %q", hers, his)
	}
}

func TestAPersonHasAFewDevices(t *testing.T) {
	s := open(t)
	ana := "guest/" + strings.Repeat("a", 32)
	key := s.guest(ana)
	for i := range 80 {
		want := "200"
		if i >= 60 {
			want = "429 api.too-many-requests"
		}
		if got := s.ask(key, "PUT", "/api/notices/device", s.device(fmt.Sprint("https://push.example/", i))); got != want {
			t.Fatalf("device %d: %s, want %s", i, got, want)
		}
	}
	if got := s.devices(ana); len(got) != 10 || got[9] != "https://push.example/59" {
		t.Errorf("%q", got)
	}
}
