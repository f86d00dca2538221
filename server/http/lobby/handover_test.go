package lobby_test

import (
	"strings"
	"testing"
	"time"

	lobbyhttp "rosette/server/http/lobby"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
)

// take gets and stores the cookie for a secret, like a browser.
func (b *browser) take(page string) error {
	b.Helper()
	_, session, err := b.Lobby.TakeOver(b.Context(), strings.TrimPrefix(page, "/take/"), "")
	if err == nil {
		cookie := web.GuestOf(session, false)
		b.Cookies[cookie.Name] = cookie.Value
	}
	return err
}

func TestAGuestPlaysOnAnotherDevice(t *testing.T) {
	s := build(t, 0, web.Limits{})
	first := s.browser()
	second := s.browser()
	thief := s.browser()
	id := s.begun(first, s.browser())
	h := ask[lobbyhttp.HandOver](first, "POST /api/lobby/handover", "")
	if !strings.HasPrefix(h.Page, "/take/") || h.Minutes != 10 {
		t.Fatalf("%+v", h)
	}
	if err := second.take(h.Page); err != nil {
		t.Fatal(err)
	}
	for _, b := range []*browser{first, second} {
		if g := ask[matchhttp.Game](b, "GET /api/games/"+id, ""); g.Seat != "b" {
			t.Errorf("the seat is %q", g.Seat)
		}
	}
	late := ask[lobbyhttp.HandOver](first, "POST /api/lobby/handover", "")
	s.Clock.Advance(10 * time.Minute)
	for name, page := range map[string]string{"used up": h.Page, "too late": late.Page, "guessed": "/take/" + strings.Repeat("a", 26)} {
		if err := thief.take(page); err == nil || !strings.Contains(err.Error(), "lobby.refused.handed-over") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if code := thief.refusal("POST /api/lobby/handover", ""); code != "lobby.refused.no-guest" {
		t.Errorf("nobody hands over: %q", code)
	}
}
