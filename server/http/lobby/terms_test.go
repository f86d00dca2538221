package lobby_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"rosette/game/board"
	"rosette/internal/servertest"
	"rosette/play"
	"rosette/server/account"
	lobbyhttp "rosette/server/http/lobby"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

// ratedOffer is the request body for a live rated game.
const ratedOffer = `{"kind":%q,"game":{"board":"rosette-4","clock":"10m+3x30s","color":%q,"rated":true},"near":%d,"even":%t}`

// loses makes one player lose rated games to another and updates the ratings.
func (s *site) loses(weaker, stronger *browser, games int) {
	s.Helper()
	for range games {
		id := weaker.offer(fmt.Sprintf(ratedOffer, "link", "black", 0, false))
		ask[wire.OpenedGame](stronger, "POST /api/lobby/offers/"+id+"/accept", `{}`)
		if _, err := s.Match.Host.Do(context.Background(), id, play.Command{Kind: play.Resign, By: board.Black}); err != nil {
			s.Fatal(err)
		}
	}
	s.Project()
}

func TestRatingsSayWhoMayAcceptAndDecideTheHandicap(t *testing.T) {
	s := build(t, 0, web.Limits{})
	marie, jean := s.member("Marie"), s.member("Jean")
	if code := marie.refusal("POST /api/lobby/offers", fmt.Sprintf(ratedOffer, "seek", "", 100, false)); code != "lobby.refused.unrated" {
		t.Errorf("near a rating that she does not have: %q", code)
	}
	s.loses(marie, jean, 12)
	near := marie.offer(fmt.Sprintf(ratedOffer, "seek", "", 100, false))
	list := ask[lobbyhttp.OfferList](jean, "GET /api/lobby/offers", "")
	if len(list.Seeks) != 1 || list.Seeks[0].Refused != "rating" || list.Seeks[0].By.Rank == "" || list.Seeks[0].Least == 0 {
		t.Errorf("who is too strong sees %+v", list)
	}
	if code := jean.refusal("POST /api/lobby/offers/"+near+"/accept", `{}`); code != "lobby.refused.rating" {
		t.Errorf("who is too strong accepts: %q", code)
	}
	even := jean.offer(fmt.Sprintf(ratedOffer, "seek", "black", 0, true))
	list = ask[lobbyhttp.OfferList](marie, "GET /api/lobby/offers", "")
	if i := slices.IndexFunc(list.Seeks, func(o wire.OfferView) bool { return o.ID == even }); i < 0 || !list.Seeks[i].Even || list.Seeks[i].Refused != "" {
		t.Errorf("who is weaker sees %+v", list)
	}
	ask[wire.OpenedGame](marie, "POST /api/lobby/offers/"+even+"/accept", `{}`)
	g := ask[matchhttp.Game](marie, "GET /api/games/"+even, "")
	if g.Seat != "b" || g.Handicap == 0 {
		t.Errorf("she has %q and a handicap of %d", g.Seat, g.Handicap)
	}
}

func TestAHandicapByRatingsIsOneThatThereIs(t *testing.T) {
	s := build(t, 0, web.Limits{})
	marie := s.member("Marie")
	for body, want := range map[string]string{
		`{"kind":"seek","even":true,"game":{"board":"rosette-4","clock":"10m+3x30s","handicap":2}}`:   "lobby.refused.even",
		`{"kind":"seek","even":true,"game":{"board":"rosette-4","clock":"10m+3x30s","komi":3.5}}`:     "lobby.refused.even",
		`{"kind":"seek","even":true,"game":{"board":"rosette-4"}}`:                                    "lobby.refused.no-handicap",
		`{"kind":"seek","near":-1,"game":{"board":"rosette-4","clock":"10m+3x30s"}}`:                  "lobby.refused.bad-range",
		`{"kind":"seek","near":100,"least":900,"game":{"board":"rosette-4","clock":"10m+3x30s"}}`:     "lobby.refused.bad-range",
		`{"kind":"link","game":{"board":"rosette-4","clock":"10m+3x30s","rankDifference":"ratings"}}`: "form.handicap-ratings",
		`{"kind":"seek","even":true,"game":{"board":"rosette-4","clock":"10m+3x30s"}}`:                "",
	} {
		if code := marie.refusal("POST /api/lobby/offers", body); code != want {
			t.Errorf("%s: %q, want %q", body, code, want)
		}
	}
}

func TestWhoIsBlockedIsNotMet(t *testing.T) {
	s := build(t, 0, web.Limits{})
	marie, jean := s.member("Marie"), s.member("Jean")
	id := marie.offer(`{"kind":"seek","game":{"board":"rosette-3","clock":"5m+5s"}}`)
	v := servertest.VisitorOf(jean.User)
	if err := s.Accounts.Relate(t.Context(), v, "Marie", account.KindBlock, true); err != nil {
		t.Fatal(err)
	}
	for route, body := range map[string]string{"/api/lobby/offers/" + id + "/accept": `{}`, "/api/lobby/offers": `{"kind":"challenge","to":"Marie"}`} {
		if code := jean.refusal("POST "+route, body); code != "lobby.refused.blocked" {
			t.Errorf("%s: %q", route, code)
		}
	}
	if code := marie.refusal("POST /api/lobby/offers", `{"kind":"challenge","to":"Jean"}`); code != "lobby.refused.blocked" {
		t.Errorf("who is blocked challenges: %q", code)
	}
	seen := func(b *browser) bool {
		return slices.ContainsFunc(ask[lobbyhttp.OfferList](b, "GET /api/lobby/offers", "").Seeks, func(o wire.OfferView) bool { return o.ID == id })
	}
	if seen(jean) || !seen(marie) || !seen(s.browser()) {
		t.Error("who blocks somebody sees the seek, or others do not")
	}
	pair := `{"board":"rosette-4","speed":"live"}`
	first, second := ask[wire.OpenedGame](marie, "POST /api/lobby/pair", pair), ask[wire.OpenedGame](jean, "POST /api/lobby/pair", pair)
	if first.ID == second.ID {
		t.Error("the two are paired")
	}
}
