package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/server/account"
	"rosette/server/http/wire"
	"rosette/server/moderation"
	"rosette/server/store/tables"
)

// others maps further visitors to one in everybody with the same permissions, except as unlike
// lists: the opponent is like the player; a moderator who watches the game, a user whom the player
// has blocked, and a muted user are like a member. A moderator has an administrator's pages.
var others = []struct{ who, like string }{{"blocked", "member"}, {"muted", "member"}, {"moderator", "member"}, {"opponent", "player"}}

// unlike lists the exceptions. Slow rows, with a server of their own, a password check or a
// drawing, are tested for others only if they are listed here.
const unlike = `
blocked 403 | * POST /api/lobby/offers/OFFER/accept {}
moderator 422 | POST /api/games/GAME/annul {"reason":"a bot played"}
opponent 200 | * POST /api/lobby/offers/OFFER/accept {}
opponent 403 | * POST /games/OFFER/cancel
opponent 403 | POST /games/OFFER/computer
opponent 403 | POST /api/lobby/offers/OFFER/computer
opponent 403 | * DELETE /api/lobby/offers/OFFER
opponent 422 | POST /@/opponent/follow
opponent 422 | POST /@/opponent/block
opponent 422 | PUT /api/account/relations/follow/opponent
opponent 422 | DELETE /api/account/relations/follow/opponent
opponent 422 | PUT /api/account/relations/block/opponent
opponent 422 | DELETE /api/account/relations/block/opponent
opponent 422 | GET /messages/opponent
opponent 422 | POST /messages/opponent text=x
opponent 422 | POST /report name=opponent&kind=spam
opponent 422 | GET /api/chat/messages/opponent
opponent 422 | POST /api/chat/messages/opponent {"text":"x"}
opponent 422 | PUT /api/chat/messages/opponent/read
opponent 422 | POST /api/chat/reports {"name":"opponent","kind":"spam"}
muted 403 | POST /account about=x
muted 403 | POST /rooms title=
muted 403 | POST /rooms/lounge text=x
muted 403 | POST /api/chat/rooms {"title":""}
muted 403 | POST /api/chat/rooms/lounge/lines {"text":"x"}
moderator 403 | PUT /api/admin/people/opponent/role {"role":"player"}
moderator 403 | PUT /api/admin/people/opponent/name {"name":"<b>"}
moderator 403 | DELETE /api/admin/people/opponent
moderator 303 | POST /messages/opponent text=x
moderator 201 | POST /api/chat/messages/opponent {"text":"x"}
`

func TestOtherRolesAreAnsweredLikeThoseOfTheTable(t *testing.T) {
	w, want := newWorld(t), map[string]string{}
	w.addOthers(t)
	for row := range strings.Lines(strings.TrimSpace(unlike)) {
		answer, request, _ := strings.Cut(strings.TrimSpace(row), " | ")
		who, code, _ := strings.Cut(answer, " ")
		want[who+" "+request] = code
	}
	for row := range strings.Lines(strings.TrimSpace(authorisation)) {
		codes, request, _ := strings.Cut(strings.TrimSpace(row), " | ")
		for _, other := range others {
			who, like := other.who, other.like
			if who == "moderator" && strings.Contains(request, "/admin") {
				like = "admin"
			}
			code, listed := want[who+" "+request]
			if !listed {
				code = strings.Fields(codes)[slices.Index(everybody, like)]
			}
			delete(want, who+" "+request)
			plain, alone := strings.CutPrefix(request, "* ")
			if (alone || strings.Contains(plain, "password") || strings.HasSuffix(plain, ".png")) && !listed {
				continue
			}
			if got := fmt.Sprint(w.answer(who, plain).Code); got != code {
				t.Errorf("%s %s: %s, want %s", who, request, got, code)
			}
		}
	}
	for row := range want {
		t.Errorf("%s is in no row of the table", row)
	}
}

// addOthers signs in a moderator, a muted user and a user whom the player has blocked.
func (w *world) addOthers(t *testing.T) {
	t.Helper()
	actors := map[string]string{}
	for name, role := range map[string]account.Role{"moderator": account.Moderator, "blocked": account.Player, "muted": account.Player} {
		u := account.User{ID: account.NewKey(), Key: account.Key(name), Created: time.Now(), Details: account.Details{Name: name, Role: role, Passkey: []byte(account.NewKey())}}
		if err := w.accounts.Store.Create(t.Context(), u); err != nil {
			t.Fatal(err)
		}
		w.signIn(t, w.accounts, name, u.Actor(), wire.SessionCookie)
		actors[name] = u.Actor()
	}
	muted := moderation.Mute{Actor: actors["muted"], Until: time.Now().Add(time.Hour), Reason: "spam", At: time.Now()}
	if err := tables.Moderation(w.srv.Store).SetMute(t.Context(), muted); err != nil {
		t.Fatal(err)
	}
	if got := w.answer("player", "PUT /api/account/relations/block/blocked"); got.Code != http.StatusOK {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
}
