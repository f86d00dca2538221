package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/servertest"
	"rosette/play"
	"rosette/server"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// everybody are the columns of the table: an anonymous visitor, a guest and a member outside the
// game, the player with Black, and an administrator.
var everybody = []string{"stranger", "guest", "member", "player", "admin"}

// authorisation lists the response status of every route for each visitor. The test fails if a
// route has no row or a row has no route. GAME is a game between the player and an opponent, OFFER
// a link that the player has made. The body follows the path: JSON, a form or a record. A row with
// * runs on a new server for each visitor, since a response changes the next one.
const authorisation = `
200 200 200 200 200 | GET /
200 200 200 200 200 | GET /lobby
303 303 303 303 303 | * POST /pair board=rosette-4&speed=live
200 200 200 200 200 | GET /privacy
200 200 200 200 200 | GET /players
200 200 200 200 200 | GET /watch
200 200 200 200 200 | GET /community
303 303 303 303 303 | GET /next
303 303 303 303 303 | GET /library
303 303 303 303 303 | GET /records
200 200 200 200 200 | GET /rules
200 200 200 200 200 | GET /komi
200 200 200 200 200 | GET /learn
200 200 200 200 200 | GET /new
200 200 200 200 200 | GET /record
200 200 200 200 200 | GET /api
200 200 200 200 200 | GET /settings
303 303 303 303 303 | POST /settings theme=dark
303 303 303 303 303 | GET /games
303 303 303 303 303 | POST /games opponent=people&board=rosette-3
200 200 200 200 200 | GET /games/GAME
200 200 200 200 200 | GET /games/OFFER
404 404 404 404 404 | GET /games/nothing
303 303 303 303 303 | GET /games/GAME/next
200 200 200 200 200 | GET /games/GAME/game.sgf
200 200 200 200 200 | GET /games/GAME/board.svg
200 200 200 200 200 | GET /games/GAME/board.png
303 303 303 303 303 | * POST /games/OFFER/accept name=x
403 403 403 303 403 | * POST /games/OFFER/guest name=x
403 403 403 303 403 | * POST /games/OFFER/cancel
403 403 403 403 403 | POST /games/OFFER/decline
403 403 403 303 403 | POST /games/OFFER/computer
200 200 303 303 303 | GET /register
422 422 422 422 422 | POST /register name=ann
200 200 303 303 303 | GET /sign-in
403 403 403 403 403 | POST /sign-in name=member&password=wrong
303 303 303 303 303 | * POST /sign-out
303 303 200 200 200 | GET /confirm
303 303 403 403 403 | POST /confirm password=wrong
303 303 200 200 200 | GET /account
303 303 200 200 200 | GET /account/security
303 303 200 200 200 | GET /account/programs
303 303 200 200 200 | GET /account/data
303 303 303 303 303 | POST /account/zone zone=Europe/Paris
303 303 303 303 303 | POST /account about=x
303 303 303 303 303 | * POST /account/vacation
303 303 422 422 422 | * POST /account/vacation end=1
303 303 403 403 403 | POST /account/password old=wrong&new=another+good+one
303 303 303 303 303 | POST /account/sessions
303 303 403 403 403 | POST /account/close password=wrong
303 303 200 200 200 | GET /account/export.zip
303 303 303 303 303 | POST /account/passkeys id=nothing
303 303 404 404 404 | POST /account/email email=a@example.org
303 303 403 403 403 | POST /account/email/remove password=wrong
303 303 404 404 404 | POST /account/digest digest=daily
404 404 404 404 404 | GET /account/email/confirm?code=x
404 404 404 404 404 | POST /account/email/confirm code=x
404 404 404 404 404 | GET /reset
404 404 404 404 404 | POST /reset email=a@example.org
404 404 404 404 404 | GET /reset/password?code=x
404 404 404 404 404 | POST /reset/password code=x&new=another+good+one
404 404 404 404 404 | GET /sign-in/letter
404 404 404 404 404 | POST /sign-in/letter name=ana
404 404 404 404 404 | GET /sign-in/link?code=x
404 404 404 404 404 | POST /sign-in/link code=x
404 404 404 404 404 | GET /unsubscribe?code=x
404 404 404 404 404 | POST /unsubscribe?code=x
303 303 422 422 422 | POST /account/tokens label=x
303 303 303 303 303 | POST /account/tokens/end id=nothing
303 303 303 303 303 | POST /@/opponent/follow
303 303 303 303 303 | POST /@/opponent/block
303 303 303 303 303 | POST /@/opponent/note text=x
200 200 200 200 200 | GET /@/member
404 404 404 404 404 | GET /@/nobody
404 404 404 404 404 | GET /assets/none.js
404 404 404 404 404 | GET /record/none.js
301 301 301 301 301 | GET /favicon.ico
200 200 200 200 200 | GET /apple-touch-icon.png
200 200 200 200 200 | GET /manifest.webmanifest
200 200 200 200 200 | GET /worker.js
401 200 200 200 200 | GET /api/notices/device
401 422 422 422 422 | PUT /api/notices/device {"endpoint":"https://push.example/","key":"","auth":""}
401 200 200 200 200 | POST /api/notices/device/end {"endpoint":"https://push.example/"}
200 200 200 200 200 | GET /robots.txt
426 426 426 426 426 | GET /api/socket
200 200 200 200 200 | GET /api/boards
200 200 200 200 200 | GET /api/levels
200 200 200 200 200 | GET /api/rulesets
200 200 200 200 200 | GET /api/games
201 201 201 201 201 | POST /api/games {"opponent":"people"}
200 200 200 200 200 | GET /api/games/GAME
403 403 403 422 403 | POST /api/games/GAME/commands {"command":"nothing"}
200 200 200 200 200 | GET /api/games/GAME/chat
401 401 201 201 201 | * POST /api/games/GAME/chat {"text":"x"}
200 200 200 200 200 | GET /api/games/GAME/stream
401 200 200 200 200 | GET /api/stream/events
401 401 401 401 401 | GET /api/token
403 403 403 403 403 | GET /api/games/GAME/estimate
403 403 403 403 403 | GET /api/games/GAME/hint
403 403 403 403 403 | GET /api/games/GAME/advice
409 409 409 409 409 | GET /api/games/GAME/review
200 200 200 200 200 | POST /api/positions {"start":{"board":"rosette-3"},"moves":[]}
200 200 200 200 200 | POST /api/positions/reply {"start":{"board":"rosette-3"},"moves":[]}
400 400 400 400 400 | POST /api/positions/review {"start":{"board":"rosette-3"},"moves":[]}
200 200 200 200 200 | POST /api/positions/picture?format=svg {"start":{"board":"rosette-3"},"moves":[]}
200 200 200 200 200 | POST /api/records (;GM[1]SZ[9])
200 200 200 200 200 | GET /api/lobby/offers
201 201 201 201 201 | * POST /api/lobby/pair {"board":"rosette-4","speed":"live"}
403 403 403 409 403 | POST /api/games/GAME/rematch {}
201 201 201 201 201 | POST /api/lobby/offers {}
200 200 200 200 200 | GET /api/lobby/offers/OFFER
200 200 200 409 200 | * POST /api/lobby/offers/OFFER/accept {}
403 403 403 403 403 | POST /api/lobby/offers/OFFER/decline {}
403 403 403 409 403 | POST /api/lobby/offers/OFFER/computer
403 403 403 200 403 | * DELETE /api/lobby/offers/OFFER
422 422 422 422 422 | POST /api/account {"name":"ann","password":"x"}
401 401 200 200 200 | GET /api/account
401 401 200 200 200 | PUT /api/account {}
401 401 403 403 403 | PUT /api/account/password {"old":"wrong","new":"another good one"}
401 401 403 403 403 | POST /api/account/close {"password":"wrong"}
401 401 200 200 200 | GET /api/account/sessions
401 401 200 200 200 | DELETE /api/account/sessions
401 401 200 200 200 | DELETE /api/account/sessions/nothing
401 401 403 403 403 | POST /api/account/confirm {"password":"wrong"}
401 401 422 422 422 | POST /api/account/confirm/passkey {}
401 401 200 200 200 | GET /api/account/passkeys
401 401 200 200 200 | POST /api/account/passkey-challenge
401 401 422 422 422 | POST /api/account/passkeys {}
401 401 200 200 200 | DELETE /api/account/passkeys/nothing
401 401 422 422 422 | POST /api/account/bot {"sure":false}
401 401 200 200 422 | * POST /api/account/bot {"sure":true}
303 303 422 422 422 | POST /account/bot
401 401 200 200 200 | GET /api/account/tokens
401 401 201 201 201 | POST /api/account/tokens {"label":"x","scopes":["read"]}
401 401 200 200 200 | DELETE /api/account/tokens/nothing
401 401 200 200 200 | GET /api/account/relations
401 401 200 200 200 | PUT /api/account/relations/follow/opponent
401 401 200 200 200 | DELETE /api/account/relations/follow/opponent
401 401 200 200 200 | PUT /api/account/relations/block/opponent
401 401 200 200 200 | DELETE /api/account/relations/block/opponent
401 401 200 200 200 | PUT /api/account/notes/opponent {"text":"x"}
401 401 200 200 200 | GET /api/account/export
200 200 200 200 200 | POST /api/session/passkey/challenge
422 422 422 422 422 | POST /api/session/passkey {}
403 403 403 403 403 | POST /api/session {"name":"member","password":"wrong"}
200 200 200 200 200 | * DELETE /api/session
200 200 200 200 200 | GET /rooms
303 303 422 422 422 | POST /rooms title=
200 200 200 200 200 | GET /rooms/lounge
404 404 404 404 404 | GET /rooms/nothing
303 303 303 303 303 | POST /rooms/lounge text=x
303 303 303 303 303 | POST /rooms/lounge/join
303 303 403 403 403 | POST /rooms/lounge/close
303 303 200 200 200 | GET /messages
303 303 404 404 404 | POST /messages name=nobody
303 303 200 200 200 | GET /messages/opponent
303 303 403 403 303 | POST /messages/opponent text=x
303 200 200 200 200 | GET /report?name=opponent
303 303 303 303 303 | POST /report name=opponent&kind=spam
200 200 200 200 200 | GET /api/chat/rooms
401 401 422 422 422 | POST /api/chat/rooms {"title":""}
200 200 200 200 200 | GET /api/chat/rooms/lounge
401 401 403 403 403 | DELETE /api/chat/rooms/lounge
401 401 201 201 201 | POST /api/chat/rooms/lounge/lines {"text":"x"}
401 401 200 200 200 | PUT /api/chat/rooms/lounge/membership
401 401 200 200 200 | DELETE /api/chat/rooms/lounge/membership
401 401 200 200 200 | GET /api/chat/messages
401 401 200 200 200 | GET /api/chat/messages/opponent
401 401 403 403 201 | POST /api/chat/messages/opponent {"text":"x"}
401 401 200 200 200 | PUT /api/chat/messages/opponent/read
401 201 201 201 201 | POST /api/chat/reports {"name":"opponent","kind":"spam"}
401 401 200 200 200 | GET /api/chat/reports
401 401 200 200 200 | PUT /api/chat/reports/read
303 303 403 403 200 | GET /admin
303 303 403 403 404 | GET /admin/reports/nothing
303 303 403 403 404 | POST /admin/reports/nothing outcome=acted&reason=x
303 303 403 403 404 | GET /admin/line?room=room/lounge&number=999
303 303 403 403 404 | POST /admin/line room=room/lounge&number=999&do=hide&reason=x
303 303 403 403 200 | GET /admin/log
303 303 403 403 200 | GET /admin/people?name=mem
303 303 403 403 200 | GET /admin/people/member
303 303 403 403 422 | POST /admin/people/member do=mute&hours=0&reason=x
303 303 403 403 403 | POST /admin/people/admin do=role&role=player
303 303 403 403 303 | POST /admin/mutes actor=user/nobody
303 303 403 403 200 | GET /admin/rooms
303 303 403 403 200 | GET /admin/server
303 303 403 403 200 | GET /admin/games
303 303 403 403 200 | GET /admin/games/GAME
303 303 403 403 422 | POST /admin/games/GAME reason=x
401 401 403 403 200 | GET /api/admin/reports
401 401 403 403 404 | POST /api/admin/reports/nothing/close {"outcome":"acted","reason":"x"}
401 401 403 403 200 | GET /api/admin/log
401 401 403 403 200 | GET /api/admin/server
401 401 403 403 200 | GET /api/admin/pairs
401 401 403 403 200 | GET /api/admin/mutes
401 401 403 403 422 | POST /api/admin/mutes {"name":"opponent","hours":0,"reason":"x"}
401 401 403 403 409 | DELETE /api/admin/mutes?actor=user/nobody
401 401 403 403 404 | POST /api/admin/lines/hide {"room":"room/lounge","number":999,"reason":"x"}
401 401 403 403 200 | GET /api/admin/people?name=mem
401 401 403 403 200 | PUT /api/admin/people/opponent/role {"role":"player"}
401 401 403 403 403 | PUT /api/admin/people/admin/role {"role":"player"}
401 401 403 403 422 | PUT /api/admin/people/opponent/name {"name":"<b>"}
401 401 403 403 422 | DELETE /api/admin/people/opponent
404 404 404 404 404 | GET /take/nothing
404 404 404 404 404 | GET /take/nothing/code.svg
404 404 404 404 404 | POST /take/nothing
403 201 403 403 403 | POST /api/lobby/handover {}
404 404 404 404 404 | GET /watch/nothing
404 404 404 404 404 | POST /watch/nothing
403 403 403 409 403 | POST /api/games/GAME/watchers {}
200 200 200 200 200 | GET /api/users/member
200 200 200 200 200 | GET /api/users?name=mem
200 200 200 200 200 | GET /api/users/member/games
200 200 200 200 200 | GET /api/users/member/games.sgf
200 200 200 200 200 | GET /api/users/member/games.ndjson?board=rosette&from=2026-01-01
200 200 200 200 200 | GET /api/users/member/ratings
200 200 200 200 200 | GET /api/users/member/ratings/rosette-live
200 200 200 200 200 | GET /api/ratings/rosette-live
200 200 200 200 200 | GET /api/watch
200 200 200 200 200 | GET /api/waiting
200 200 200 200 200 | GET /api/notices/inbox
200 200 200 200 200 | GET /api/games/GAME/ratings
403 403 403 200 403 | GET /api/games/GAME/conditional
403 403 403 409 403 | PUT /api/games/GAME/conditional {"lines":[["A4","pass"]]}
403 403 403 200 403 | DELETE /api/games/GAME/conditional
401 401 200 200 200 | GET /api/account/vacation
401 401 200 200 200 | * PUT /api/account/vacation {}
401 401 422 422 422 | * DELETE /api/account/vacation
401 401 403 403 422 | POST /api/games/GAME/annul {"reason":"a bot played"}
`

// A world is a server with users, a game and an offer.
type world struct {
	routes      []string // "GET /learn"
	handler     http.Handler
	keys        map[string]*http.Cookie
	game, offer string
	srv         *servertest.Server
	seats       map[string]play.Seat // users by name
	accounts    *account.Service
	live        *httptest.Server // for sockets, once one is opened
	log         *servertest.Log
	browsers    map[string]string // browser secrets of some users, by name
}

func newWorldOn(t *testing.T, kept store.Store) *world {
	t.Helper()
	srv := servertest.New(t, func(c *server.Config) {
		c.Store, c.Limits = kept, servertest.Unlimited
		c.Version = version()
	})
	w := &world{
		keys: map[string]*http.Cookie{}, game: account.NewKey(), srv: srv, log: srv.Log, seats: map[string]play.Seat{},
		handler: srv.Handler(), accounts: srv.Accounts,
	}
	for path, methods := range srv.Pages.Routes {
		for method := range methods {
			w.routes = append(w.routes, method+" "+strings.TrimSuffix(path, "{$}"))
		}
	}
	for _, o := range srv.API.Operations(srv.Groups()...) {
		w.routes = append(w.routes, o.Method+" "+o.Path)
	}
	accounts := srv.Accounts
	password, err := passwordOfAll()
	if err != nil {
		t.Fatal(err)
	}
	seat := func(name string, role account.Role) play.Seat {
		u := account.User{ID: account.NewKey(), Key: account.Key(name), Created: time.Now(), Details: account.Details{Name: name, Role: role, Password: password, Passkey: []byte(account.NewKey())}}
		if err := tables.Accounts(kept).Create(t.Context(), u); err != nil {
			t.Fatal(err)
		}
		w.signIn(t, accounts, name, "user/"+u.ID, wire.SessionCookie)
		w.seats[name] = play.Seat{Kind: play.SeatUser, ID: u.ID, Name: name}
		return w.seats[name]
	}
	seat("member", "")
	seat("admin", account.Admin)
	w.signIn(t, accounts, "guest", "guest/"+strings.Repeat("5", 32), wire.GuestCookie)
	graph := board.Rosette(3)
	settings := play.Settings{Board: graph.Name(), Rules: game.DefaultRules(graph), Black: seat("player", ""), White: seat("opponent", "")}
	if err := srv.Matches.Open(t.Context(), w.game, settings); err != nil {
		t.Fatal(err)
	}
	made := w.answer("player", `POST /api/lobby/offers {"game":{"board":"rosette-3"}}`)
	w.offer = strings.TrimPrefix(made.Header().Get("Location"), "/api/lobby/offers/")
	return w
}

// signIn begins a session and stores its cookie under a name.
func (w *world) signIn(t *testing.T, accounts *account.Service, name, actor, cookie string) {
	t.Helper()
	key, err := accounts.Begin(context.Background(), actor, "")
	if err != nil {
		t.Fatal(err)
	}
	w.keys[name] = &http.Cookie{Name: cookie, Value: key}
}

// A firstFlush ends a stream at its first flush.
type firstFlush struct {
	*httptest.ResponseRecorder
	end context.CancelFunc
}

// Flush implements [http.Flusher].
func (f *firstFlush) Flush() {
	f.ResponseRecorder.Flush()
	f.end()
}

// routeOf returns the route for a row.
func (w *world) routeOf(row string) string {
	method, rest, _ := strings.Cut(row, " ")
	path, _, _ := strings.Cut(rest, " ")
	mux := http.NewServeMux()
	for _, route := range w.routes {
		mux.HandleFunc(strings.TrimSuffix(route, " /")+map[bool]string{true: " /{$}"}[strings.HasSuffix(route, " /")], func(http.ResponseWriter, *http.Request) {})
	}
	_, pattern := mux.Handler(httptest.NewRequest(method, "http://localhost"+path, nil))
	return strings.TrimSuffix(pattern, "{$}")
}

func TestEveryRouteAnswersEverybodyAsTheTableSays(t *testing.T) {
	w, covered := newWorld(t), map[string]bool{}
	usual, editor := http.Header{}, http.Header{} // only the editor's page may do more than the others
	web.Policy{}.Set(usual)
	web.Policy{WebAssembly: true}.Set(editor)
	for row := range strings.Lines(strings.TrimSpace(authorisation)) {
		codes, request, _ := strings.Cut(strings.TrimSpace(row), " | ")
		request, alone := strings.CutPrefix(request, "* ")
		covered[w.routeOf(request)] = true
		want := strings.Fields(codes)
		if len(want) != len(everybody) {
			t.Errorf("%s: %d codes, want one for each of %v", request, len(want), everybody)
			continue
		}
		var got []string
		for _, who := range everybody {
			asked := w
			if alone {
				asked = newWorld(t)
			}
			answer := asked.answer(who, request)
			got = append(got, fmt.Sprint(answer.Code))
			policy := usual
			if request == "GET /record" {
				policy = editor
			}
			for name, value := range policy {
				if answer.Header().Get(name) != value[0] {
					t.Errorf("%s for a %s has %s: %s", request, who, name, answer.Header().Get(name))
				}
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s | %s\n\twant %s", strings.Join(got, " "), request, codes)
		}
	}
	slices.Sort(w.routes)
	for _, route := range w.routes {
		if !covered[route] {
			t.Errorf("no row for %s", route)
		}
	}
}
