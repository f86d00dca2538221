package lobby_test

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/internal/servertest"
	"rosette/play"
	"rosette/server/account"
	lobbyhttp "rosette/server/http/lobby"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/lobby"
)

func TestTwoWhoWantTheSameQuickGamePlayIt(t *testing.T) {
	s := build(t, 0, web.Limits{})
	first := s.browser()
	second := s.browser()
	third := s.browser()
	const want = `{"board":"rosette-4","speed":"live"}`
	id := ask[wire.OpenedGame](first, "POST /api/lobby/pair", want).ID
	if again := ask[wire.OpenedGame](first, "POST /api/lobby/pair", want).ID; again != id {
		t.Error("who asks twice waits twice")
	}
	if other := ask[wire.OpenedGame](second, "POST /api/lobby/pair", `{"board":"rosette-4","speed":"blitz"}`).ID; other == id {
		t.Error("two who want different games play each other")
	}
	if got := ask[wire.OpenedGame](third, "POST /api/lobby/pair", want).ID; got != id {
		t.Errorf("the third one waits at %s, not at %s", got, id)
	}
	a, b := ask[matchhttp.Game](first, "GET /api/games/"+id, ""), ask[matchhttp.Game](third, "GET /api/games/"+id, "")
	if a.Seat == b.Seat || a.Seat == "" || b.Seat == "" || a.Clock != "10m+3x30s" || a.Board.Name != "rosette-4" {
		t.Errorf("seats %q and %q, %s on %s", a.Seat, b.Seat, a.Clock, a.Board.Name)
	}
	for _, wrong := range []string{`{"board":"rosette-3","speed":"live"}`, `{"board":"rosette-4","speed":"now"}`, `{"board":"","speed":"live"}`} {
		if code := first.refusal("POST /api/lobby/pair", wrong); code != "lobby.refused.no-pair" {
			t.Errorf("%s: %q", wrong, code)
		}
	}
}

func TestAnEvenCrowdIsPairedByTwoServersWithNobodyLeftOver(t *testing.T) {
	s := build(t, 0, web.Limits{})
	servers := []*site{s, {s.Beside()}}
	var group sync.WaitGroup
	crowd := make([]*browser, 6)
	ids := make([]string, len(crowd))
	for i := range crowd {
		crowd[i] = servers[i%2].browser()
		group.Go(func() {
			ids[i] = ask[wire.OpenedGame](crowd[i], "POST /api/lobby/pair", `{"board":"rosette-4","speed":"live"}`).ID
		})
	}
	group.Wait()
	// Those who lost a race are waiting; a second attempt pairs them.
	for i, b := range crowd {
		if o := ask[wire.OfferView](b, "GET /api/lobby/offers/"+ids[i], ""); o.State != "accepted" {
			ids[i] = ask[wire.OpenedGame](b, "POST /api/lobby/pair", `{"board":"rosette-4","speed":"live"}`).ID
		}
	}
	games := map[string]string{}
	for i, b := range crowd {
		if o := ask[wire.OfferView](b, "GET /api/lobby/offers/"+ids[i], ""); o.State == "accepted" {
			games[ids[i]] += ask[matchhttp.Game](b, "GET /api/games/"+ids[i], "").Seat
		}
	}
	for id, seats := range games {
		if seats != "bw" && seats != "wb" {
			t.Errorf("game %s has the seats %q", id, seats)
		}
	}
	if len(games) == 0 {
		t.Error("nobody plays")
	}
}

// begun opens a game by link between two browsers; the first has Black.
func (s *site) begun(black, white *browser) string {
	s.Helper()
	id := black.offer(`{"game":{"board":"rosette-3","color":"black"},"name":"Marie"}`)
	ask[wire.OpenedGame](white, "POST /api/lobby/offers/"+id+"/accept", `{"name":"Jean"}`)
	return id
}

// resign ends a game.
func (s *site) resign(id string) {
	s.Helper()
	if _, err := s.Match.Host.Do(context.Background(), id, play.Command{Kind: play.Resign, By: board.Black}); err != nil {
		s.Fatal(err)
	}
}

func TestARematchIsOfferedAndAccepted(t *testing.T) {
	s := build(t, 0, web.Limits{})
	black := s.browser()
	white := s.browser()
	other := s.browser()
	id := s.begun(black, white)
	if code := black.refusal("POST /api/games/"+id+"/rematch", ""); code != "lobby.refused.not-over" {
		t.Errorf("while the game is in progress: %q", code)
	}
	s.resign(id)
	for who, want := range map[*browser]string{other: "lobby.refused.not-yours", s.browser(): "lobby.refused.not-yours"} {
		if code := who.refusal("POST /api/games/"+id+"/rematch", ""); code != want {
			t.Errorf("a spectator asks: %q", code)
		}
	}
	hears := white.Socket()
	hears.Await(`"kind":"hello"`)
	offered := ask[wire.OfferView](black, "POST /api/games/"+id+"/rematch", "")
	hears.Await(`"topic":"me"`, offered.ID, `"asked":true`, `"after":"`+id)
	if again := ask[wire.OfferView](black, "POST /api/games/"+id+"/rematch", ""); again.ID != offered.ID || again.State != "open" {
		t.Errorf("who asks again gets %+v", again)
	}
	if code := other.refusal("POST /api/lobby/offers/"+offered.ID+"/accept", "{}"); code != "lobby.refused.not-asked" {
		t.Errorf("somebody else accepts: %q", code)
	}
	if accepted := ask[wire.OfferView](white, "POST /api/games/"+id+"/rematch", ""); accepted.ID != offered.ID || accepted.State != "accepted" {
		t.Errorf("who is asked asks too: %+v", accepted)
	}
	if g := ask[matchhttp.Game](black, "GET /api/games/"+offered.ID, ""); g.Seat != "w" || g.Seats.White.Name != "Marie" || g.Seats.Black.Name != "Jean" {
		t.Errorf("the rematch is %q of %+v", g.Seat, g.Seats)
	}
}

func TestTwoWhoOfferARematchAtOncePlayOneGame(t *testing.T) {
	s := build(t, 0, web.Limits{})
	for range 3 {
		black, white := s.browser(), s.browser()
		id := s.begun(black, white)
		s.resign(id)
		var group sync.WaitGroup
		var both [2]wire.OfferView
		for i, b := range []*browser{black, white} {
			group.Go(func() { both[i] = ask[wire.OfferView](b, "POST /api/games/"+id+"/rematch", "") })
		}
		group.Wait()
		if again := ask[wire.OfferView](black, "POST /api/games/"+id+"/rematch", ""); again.State != "accepted" {
			t.Errorf("both have asked: %+v, %+v, then %+v", both[0], both[1], again)
		}
	}
}

func TestARematchIsDeclinedWithAReason(t *testing.T) {
	s := build(t, 0, web.Limits{})
	black, white := s.browser(), s.browser()
	id := s.begun(black, white)
	s.resign(id)
	offered := ask[wire.OfferView](black, "POST /api/games/"+id+"/rematch", "")
	hears := black.Socket()
	hears.Await(`"kind":"hello"`)
	if code := white.refusal("POST /api/lobby/offers/"+offered.ID+"/decline", `{"why":"because"}`); code != "lobby.refused.no-reason" {
		t.Errorf("a reason of one's own: %q", code)
	}
	if o := ask[wire.OfferView](white, "POST /api/lobby/offers/"+offered.ID+"/decline", `{"why":"later"}`); o.State != "declined" || o.Why != "later" {
		t.Errorf("%+v", o)
	}
	hears.Await(`"state":"declined"`, `"why":"later"`)
	if next := ask[wire.OfferView](white, "POST /api/games/"+id+"/rematch", ""); next.ID == offered.ID || next.State != "open" {
		t.Errorf("after that: %+v", next)
	}
}

// Jean, whom Marie blocks, can neither offer nor accept a rematch, and neither can she.
func TestWhoIsBlockedOffersNoRematch(t *testing.T) {
	s := build(t, 0, web.Limits{})
	marie, jean := s.member("Marie"), s.member("Jean")
	first, second := s.begun(marie, jean), s.begun(marie, jean)
	s.resign(first)
	s.resign(second)
	offered := ask[wire.OfferView](jean, "POST /api/games/"+second+"/rematch", "")
	v := servertest.VisitorOf(marie.User)
	if err := s.Accounts.Relate(t.Context(), v, "Jean", account.KindBlock, true); err != nil {
		t.Fatal(err)
	}
	for id, who := range map[string]*browser{first: jean, second: marie} {
		if code := who.refusal("POST /api/games/"+id+"/rematch", ""); code != "lobby.refused.blocked" {
			t.Errorf("a rematch: %q", code)
		}
	}
	if code := marie.refusal("POST /api/games/"+first+"/rematch", ""); code != "lobby.refused.blocked" {
		t.Errorf("who blocks offers one: %q", code)
	}
	list := ask[lobbyhttp.OfferList](marie, "GET /api/lobby/offers", "")
	if len(list.Yours) != 1 || list.Yours[0].ID != offered.ID {
		t.Errorf("Marie is asked for %+v", list.Yours)
	}
}

func TestRematchesOfAnAddressAreLimited(t *testing.T) {
	s := build(t, 0, web.Limits{Games: 3}) // including the game itself
	black, white := s.browser(), s.browser()
	id := s.begun(black, white)
	s.resign(id)
	for i := range 3 {
		answer, text := black.do("POST /api/games/"+id+"/rematch", "")
		if limited := answer.StatusCode == http.StatusTooManyRequests; limited != (i == 2) || limited && answer.Header.Get("Retry-After") == "" {
			t.Fatalf("rematch %d: %s %s", i, answer.Status, text)
		}
		for _, o := range ask[lobbyhttp.OfferList](black, "GET /api/lobby/offers", "").Yours {
			ask[wire.OfferView](black, "DELETE /api/lobby/offers/"+o.ID, "")
		}
	}
}

// rivals hides an older seek from the first search, and accepts it as soon as its finder has
// withdrawn the newer one.
type rivals struct {
	lobby.Store
	older  string
	looked bool
}

func (r *rivals) Seeks(ctx context.Context, now time.Time, limit int) ([]lobby.Offer, error) {
	if !r.looked {
		r.looked = true
		return nil, nil
	}
	return r.Store.Seeks(ctx, now, limit)
}

func (r *rivals) Settle(ctx context.Context, o lobby.Offer) error {
	err := r.Store.Settle(ctx, o)
	if o.State != lobby.Withdrawn || err != nil {
		return err
	}
	older, err := r.Offer(ctx, r.older)
	if err != nil {
		return err
	}
	rival := play.Seat{Kind: play.SeatGuest, ID: fmt.Sprintf("%032d", 1)}
	if older, err = older.Accept(lobby.Person{Seat: rival}, board.Black, older.Made); err != nil {
		return err
	}
	return r.Store.Settle(ctx, older)
}

func TestWhoLosesTheRaceForAnOlderSeekStillSeeks(t *testing.T) {
	s := build(t, 0, web.Limits{})
	const want = `{"board":"rosette-4","speed":"live"}`
	older := ask[wire.OpenedGame](s.browser(), "POST /api/lobby/pair", want).ID
	s.Lobby.Store = &rivals{Store: s.Lobby.Store, older: older}
	late := s.browser()
	id := ask[wire.OpenedGame](late, "POST /api/lobby/pair", want).ID
	if o := ask[wire.OfferView](late, "GET /api/lobby/offers/"+id, ""); id == older || o.State != "open" || !o.Mine {
		t.Errorf("who lost the race has %+v", o)
	}
}
