package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/client"
	"rosette/play"
	"rosette/play/view"
	"rosette/server"
	"rosette/server/http/wire"
)

// doors are all ways to read a finished game between two people: addresses, where GAME is its id,
// and the socket messages join and say.
var doors = []string{
	"GET /games/GAME", "GET /games/GAME/game.sgf", "GET /games/GAME/board.svg", "GET /games/GAME/board.png",
	"GET /api/games/GAME", "GET /api/games/GAME/estimate", "GET /api/games/GAME/review", "GET /api/games/GAME/ratings",
	"GET /api/games/GAME/chat", "GET /api/games/GAME/stream",
	"join", "say",
}

// slow is slow to draw and has the same check as board.svg. Only readers who are refused try it.
const slow = "GET /games/GAME/board.png"

// lists are the lists that may contain the game.
var lists = []string{
	"GET /watch", "GET /api/watch", "GET /@/player", "GET /api/users/player/games", "GET /api/users/player/games?running=true",
	"GET /api/users/player/games.sgf", "GET /api/users/player/games.ndjson",
	"GET /api/users/opponent/games?opponent=player", "GET /", "GET /api/games",
}

// readers are a player, a user with a personal link, another user, and an anonymous visitor.
var readers = []string{"player", "invited", "member", "stranger"}

// opens has the readers who may read the game, and finds the readers whose lists contain it, by
// visibility.
var (
	opens = map[string][]string{"public": readers, "unlisted": readers, "private": {"player", "invited"}}
	finds = map[string][]string{"public": readers, "unlisted": {"player"}, "private": {"player"}}
)

// settingsOf returns settings with a visibility.
func (w *world) settingsOf(visibility string) play.Settings {
	return play.Settings{
		Black: w.seats["player"], White: w.seats["opponent"], Public: visibility == "public", Private: visibility == "private",
	}
}

// tried reports whether a door admits a reader.
func (w *world) tried(t *testing.T, who, door string) bool {
	t.Helper()
	switch door {
	case "join":
		return !strings.Contains(w.told(t, who, wire.Request{Kind: "join"}), `"kind":"left"`)
	case "say":
		return !strings.Contains(w.told(t, who, wire.Request{Kind: "say", ID: "1", Text: "Hello"}), "refused")
	}
	answer := w.answer(who, door)
	if answer.Code == http.StatusForbidden && !strings.Contains(answer.Body.String(), "private") {
		t.Errorf("%s %s is refused without a word: %s", who, door, answer.Body)
	}
	return answer.Code == http.StatusOK
}

// told sends a message on a reader's socket and returns the reply.
func (w *world) told(t *testing.T, who string, r wire.Request) string {
	t.Helper()
	if w.live == nil {
		w.live = httptest.NewServer(w.handler)
		t.Cleanup(w.live.Close)
	}
	key := ""
	if cookie := w.keys[who]; cookie != nil {
		key = cookie.Value
	}
	conn, err := client.New(w.live.URL).Dial(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if r.Topic == "" {
		r.Topic = view.Topic(w.game)
	}
	if err := conn.Send(r); err != nil {
		t.Fatal(err)
	}
	for {
		data, err := conn.Receive()
		if err != nil {
			t.Fatal(err)
		}
		var m struct{ Kind, Topic string }
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		if m.Topic != "" {
			return string(data)
		}
	}
}

func TestEveryRouteToAGameRespectsItsVisibility(t *testing.T) {
	for visibility, opened := range opens {
		w := newWorld(t)
		w.signIn(t, w.accounts, "invited", "guest/"+strings.Repeat("6", 32), "guest")
		for _, over := range []bool{false, true} {
			w.game = w.play(t, w.settingsOf(visibility), "C1", "F5")
			w.command(t, w.game, play.Command{Kind: play.Aid, By: 1})
			w.command(t, w.game, play.Command{Kind: play.Grant, By: 2})
			if over {
				w.command(t, w.game, play.Command{Kind: play.Resign, By: 1})
			}
			w.moves(t, w.game)
			if visibility == "private" {
				w.invite(t, "invited")
			}
			for _, who := range readers {
				for _, door := range doors {
					want := slices.Contains(opened, who)
					if strings.HasSuffix(door, "/review") && !over || door == "say" && (who == "stranger" || who == "invited") || door == slow && want {
						continue
					}
					if got := w.tried(t, who, door); got != want {
						t.Errorf("%s, over %t: %s %s: open %t", visibility, over, who, door, got)
					}
				}
				found := func(list string) bool { return strings.Contains(w.answer(who, list).Body.String(), w.game) }
				if got, want := slices.ContainsFunc(lists, found), slices.Contains(finds[visibility], who); got != want {
					t.Errorf("%s, over %t: %s finds it: %t", visibility, over, who, got)
				}
			}
		}
	}
}

// invite lets a user watch the game by a personal link.
func (w *world) invite(t *testing.T, who string) {
	t.Helper()
	page := w.watcherLink(t)
	for _, step := range []struct {
		who, row string
		want     int
	}{{who, "GET " + page, 200}, {who, "POST " + page, 303}, {"member", "POST " + page, 404}, {"member", "GET " + page, 404}} {
		if got := w.answer(step.who, step.row); got.Code != step.want {
			t.Fatalf("%s %s: %d %s", step.who, step.row, got.Code, got.Body)
		}
	}
}

// watcherLink returns the page of a new link for one watcher.
func (w *world) watcherLink(t *testing.T) string {
	t.Helper()
	made := w.answer("player", "POST /api/games/GAME/watchers {}")
	var link struct{ Page string }
	if err := json.Unmarshal(made.Body.Bytes(), &link); err != nil || made.Code != 201 || link.Page == "" {
		t.Fatalf("%d %s", made.Code, made.Body)
	}
	return link.Page
}

func TestOnlyPlayersInviteToAPrivateGame(t *testing.T) {
	w := newWorld(t)
	for visibility, want := range map[string]map[string]int{
		"private":  {"player": 201, "opponent": 201, "member": 403, "stranger": 403},
		"unlisted": {"player": 409, "member": 403, "stranger": 403},
	} {
		w.game = w.play(t, w.settingsOf(visibility))
		if got := w.answer("admin", "GET /admin/games/GAME").Code; (got == http.StatusOK) != (visibility != "private") {
			t.Errorf("a moderator of a game that is %s: %d", visibility, got)
		}
		for who, code := range want {
			if got := w.answer(who, "POST /api/games/GAME/watchers {}"); got.Code != code {
				t.Errorf("%s, %s: %d %s", visibility, who, got.Code, got.Body)
			}
		}
	}
}

func TestWhoMakesAGameSaysWhoMayRead(t *testing.T) {
	w := newWorld(t)
	for row, want := range map[string]string{
		`POST /api/games {"visibility":"private"}`:                    "private",
		`POST /api/games {"opponent":"people","visibility":"public"}`: "public",
		`POST /api/games {}`: "unlisted",
		`POST /api/lobby/offers {"game":{"visibility":"private"}}`:                                                               "private",
		`POST /api/lobby/offers {"kind":"seek","game":{"visibility":"unlisted"}}`:                                                "unlisted",
		`POST /api/lobby/offers {"kind":"seek","game":{}}`:                                                                       "public",
		`POST /api/lobby/offers {"kind":"challenge","to":"opponent","game":{"rated":true,"clock":"10m"}}`:                        "public",
		`POST /api/lobby/offers {"kind":"challenge","to":"opponent","game":{"rated":true,"clock":"10m","visibility":"private"}}`: "422",
		`POST /api/games {"rated":true,"clock":"10m","visibility":"unlisted"}`:                                                   "422",
		`POST /api/games {"visibility":"secret"}`:                                                                                "422",
		`POST /games opponent=computer&board=rosette-3&visibility=private`:                                                       "private",
		`POST /games opponent=friend&board=rosette-3&visibility=public`:                                                          "public",
		`POST /games opponent=computer&board=rosette-3&rated=on&clock=10m&visibility=private`:                                    "422",
	} {
		made := w.answer("player", row)
		at := strings.TrimPrefix(made.Header().Get("Location"), "/api")
		if at == "" {
			if fmt.Sprint(made.Code) != want {
				t.Errorf("%s: %d %s", row, made.Code, made.Body)
			}
			continue
		}
		kind, id, _ := strings.Cut(strings.TrimPrefix(at, "/"), "/")
		answer := w.answer("player", "GET /api/"+kind+"/"+id)
		if answer.Code == http.StatusNotFound { // the form has made an offer
			answer = w.answer("player", "GET /api/lobby/offers/"+id)
		}
		var got struct{ Visibility string }
		if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil || got.Visibility != want {
			t.Errorf("%s: %q, %v, want %s", row, got.Visibility, err, want)
		}
	}
}

func TestGamesOfGuestsExpireWhereTheOperatorWantsThat(t *testing.T) {
	w := newWorld(t)
	guest := play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("5", 32), Name: "Guest"}
	gone := w.play(t, play.Settings{Black: guest, White: guest}, "C1", "F5")
	kept := w.play(t, play.Settings{Black: guest, White: w.seats["player"]}, "C1")
	for _, step := range []struct {
		flag string
		days time.Duration
		want int
	}{{"forever", 500, 200}, {"90d", 89, 200}, {"90d", 91, 404}} {
		policy, err := (&policyFlags{keepGuests: step.flag, oneAddress: "yes"}).read()
		w.srv.Check(err)
		s := w.srv.Beside(func(c *server.Config) { c.Policy = policy })
		w.srv.Check(s.Expire(t.Context(), time.Now().Add(step.days*24*time.Hour)))
		w.handler = s.Handler()
		for _, door := range []string{"GET /games/", "GET /api/games/"} {
			if got := w.answer("guest", door+gone); got.Code != step.want {
				t.Errorf("%s after %d days: %s is %d, want %d", step.flag, step.days, door, got.Code, step.want)
			}
			if got := w.answer("guest", door+kept); got.Code != http.StatusOK {
				t.Errorf("%s after %d days: a game with an account is %d", step.flag, step.days, got.Code)
			}
		}
	}
	for _, wrong := range []string{"90", "0d", "-1d", "3w", "d"} {
		if _, err := (&policyFlags{keepGuests: wrong, oneAddress: "yes"}).read(); err == nil || !strings.Contains(err.Error(), "such as 90d") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
}

// Anyone with its address may read an offer, until it becomes a private game.
func TestTheOfferOfAPrivateGameIsPrivateOnceItIsAccepted(t *testing.T) {
	w := newWorld(t)
	for visibility, want := range map[string]int{"private": 403, "unlisted": 200} {
		made := w.answer("player", `POST /api/lobby/offers {"game":{"board":"rosette-3","visibility":"`+visibility+`"}}`)
		w.offer = strings.TrimPrefix(made.Header().Get("Location"), "/api/lobby/offers/")
		w.game = w.offer
		for _, row := range []struct {
			who, request string
			want         int
		}{
			{"member", "GET /api/lobby/offers/OFFER", 200},
			{"opponent", "POST /api/lobby/offers/OFFER/accept {}", 200},
			{"member", "GET /api/lobby/offers/OFFER", want},
			{"stranger", "GET /games/OFFER", want},
			{"member", "GET /games/OFFER", want},
			{"player", "GET /api/lobby/offers/OFFER", 200},
			{"opponent", "GET /games/OFFER", 200},
		} {
			if got := w.answer(row.who, row.request); got.Code != row.want {
				t.Errorf("%s: %s %s: %d, want %d", visibility, row.who, row.request, got.Code, row.want)
			}
		}
		told := w.told(t, "member", wire.Request{Kind: "join", Topic: "offer/" + w.offer})
		if got := strings.Contains(told, `"reason":"private"`); got != (want == 403) {
			t.Errorf("%s: the socket says %s", visibility, told)
		}
	}
}
