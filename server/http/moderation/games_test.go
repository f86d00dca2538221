package moderation_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/internal/servertest"
	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/chat"
)

// Settings implements [moderation.Games].
func (s *server) Settings(_ context.Context, game string) (play.Settings, error) {
	settings, ok := s.games[game]
	if !ok {
		return settings, play.ErrNoMatch
	}
	return settings, nil
}

// Annulled implements [moderation.Games] with the last verdict.
func (s *server) Annulled(_ context.Context, game string) (bool, error) {
	return strings.HasSuffix(s.judged[game], "annulled"), nil
}

// Lopsided implements [moderation.Games].
func (s *server) Lopsided(context.Context, time.Time, int) ([]rating.Pair, time.Time, error) {
	return nil, time.Time{}, nil
}

// ChatMatch implements [chat.Matches]. All games are running, and only the players may read a
// private game.
func (s *server) ChatMatch(_ context.Context, v account.Visitor, match string) (m chat.Match, err error) {
	settings, ok := s.games[match]
	m = chat.Match{Persons: true, Players: [2]chat.Player{{Actor: settings.Black.Actor()}, {Actor: settings.White.Actor()}}}
	plays := slices.ContainsFunc(m.Players[:], func(p chat.Player) bool { return p.Actor == string(v.Actor) })
	if !ok || settings.Private && !plays {
		return m, chat.ErrNoLine
	}
	return m, nil
}

// game opens a game and returns its ID.
func (s *server) game(black, white string, change func(*play.Settings)) string {
	seat := func(name string) play.Seat { return play.Seat{Kind: play.SeatUser, ID: s.users[name].ID, Name: name} }
	settings := play.Settings{Black: seat(black), White: seat(white)}
	if black == guest {
		id, _ := account.GuestID(guest)
		settings.Black = play.Seat{Kind: play.SeatGuest, ID: id}
	}
	change(&settings)
	id := fmt.Sprintf("%026d", len(s.games))
	id = strings.NewReplacer("0", "a", "1", "b").Replace(id)
	s.games[id] = settings
	return id
}

func rated(s *play.Settings) { s.Rated = true }

func TestAModeratorAnnulsGamesOfOthersForAReason(t *testing.T) {
	s := open(t)
	client := account.Client{Visitor: servertest.VisitorOf(s.users["Mod"])}
	token, err := s.people.NewToken(t.Context(), client, "bot", account.Scopes())
	if err != nil {
		t.Fatal(err)
	}
	game := s.game("Ann", "Bad", rated)
	own := s.game("Mod", "Bad", rated)
	moderated := s.game("Mia", "Bad", rated)
	casual, nothing := s.game("Ann", "Bad", func(*play.Settings) {}), strings.Repeat("z", 26)
	for _, c := range []struct {
		who, game, body string
		want            int
	}{
		{"", game, `{"reason":"a bot"}`, 401},
		{"Ann", game, `{"reason":"a bot"}`, 403},
		{"Mod", casual, `{"reason":"a bot"}`, 422},
		{"Mod", nothing, `{"reason":"a bot"}`, 404},
		{"Mod", game, `{}`, 422},
		{"Mod", game, `{"reason":" "}`, 422},
		{"Mod", game, `{"reason":"` + strings.Repeat("x", 201) + `"}`, 422},
		{"Mod", game, `{"reason":"a mistake","reinstate":true}`, 409},
		{"Mod", game, `{"reason":"a bot"}`, 200},
		{"Mia", game, `{"reason":"a bot"}`, 409},
		{"Mia", game, `{"reason":"a mistake","reinstate":true}`, 200},
		{"Mia", game, `{"reason":"a mistake","reinstate":true}`, 409},
		{"Mod", own, `{"reason":"I lost"}`, 422},
		{"Mod", moderated, `{"reason":"she lost"}`, 403},
		{"Boss", moderated, `{"reason":"she lost"}`, 200},
	} {
		if status, detail := s.ask(c.who, "POST", "games/"+c.game+"/annul", c.body, nil); status != c.want {
			t.Errorf("%s %s %.60s: %d %s, want %d", c.who, c.game, c.body, status, detail, c.want)
		}
	}
	if got, want := fmt.Sprint(s.judged[game], s.judged[own], s.judged[moderated]), "a bot: annulleda mistake: reinstatedshe lost: annulled"; got != want {
		t.Errorf("the verdicts are %q", got)
	}
	r := httptest.NewRequest("POST", "http://localhost/api/games/"+game+"/annul", strings.NewReader(`{"reason":"a bot"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	if s.handler.ServeHTTP(w, r); w.Code != http.StatusForbidden {
		t.Errorf("a program of a moderator: %d %s", w.Code, w.Body)
	}
}

func TestAModeratorJudgesNoGameThatHePlayedAsAGuest(t *testing.T) {
	s := open(t)
	game := s.game(guest, "Bad", rated)
	if err := s.people.Claim(t.Context(), s.users["Mod"], guest); err != nil {
		t.Fatal(err)
	}
	for who, want := range map[string]int{"Mod": 422, "Mia": 403, "Boss": 200} {
		if status, detail := s.ask(who, "POST", "games/"+game+"/annul", `{"reason":"lost"}`, nil); status != want {
			t.Errorf("%s: %d %s, want %d", who, status, detail, want)
		}
	}
}
