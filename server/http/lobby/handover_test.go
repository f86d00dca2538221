package lobby

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rosette/server/http/match"
	"rosette/server/http/web"
)

// take asks for the cookie of a secret as a browser does, and keeps it.
func (b *browser) take(page string) error {
	b.Helper()
	r, err := http.NewRequest("POST", b.url+page, nil)
	if err != nil {
		b.Fatal(err)
	}
	cookie, err := b.TakeOver(r, strings.TrimPrefix(page, "/take/"))
	if err == nil {
		b.client.Jar.SetCookies(r.URL, []*http.Cookie{cookie})
	}
	return err
}

func TestAGuestPlaysOnAnotherDevice(t *testing.T) {
	s := build(t, 0, web.Limits{})
	first, second, thief := s.browser(), s.browser(), s.browser()
	id := s.begun(first, s.browser())
	h := ask[HandOver](first, "POST /api/lobby/handover", "")
	if !strings.HasPrefix(h.Page, "/take/") || h.Minutes != 10 {
		t.Fatalf("%+v", h)
	}
	if err := second.take(h.Page); err != nil {
		t.Fatal(err)
	}
	for _, b := range []*browser{first, second} {
		if g := ask[match.Game](b, "GET /api/games/"+id, ""); g.Seat != "b" {
			t.Errorf("the seat is %q", g.Seat)
		}
	}
	late := ask[HandOver](first, "POST /api/lobby/handover", "")
	s.pass(10 * time.Minute)
	for name, page := range map[string]string{"used up": h.Page, "too late": late.Page, "guessed": "/take/" + strings.Repeat("a", 26)} {
		if err := thief.take(page); err == nil || !strings.Contains(err.Error(), "lobby.refused.handed-over") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if code := thief.refusal("POST /api/lobby/handover", ""); code != "lobby.refused.no-guest" {
		t.Errorf("nobody hands over: %q", code)
	}
}
