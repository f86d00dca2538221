package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/http/lobby"
	"rosette/server/http/moderation"
	"rosette/server/http/rating"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

// on marks browser as known to a user and returns its secret.
func (w *world) on(t *testing.T, browser, who string) (secret string) {
	t.Helper()
	u, err := w.accounts.Store.User(t.Context(), w.seats[who].ID)
	if err != nil {
		t.Fatal(err)
	}
	if secret, err = w.accounts.KnowBrowser(t.Context(), u, browser); err != nil {
		t.Fatal(err)
	}
	return secret
}

// offered returns an offer as a visitor sees it.
func (w *world) offered(t *testing.T, who, id string) (o wire.OfferView) {
	t.Helper()
	answer := w.answer(who, "GET /api/lobby/offers/"+id)
	if err := json.Unmarshal(answer.Body.Bytes(), &o); err != nil || answer.Code != 200 {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return o
}

// offerRated offers a rated game.
func (w *world) offerRated(t *testing.T, who string) (id string) {
	t.Helper()
	made := w.answer(who, `POST /api/lobby/offers {"game":{"board":"rosette-3","clock":"10m","rated":true,"color":"black"}}`)
	if made.Code != http.StatusCreated {
		t.Fatalf("%d %s", made.Code, made.Body)
	}
	return strings.TrimPrefix(made.Header().Get("Location"), "/api/lobby/offers/")
}

// rated plays a rated game with a number of stones that loser offers and loses. It returns the
// rating changes.
func (w *world) rated(t *testing.T, loser, winner string, stones int) (id string, changes []rating.RatingChange) {
	t.Helper()
	id = w.offerRated(t, loser)
	if answer := w.answer(winner, "POST /api/lobby/offers/"+id+"/accept {}"); answer.Code != 200 {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	graph := board.Rosette(3)
	for i := range stones {
		w.command(t, id, play.Command{Kind: play.Play, By: board.Colors[i%2], Point: graph.PointName(board.Point(3 * i))})
	}
	w.command(t, id, play.Command{Kind: play.Resign, By: board.Black})
	w.moves(t, id)
	answer := w.answer("stranger", "GET /api/games/"+id+"/ratings")
	if err := json.Unmarshal(answer.Body.Bytes(), &changes); err != nil || len(changes) != 2 {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return id, changes
}

func TestTheWinnerOfAShortRatedGameGainsNothing(t *testing.T) {
	w := newWorld(t)
	if _, c := w.rated(t, "player", "opponent@198.51.100.7", 5); c[0].Change >= 0 || c[1].Change != 0 || c[0].Weight != 1 || c[1].Weight != 0 {
		t.Errorf("after 5 stones on 54 points: %+v", c)
	}
	if _, c := w.rated(t, "player", "member@198.51.100.8", 6); c[0].Change >= 0 || c[1].Change <= 0 || c[1].Weight != 1 {
		t.Errorf("after 6 stones on 54 points: %+v", c)
	}
}

func TestRatedGamesOfTheSameTwoWeighLessWithEach(t *testing.T) {
	w := newWorld(t)
	for i, want := range []float64{1, 0.5, 0.333, 0.25} {
		o := w.offered(t, "opponent@198.51.100.7", w.offerRated(t, "player"))
		if _, c := w.rated(t, "player", "opponent@198.51.100.7", 6); o.Weight != want || c[0].Weight != want || c[1].Weight != want {
			t.Errorf("game %d: the offer weighs %v, the game %+v, want %v", i+1, o.Weight, c, want)
		}
	}
	offer := w.offerRated(t, "player")
	if page := w.answer("opponent@198.51.100.7", "GET /games/"+offer).Body.String(); !strings.Contains(page, "This game counts 20%") {
		t.Error(page)
	}
	if o := w.offered(t, "member@198.51.100.8", offer); o.Weight != 1 {
		t.Errorf("the first game of two weighs %v", o.Weight)
	}
	if err := w.srv.Projector.Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	if o := w.offered(t, "opponent@198.51.100.7", offer); o.Weight != 0.2 {
		t.Errorf("rebuilt, the next game weighs %v", o.Weight)
	}
}

func TestRatedGamesOfOneAddressWeighLessWithEach(t *testing.T) {
	w := newWorld(t)
	first, _ := w.rated(t, "player", "opponent", 6)
	second, c := w.rated(t, "member", "opponent", 6) // another pair, one address
	if c[0].Weight != 0.5 || c[1].Weight != 0.5 {
		t.Errorf("%+v", c)
	}
	if _, c := w.rated(t, "admin", "member@198.51.100.7", 6); c[0].Weight != 1 {
		t.Errorf("games of another address lessen the weight: %+v", c)
	}
	for _, id := range []string{first, second} {
		if err := w.srv.Matches.Read(t.Context(), id, func(m *play.Match) {
			if !m.OriginalSettings().OneAddress {
				t.Error("the match does not say that its players were at one address")
			}
		}); err != nil {
			t.Error(err)
		}
	}
	w.srv.Lobby.NotOneAddress = true
	offer := w.offerRated(t, "player")
	if o := w.offered(t, "opponent", offer); o.Refused != "one-address" || o.Weight != 0 {
		t.Errorf("%+v", o)
	}
	page := w.answer("opponent", "GET /games/"+offer).Body.String()
	if !strings.Contains(page, "this server does not rate such games") || strings.Contains(page, "/accept") {
		t.Error(page)
	}
	w.refused(t, "opponent", "/api/lobby/offers/"+offer+"/accept", "lobby.refused.one-address")
	if answer := w.answer("opponent@203.0.113.9", "POST /api/lobby/offers/"+offer+"/accept {}"); answer.Code != 200 {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
	if answer := w.answer("member@203.0.113.10", "POST /api/lobby/offers/"+w.offerRated(t, "admin@203.0.113.11")+"/accept {}"); answer.Code != 200 {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

// refused sends an empty object and fails unless the response is 403 with the code.
func (w *world) refused(t *testing.T, who, path, code string) {
	t.Helper()
	answer := w.answer(who, "POST "+path+" {}")
	var p web.Problem
	if err := json.Unmarshal(answer.Body.Bytes(), &p); err != nil || answer.Code != 403 || p.Code != code {
		t.Errorf("%d %s, want %s", answer.Code, answer.Body, code)
	}
}

func TestOneBrowserPlaysNoRatedGame(t *testing.T) {
	w := newWorld(t)
	shared := w.on(t, "", "player")
	w.on(t, shared, "opponent")
	offer := w.offerRated(t, "player@198.51.100.1")
	w.browsers = map[string]string{"opponent": shared, "member": w.on(t, "", "member")}
	if o := w.offered(t, "opponent", offer); o.Refused != "one-browser" {
		t.Errorf("%+v", o)
	}
	w.refused(t, "opponent", "/api/lobby/offers/"+offer+"/accept", "lobby.refused.one-browser")
	if page := w.answer("opponent", "GET /games/"+offer).Body.String(); !strings.Contains(page, "signed in with the same browser") || strings.Contains(page, "/accept") {
		t.Error(page)
	}
	w.browsers = map[string]string{"player": shared, "member": w.on(t, "", "member")}
	reverse := w.offerRated(t, "player@198.51.100.1") // the other player offers first
	if o := w.offered(t, "opponent", reverse); o.Refused != "one-browser" {
		t.Errorf("%+v", o)
	}
	w.refused(t, "opponent", "/api/lobby/offers/"+reverse+"/accept", "lobby.refused.one-browser")
	challenge := w.answer("player", `POST /api/lobby/offers {"kind":"challenge","to":"opponent","game":{"board":"rosette-3","clock":"10m","rated":true}}`)
	w.refused(t, "opponent", challenge.Header().Get("Location")+"/accept", "lobby.refused.one-browser")
	w.browsers["player"] = ""
	played, _ := w.rated(t, "player", "opponent", 6)
	for _, side := range []string{"player", "opponent"} {
		w.browsers = map[string]string{side: shared}
		if answer := w.answer("player", "POST /api/games/"+played+"/rematch {}"); answer.Code != 200 {
			t.Fatalf("%d %s", answer.Code, answer.Body)
		}
		w.refused(t, "opponent", "/api/games/"+played+"/rematch", "lobby.refused.one-browser")
		withdrawn := w.answer("player", "GET /api/lobby/offers")
		var list lobby.OfferList
		if err := json.Unmarshal(withdrawn.Body.Bytes(), &list); err != nil {
			t.Fatal(err)
		}
		for _, o := range list.Yours {
			if o.Kind == "rematch" {
				w.answer("player", "DELETE /api/lobby/offers/"+o.ID)
			}
		}
	}
	w.browsers = map[string]string{"opponent": shared, "member": w.on(t, "", "member")}
	casual := w.answer("player", `POST /api/lobby/offers {"game":{"board":"rosette-3","clock":"10m"}}`).Header().Get("Location")
	for who, path := range map[string]string{"opponent": casual, "member": "/api/lobby/offers/" + offer} {
		if answer := w.answer(who, "POST "+path+"/accept {}"); answer.Code != 200 {
			t.Errorf("%s: %d %s", who, answer.Code, answer.Body)
		}
	}
}

func TestModeratorsSeeTheMostLopsidedPairs(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		w.rated(t, "player", "opponent", 6)
	}
	w.rated(t, "member", "opponent", 6)
	answer := w.answer("admin", "GET /api/admin/pairs")
	var all moderation.Pairs
	if err := json.Unmarshal(answer.Body.Bytes(), &all); err != nil || len(all.Pairs) != 1 || all.From == 0 {
		t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	p := all.Pairs[0]
	if p.Winner != "opponent" || p.Loser != "player" || p.Games != 3 || p.OneAddress != 3 || p.Share != 1 || p.Gained < 100 || p.Last == 0 {
		t.Errorf("%+v", p)
	}
	page := w.answer("admin", "GET /admin/games").Body.String()
	for _, want := range []string{`<a href="/@/opponent">`, `<a href="/@/player">`, "3 games", "100% won", "3 from one address", `href="/@/opponent?opponent=player&amp;rated=true"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q on the page\n%s", want, page)
		}
	}
	if games := w.answer("admin", "GET "+p.Page).Body.String(); strings.Count(games, `<li><a href="/games/`) != 3 {
		t.Errorf("their games:\n%s", games)
	}
	for who, want := range map[string]int{"player": 403, "stranger": 401} {
		if got := w.answer(who, "GET /api/admin/pairs"); got.Code != want {
			t.Errorf("%s: %d", who, got.Code)
		}
	}
}
