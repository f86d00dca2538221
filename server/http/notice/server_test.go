package notice_test

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"rosette/internal/servertest"
	"rosette/server/http/wire"
	"rosette/server/store/tables"
)

// A site is a server and the public key of a browser.
type site struct {
	*servertest.Server
	key string
}

func open(t *testing.T) *site {
	t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &site{servertest.New(t), base64.RawURLEncoding.EncodeToString(private.PublicKey().Bytes())}
}

// guest returns a browser with a guest's session.
func (s *site) guest(actor string) *servertest.Browser {
	s.Helper()
	b := s.Browser()
	b.Language, b.Agent = "ht", "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
	b.Begin(actor, wire.GuestCookie)
	return b
}

// device returns the request body for adding a device.
func (s *site) device(endpoint string) string {
	return fmt.Sprintf(`{"endpoint":%q,"key":%q,"auth":"AAAAAAAAAAAAAAAAAAAAAA"}`, endpoint, s.key)
}

// devices returns the endpoints of an actor's devices.
func (s *site) devices(actor string) (all []string) {
	s.Helper()
	has, err := tables.Notices(s.Store).Devices(s.Context(), actor)
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
		b := s.Browser()
		if known {
			b = hers
		}
		if got := b.Refusal(method, path, body); got != want {
			t.Errorf("%s: %s, want %s", request, got, want)
		}
	}
	for _, endpoint := range []string{"http://push.example/1", "https://127.0.0.1:8080/", "x", "https://push.example/\u202e" + strings.Repeat("x", 990)} {
		if got := hers.Refusal("PUT", "/api/notices/device", s.device(endpoint)); got != "422 notice.device.unknown" && got != "422 api.out-of-range" {
			t.Errorf("%s: %s", endpoint, got)
		}
	}
	for _, endpoint := range []string{"https://127.0.0.1/", "https://169.254.169.254/latest", "https://2130706433/", "https://[::ffff:10.0.0.1]/"} {
		if got := hers.Refusal("PUT", "/api/notices/device", s.device(endpoint)); got != "422 notice.device.private" {
			t.Errorf("%s: %s", endpoint, got)
		}
	}
	his.Refusal("POST", "/api/notices/device/end", `{"endpoint":"https://push.example/1"}`) // another person's device
	if got := s.devices(ana); len(got) != 1 {
		t.Errorf("hers are %q", got)
	}
	his.Refusal("PUT", "/api/notices/device", s.device("https://push.example/1")) // the browser's current user
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
		if got := key.Refusal("PUT", "/api/notices/device", s.device(fmt.Sprint("https://push.example/", i))); got != want {
			t.Fatalf("device %d: %s, want %s", i, got, want)
		}
	}
	if got := s.devices(ana); len(got) != 10 || got[9] != "https://push.example/59" {
		t.Errorf("%q", got)
	}
}
