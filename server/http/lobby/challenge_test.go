package lobby_test

import (
	"testing"

	lobbyhttp "rosette/server/http/lobby"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

func TestAChallengeIsForOnePersonOnly(t *testing.T) {
	s := build(t, 0, web.Limits{})
	marie := s.member("Marie")
	jean := s.member("Jean")
	other := s.browser()
	hears := jean.Socket()
	hears.Await(`"kind":"hello"`)
	id := marie.offer(`{"kind":"challenge","to":"jean","game":{"board":"rosette-3","color":"black"},"name":"Somebody"}`)
	hears.Await(`"topic":"me"`, id, `"asked":true`, `"name":"Marie"`)
	if list := ask[lobbyhttp.OfferList](jean, "GET /api/lobby/offers", ""); len(list.Yours) != 1 || !list.Yours[0].Asked || len(list.Seeks) != 0 {
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
	ask[wire.OpenedGame](jean, "POST /api/lobby/offers/"+id+"/accept", `{"name":"Another"}`)
	if g := ask[matchhttp.Game](jean, "GET /api/games/"+id, ""); g.Seat != "w" || g.Seats.Black.Name != "Marie" || g.Seats.White.Name != "Jean" {
		t.Errorf("the seat %q of %+v", g.Seat, g.Seats)
	}
}
