package lobby

import (
	"context"
	"net/http"
	"net/url"
	"testing"

	"rosette/server/account"
	"rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/store/tables"
)

// member returns the browser of a new user.
func (s *site) member(name string) *browser {
	s.Helper()
	accounts := account.NewService(tables.Accounts(s.store), s.clock)
	u, err := accounts.Register(context.Background(), account.Registration{Name: name, Password: "a long and quiet password"})
	if err != nil {
		s.Fatal(err)
	}
	key, err := accounts.Begin(context.Background(), u.Actor(), "")
	if err != nil {
		s.Fatal(err)
	}
	b := s.browser()
	at, err := url.Parse(s.url)
	if err != nil {
		s.Fatal(err)
	}
	b.client.Jar.SetCookies(at, []*http.Cookie{{Name: web.SessionCookie, Value: key, Path: "/"}})
	return b
}

func TestAChallengeIsForOnePersonOnly(t *testing.T) {
	s := build(t, 0, web.Limits{})
	marie, jean, other := s.member("Marie"), s.member("Jean"), s.browser()
	hears := jean.dial()
	hears.hear(`"kind":"hello"`)
	id := marie.offer(`{"kind":"challenge","to":"jean","game":{"board":"rosette-3","color":"black"},"name":"Somebody"}`)
	hears.hear(`"topic":"me"`, id, `"asked":true`, `"name":"Marie"`)
	if list := ask[OfferList](jean, "GET /api/lobby/offers", ""); len(list.Yours) != 1 || !list.Yours[0].Asked || len(list.Seeks) != 0 {
		t.Errorf("who is challenged sees %+v", list)
	}
	for want, route := range map[string]string{"lobby.refused.not-asked": "/accept", "lobby.refused.no-person": ""} {
		body := map[string]string{"/accept": "{}", "": `{"kind":"challenge","to":"Nobody"}`}[route]
		path := map[string]string{"/accept": "/api/lobby/offers/" + id + route, "": "/api/lobby/offers"}[route]
		if code := other.refusal("POST "+path, body); code != want {
			t.Errorf("%s: %q, want %q", path, code, want)
		}
	}
	if code := marie.refusal("POST /api/lobby/offers", `{"kind":"challenge","to":"Marie"}`); code != "lobby.refused.own" {
		t.Errorf("oneself: %q", code)
	}
	ask[match.Opened](jean, "POST /api/lobby/offers/"+id+"/accept", `{"name":"Another"}`)
	if g := ask[match.Game](jean, "GET /api/games/"+id, ""); g.Seat != "w" || g.Seats.Black.Name != "Marie" || g.Seats.White.Name != "Jean" {
		t.Errorf("the seat %q of %+v", g.Seat, g.Seats)
	}
}
