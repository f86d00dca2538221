package lobby_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/game"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/account"
	lobbyhttp "rosette/server/http/lobby"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/lobby"
	"rosette/server/match"
	"rosette/server/refusal"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// isPlant reports whether a name was given by the server: users cannot choose it.
func isPlant(name string) bool {
	_, err := account.SeatName.Check(name)
	return errors.Is(err, refusal.New(refusal.Invalid, "account.name.reserved"))
}

// The name appears in that game alone: lists have the plant.
func TestTheMakerOfALinkMayNameAGuest(t *testing.T) {
	s := build(t, 0, web.Limits{})
	given := map[string]string{} // by the game's ID
	for typed, want := range map[string]string{"": "Bruno", "Zoe": "Zoe"} {
		maker, friend := s.browser(), s.browser()
		id := maker.offer(`{"game":{"board":"rosette-3","color":"white","visibility":"public"}}`)
		for _, one := range []struct {
			by     *browser
			name   string
			status int
		}{{maker, "Bruno", 303}, {maker, "admin", 422}, {friend, "Carl", 403}} {
			if w := one.by.Do("POST", "/games/"+id+"/guest", "name="+one.name); w.Code != one.status {
				t.Errorf("%s: %d, want %d", one.name, w.Code, one.status)
			}
		}
		if page := friend.Do("GET", "/games/"+id, "").Body.String(); !strings.Contains(page, `value="Bruno"`) {
			t.Error("the friend does not see the name")
		}
		ask[wire.OpenedGame](friend, "POST /api/lobby/offers/"+id+"/accept", `{"name":"`+typed+`"}`)
		if g := ask[matchhttp.Game](maker, "GET /api/games/"+id, ""); g.Seats.Black.Name != want || g.Seats.Black.Kind != "guest" {
			t.Errorf("typed %q: %+v, want %q", typed, g.Seats.Black, want)
		}
		given[id] = want
	}
	s.Project()
	list := s.browser().Do("GET", "/watch", "").Body.String()
	for id, name := range given {
		if strings.Contains(list, name) || !strings.Contains(list, id) {
			t.Errorf("a list has the name %q, or not the game", name)
		}
	}
}

func TestAGameByLinkIsOfTwoWhoHaveNoAccounts(t *testing.T) {
	s := build(t, 0, web.Limits{})
	maker := s.browser()
	friend := s.browser()
	third := s.browser()
	id := maker.offer(`{"game":{"board":"rosette-3","color":"white","handicap":2,"clock":"10m+3x30s"},"name":"Marie"}`)
	own := ask[wire.OfferView](maker, "GET /api/lobby/offers/"+id, "")
	if !own.Mine || own.By.Name != "Marie" || own.Color != "w" || own.Handicap != 2 || own.Clock != "10m+3x30s" || own.State != "open" || own.Kind != "link" {
		t.Errorf("its maker sees %+v", own)
	}
	if seen := ask[wire.OfferView](friend, "GET /api/lobby/offers/"+id, ""); seen.Mine || seen.By.Kind != "guest" || seen.Board != "rosette-3" {
		t.Errorf("the friend sees %+v", seen)
	}
	if code := friend.refusal("GET /api/games/"+id, ""); code != "api.no-game" {
		t.Errorf("the game before it begins: %s", code)
	}
	if code := maker.refusal("POST /api/lobby/offers/"+id+"/accept", "{}"); code != "lobby.refused.own" {
		t.Errorf("the maker takes the other seat: %q", code)
	}
	waiting := maker.Socket()
	waiting.Join("offer/" + id)
	waiting.Await(`"kind":"offers"`, `"state":"open"`)
	if opened := ask[wire.OpenedGame](friend, "POST /api/lobby/offers/"+id+"/accept", "{}"); opened.Page != "/games/"+id {
		t.Errorf("accepted: %+v", opened)
	}
	waiting.Await(`"topic":"offer/`+id, `"state":"accepted"`)
	for who, want := range map[*browser]string{maker: "w", friend: "b", third: ""} {
		if g := ask[matchhttp.Game](who, "GET /api/games/"+id, ""); g.Seat != want || g.Seats.White.Name != "Marie" || !isPlant(g.Seats.Black.Name) {
			t.Errorf("the seat is %q, want %q: %+v", g.Seat, want, g.Seats)
		}
	}
	if code := third.refusal("POST /api/lobby/offers/"+id+"/accept", "{}"); code != "lobby.refused.accepted" {
		t.Errorf("a third one accepts: %q", code)
	}
	if code := friend.refusal("POST /api/lobby/offers/"+id+"/accept", "{}"); code != "" {
		t.Errorf("the friend accepts again: %q", code)
	}
	if code := maker.refusal("DELETE /api/lobby/offers/"+id, ""); code != "lobby.refused.accepted" {
		t.Errorf("withdrawn when it was accepted: %q", code)
	}
}

func TestOfManyWhoAcceptAtOnceOnePlays(t *testing.T) {
	s := build(t, 0, web.Limits{})
	maker := s.browser()
	for round := range 3 {
		id := maker.offer(`{}`)
		var group sync.WaitGroup
		codes := make([]string, 8)
		browsers := make([]*browser, len(codes))
		for i := range codes {
			browsers[i] = s.browser()
			group.Go(func() { codes[i] = browsers[i].refusal("POST /api/lobby/offers/"+id+"/accept", "{}") })
		}
		group.Wait()
		won := 0
		for i, code := range codes {
			seat := ask[matchhttp.Game](browsers[i], "GET /api/games/"+id, "").Seat
			if code == "" {
				won++
			}
			if (code == "") != (seat != "") || code != "" && code != "lobby.refused.accepted" {
				t.Errorf("round %d: %q has the seat %q", round, code, seat)
			}
		}
		if won != 1 {
			t.Errorf("round %d: %d play", round, won)
		}
	}
}

func TestAnOfferThatIsGoneIsNotAccepted(t *testing.T) {
	s := build(t, 0, web.Limits{})
	maker, other := s.browser(), s.browser()
	withdrawn := maker.offer(`{}`)
	if code := other.refusal("DELETE /api/lobby/offers/"+withdrawn, ""); code != "lobby.refused.not-yours" {
		t.Errorf("a stranger withdraws it: %q", code)
	}
	if o := ask[wire.OfferView](maker, "DELETE /api/lobby/offers/"+withdrawn, ""); o.State != "withdrawn" {
		t.Errorf("%+v", o)
	}
	expired := maker.offer(`{}`)
	gone := maker.offer(`{"kind":"seek","game":{"clock":"5m+5s"}}`)
	s.Clock.Advance(2 * time.Minute)
	for id, want := range map[string]string{withdrawn: "withdrawn", gone: "expired", expired: ""} {
		code := other.refusal("POST /api/lobby/offers/"+id+"/accept", "{}")
		if want != "" && code != "lobby.refused."+want || want == "" && code != "" {
			t.Errorf("%s: %q", want, code)
		}
	}
	late := maker.offer(`{}`)
	s.Clock.Advance(31 * 24 * time.Hour)
	if code := other.refusal("POST /api/lobby/offers/"+late+"/accept", "{}"); code != "lobby.refused.expired" {
		t.Errorf("after a month: %q", code)
	}
	if answer, _ := s.browser().do("POST /api/lobby/offers/"+late+"/accept", "{}"); len(answer.Cookies()) != 0 {
		t.Error("a guest is made for an offer that is gone")
	}
}

func TestASeekLastsAsLongAsItsMakerIsThere(t *testing.T) {
	s := build(t, 0, web.Limits{})
	maker, reader := s.browser(), s.browser()
	id := maker.offer(`{"kind":"seek","game":{"clock":"5m+5s"}}`)
	lobby := reader.Socket()
	lobby.Join("lobby")
	lobby.Await(`"all":true`, id, `"state":"open"`)
	there := maker.Socket()
	there.Join("offer/" + id)
	for range 8 {
		there.Await(`"kind":"beat"`)
		there.Await(`"kind":"beat"`) // presence counted between the two
		if err := s.Lobby.Refresh(context.Background()); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(20 * time.Second)
	}
	if list := ask[lobbyhttp.OfferList](reader, "GET /api/lobby/offers", ""); len(list.Seeks) != 1 || list.Seeks[0].Mine {
		t.Errorf("the seek of who is there: %+v", list)
	}
	there.Close()
	s.Clock.Advance(61 * time.Second)
	if err := s.Lobby.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	lobby.Await(id, `"state":"expired"`)
	if list := ask[lobbyhttp.OfferList](reader, "GET /api/lobby/offers", ""); len(list.Seeks) != 0 {
		t.Errorf("the seek of who is gone: %+v", list)
	}
}

func TestWhoBeginsALiveGameSeeksNoOther(t *testing.T) {
	s := build(t, 0, web.Limits{})
	maker, other := s.browser(), s.browser()
	first := maker.offer(`{"kind":"seek","game":{"clock":"5m+5s"}}`)
	second := maker.offer(`{"kind":"seek","game":{"clock":"10m+3x30s"}}`)
	slow := maker.offer(`{"kind":"seek","game":{"clock":"none"}}`)
	ask[wire.OpenedGame](other, "POST /api/lobby/offers/"+first+"/accept", "{}")
	for id, want := range map[string]string{second: "withdrawn", slow: "open"} {
		if o := ask[wire.OfferView](maker, "GET /api/lobby/offers/"+id, ""); o.State != want {
			t.Errorf("%s is %s, want %s", o.Clock, o.State, want)
		}
	}
}

func TestWhatIsWrongWithAnOfferIsOneLine(t *testing.T) {
	s := build(t, 2, web.Limits{})
	b := s.browser()
	good := b.offer(`{}`)
	long := strings.Repeat("é", 3000)
	for request, want := range map[string]string{
		`POST /api/lobby/offers {"kind":"shout"}`:                             "lobby.refused.no-kind",
		`POST /api/lobby/offers {"kind":"rematch"}`:                           "lobby.refused.no-kind",
		`POST /api/lobby/offers {"kind":"challenge"}`:                         "lobby.refused.nobody-asked",
		`POST /api/lobby/offers {"kind":"seek","least":9,"most":3}`:           "lobby.refused.bad-range",
		`POST /api/lobby/offers {"least":1000}`:                               "lobby.refused.bad-range",
		`POST /api/lobby/offers {"game":{"board":"round"}}`:                   "form.board",
		`POST /api/lobby/offers {"game":{"color":"red"}}`:                     "form.color",
		`POST /api/lobby/offers {"game":{"clock":"soon"}}`:                    "form.clock",
		`POST /api/lobby/offers {"game":{"handicap":99}}`:                     "form.handicap",
		`POST /api/lobby/offers {"name":"a name that is far too long"}`:       "account.name.length",
		"POST /api/lobby/offers {\"name\":\"\\u202etxet\"}":                   "account.name.words",
		`POST /api/lobby/offers {"name":7}`:                                   "api.wrong-type",
		`POST /api/lobby/offers {`:                                            "api.bad-json",
		`POST /api/lobby/offers {"name":"` + long + `"}`:                      "api.too-large",
		`POST /api/lobby/offers/` + good + `/accept {"name":"` + long + `"}`:  "api.too-large",
		`GET /api/lobby/offers/%2e%2e `:                                       "lobby.refused.no-offer",
		`GET /api/lobby/offers/'%20OR%201=1 `:                                 "lobby.refused.no-offer",
		`GET /api/lobby/offers/` + strings.Repeat("a", 26) + ` `:              "lobby.refused.no-offer",
		`POST /api/lobby/offers/` + strings.Repeat("a", 26) + `/accept {}`:    "lobby.refused.no-offer",
		`POST /api/lobby/offers/` + good + `/decline {}`:                      "lobby.refused.not-asked",
		`PUT /api/lobby/offers/` + good + ` {}`:                               "api.wrong-method",
		`POST /api/lobby/offers/` + strings.Repeat("A", 4000) + `/decline {}`: "api.out-of-range",
	} {
		method, rest, _ := strings.Cut(request, " ")
		path, body, _ := strings.Cut(rest, " ")
		if code := b.refusal(method+" "+path, body); code != want {
			t.Errorf("%.60s: %q, want %q", request, code, want)
		}
	}
	b.offer(`{}`)
	if code := b.refusal("POST /api/lobby/offers", `{}`); code != "lobby.refused.too-many" {
		t.Errorf("a third open offer: %q", code)
	}
}

func TestOffersOfAnAddressAreLimited(t *testing.T) {
	s := build(t, 0, web.Limits{Games: 3})
	for i := range 4 {
		answer, text := s.browser().do("POST /api/lobby/offers", `{}`)
		if limited := answer.StatusCode == http.StatusTooManyRequests; limited != (i == 3) || limited && answer.Header.Get("Retry-After") == "" {
			t.Errorf("offer %d: %s %s", i, answer.Status, text)
		}
	}
}

func TestNobodyFollowsWhatIsSomebodyElses(t *testing.T) {
	s := build(t, 0, web.Limits{})
	maker, spy := s.browser(), s.browser()
	id := maker.offer(`{}`)
	o, err := tables.Offers(s.Store).Offer(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	l := spy.Socket()
	for _, topic := range []string{"person/" + o.Maker.Actor(), "me", "offer/x", "offer/" + strings.Repeat("a", 26), "lobbies", "match/" + id, ""} {
		l.Join(topic)
		l.Await(`"kind":"left"`, `"reason":"no-match"`)
	}
	own := maker.Socket()
	own.Await(`"kind":"hello"`)
	ask[wire.OfferView](maker, "DELETE /api/lobby/offers/"+id, "")
	own.Await(`"topic":"me"`, id, `"state":"withdrawn"`, `"mine":true`)
	if strings.Contains(fmt.Sprint(ask[wire.OfferView](spy, "GET /api/lobby/offers/"+id, "")), o.Maker.ID) {
		t.Error("a stranger sees the id of a guest")
	}
}

func TestAnAcceptedOfferHasItsGameAfterACrash(t *testing.T) {
	s := build(t, 0, web.Limits{})
	maker, other := s.browser(), s.browser()
	id := maker.offer(`{}`)
	o, err := tables.Offers(s.Store).Offer(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := other.offer(`{}`)
	p, err := tables.Offers(s.Store).Offer(context.Background(), elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	by := lobby.Person{Seat: p.Maker}
	o, err = o.Accept(by, match.RandomColor(), s.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	if err := tables.Offers(s.Store).Settle(context.Background(), o); err != nil { // the server stops here
		t.Fatal(err)
	}
	if seen := ask[wire.OfferView](maker, "GET /api/lobby/offers/"+id, ""); seen.State != "accepted" {
		t.Errorf("%+v", seen)
	}
	if g := ask[matchhttp.Game](other, "GET /api/games/"+id, ""); g.Seat == "" {
		t.Errorf("who accepted has no seat: %+v", g.Seats)
	}
}

// hasty simulates a client that disconnects as soon as an offer is settled.
type hasty struct {
	lobby.Store
	leave context.CancelFunc
}

func (h hasty) Settle(ctx context.Context, o lobby.Offer) error {
	defer h.leave()
	return h.Store.Settle(ctx, o)
}

func TestAnAcceptedOfferHasItsGameThoughItsClientGoesAway(t *testing.T) {
	s := build(t, 0, web.Limits{})
	id, elsewhere := s.browser().offer(`{"game":{"clock":"10m"}}`), s.browser().offer(`{}`)
	by, err := s.Lobby.Store.Offer(t.Context(), elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := context.WithCancel(t.Context())
	s.Lobby.Store = hasty{s.Lobby.Store, leave}
	client := account.Client{Visitor: account.Visitor{Actor: account.Actor(by.Maker.Actor())}}
	if _, err := s.Lobby.Accept(ctx, client, id, ""); err != nil {
		t.Error(err)
	}
	if events, err := (store.Matches{Log: s.Store}).Events(t.Context(), id, 0); err != nil || len(events) == 0 {
		t.Errorf("there is no game: %v", err)
	}
}

func TestAGuestOffersAndAcceptsNoRatedGame(t *testing.T) {
	s := build(t, 0, web.Limits{})
	guest := s.browser()
	if text := guest.refusal("POST /api/lobby/offers", `{"game":{"rated":true,"board":"rosette-4","clock":"10m"}}`); text != "rating.needs-account" {
		t.Errorf("offered: %s", text)
	}
	if text := guest.refusal("POST /api/lobby/offers", `{"game":{"rated":true,"board":"rosette-4"}}`); text != "rating.needs-pool" {
		t.Errorf("without a clock: %s", text)
	}
	control, err := clock.ParseControl("10m")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	o, err := lobby.Make(lobby.Offer{ID: account.NewKey(), Kind: lobby.Link, Maker: play.Seat{Kind: play.SeatUser, ID: "ada"}, Game: play.Settings{Board: "rosette-4", Rules: rules, Clock: control, Rated: true}}, false, s.Clock.Now())
	if err == nil {
		err = tables.Offers(s.Store).Make(context.Background(), o, 10)
	}
	if err != nil {
		t.Fatal(err)
	}
	if text := guest.refusal("POST /api/lobby/offers/"+o.ID+"/accept", `{}`); text != "rating.needs-account" {
		t.Errorf("accepted: %s", text)
	}
}
