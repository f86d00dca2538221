package lobby_test

import (
	"testing"

	"rosette/play"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

// opened returns an opened game as its player sees it.
func (b *browser) opened(o wire.OpenedGame) matchhttp.Game {
	b.Helper()
	return ask[matchhttp.Game](b, "GET /api/games/"+o.ID, "")
}

func TestAQuickGameOfPeopleWithAccountsIsRatedUnlessTheyWantItCasual(t *testing.T) {
	s := build(t, 0, web.Limits{})
	marie, jean := s.member("Marie"), s.member("Jean")
	ann, bob := s.member("Ann"), s.member("Bob")
	const want, casual = `{"board":"rosette-4","speed":"live"}`, `{"board":"rosette-4","speed":"live","casual":true}`
	guest := ask[wire.OpenedGame](s.browser(), "POST /api/lobby/pair", want)
	first := ask[wire.OpenedGame](marie, "POST /api/lobby/pair", want)
	if second := ask[wire.OpenedGame](jean, "POST /api/lobby/pair", want); first.ID != second.ID || first.ID == guest.ID {
		t.Fatalf("%s, %s and the guest %s", first.ID, second.ID, guest.ID)
	}
	if g := jean.opened(first); !g.Rated || g.Visibility != "public" {
		t.Errorf("the quick game is %+v", g)
	}
	s.read(first.ID, func(m *play.Match) {
		if set := m.Settings(); !set.OneAddress || set.Rules.Komi != 7.5 {
			t.Errorf("at one address: %+v", set)
		}
	})
	if g := ann.opened(ask[wire.OpenedGame](ann, "POST /api/lobby/pair", casual)); g.Rated || g.Seat == "" {
		t.Errorf("the casual quick game with a guest is %+v", g)
	}
	rated := ask[wire.OpenedGame](bob, "POST /api/lobby/pair", want)
	if o := ask[wire.OfferView](bob, "GET /api/lobby/offers/"+rated.ID, ""); o.State != "open" || !o.Rated {
		t.Errorf("a rated seek is %+v", o)
	}
}

// read calls look with a match.
func (s *site) read(id string, look func(*play.Match)) {
	s.Helper()
	if err := s.Match.Read(s.TB.Context(), id, look); err != nil {
		s.Fatal(err)
	}
}

func TestAPersonWhoWaitsMayPlayTheComputerOfTheirLevelInstead(t *testing.T) {
	s := build(t, 0, web.Limits{})
	marie, jean := s.member("Marie"), s.member("Jean")
	id := ask[wire.OpenedGame](marie, "POST /api/lobby/pair", `{"board":"rosette-4","speed":"live"}`).ID
	if code := jean.refusal("POST /api/lobby/offers/"+id+"/computer", ""); code != "lobby.refused.not-yours" {
		t.Errorf("somebody else: %q", code)
	}
	o := ask[wire.OpenedGame](marie, "POST /api/lobby/offers/"+id+"/computer", "")
	g := marie.opened(o)
	bot := g.Seats.Black
	if g.Seat == "b" {
		bot = g.Seats.White
	}
	if !g.Rated || g.Board.Name != "rosette-4" || g.Clock != "10m+3x30s" || bot.Level != "8" { // 1468 points
		t.Errorf("the game with the computer is %+v", g)
	}
	if seek := ask[wire.OfferView](marie, "GET /api/lobby/offers/"+id, ""); seek.State != "withdrawn" {
		t.Errorf("the seek is %s", seek.State)
	}
	if code := marie.refusal("POST /api/lobby/offers/"+id+"/computer", ""); code != "lobby.refused.withdrawn" {
		t.Errorf("a second time: %q", code)
	}
	guest := s.browser()
	id = ask[wire.OpenedGame](guest, "POST /api/lobby/pair", `{"board":"rosette-4","speed":"blitz"}`).ID
	if g := guest.opened(ask[wire.OpenedGame](guest, "POST /api/lobby/offers/"+id+"/computer", "")); g.Rated {
		t.Errorf("the game of a guest is rated: %+v", g)
	}
	link := marie.offer(`{"kind":"link","game":{"board":"rosette-4"}}`)
	if code := marie.refusal("POST /api/lobby/offers/"+link+"/computer", ""); code != "lobby.refused.no-opponent" {
		t.Errorf("instead of a friend: %q", code)
	}
}
