package moderation_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/servertest"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/account"
)

// game opens a game and returns its ID.
func (s *server) game(black, white string, change func(*play.Settings)) string {
	s.Helper()
	id, graph := account.NewKey(), board.Rosette(3)
	settings := play.Settings{
		Board: graph.Name(), Rules: game.DefaultRules(graph), Clock: clock.Control{Kind: clock.Absolute, Main: time.Hour},
		Black: s.browsers[black].Seat(), White: s.browsers[white].Seat(),
	}
	change(&settings)
	s.Check(s.Matches.Open(s.Context(), id, settings))
	return id
}

// verdicts returns the log's verdicts on a game, the latest first.
func (s *server) verdicts(game string) (verdicts string) {
	s.Helper()
	all, err := s.Moderation.Table.Entries(s.Context(), 0, 100)
	s.Check(err)
	for _, e := range all {
		if e.About == game {
			verdicts += fmt.Sprint(e.Act, ": ", e.Reason, "; ")
		}
	}
	return verdicts
}

func rated(s *play.Settings) { s.Rated = true }

func TestAModeratorAnnulsGamesOfOthersForAReason(t *testing.T) {
	s := open(t)
	client := account.Client{Visitor: servertest.VisitorOf(s.users["Mod"])}
	token, err := s.Accounts.NewToken(t.Context(), client, "bot", account.Scopes())
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
	for id, want := range map[string]string{
		game: "reinstate: a mistake; annul: a bot; ", own: "", moderated: "annul: she lost; ",
	} {
		if got := s.verdicts(id); got != want {
			t.Errorf("the verdicts are %q, want %q", got, want)
		}
	}
	program := s.Browser()
	program.Bearer = token
	if w := program.Do("POST", "/api/games/"+game+"/annul", `{"reason":"a bot"}`); w.Code != http.StatusForbidden {
		t.Errorf("a program of a moderator: %d %s", w.Code, w.Body)
	}
}

// Guests play no rated games, so that their games are judged in reports only.
func TestAModeratorJudgesNoReportOfAGameThatHePlayedAsAGuest(t *testing.T) {
	s := open(t)
	id := s.report("Ann", `{"kind":"cheating","game":"`+s.game(guest, "Bad", func(*play.Settings) {})+`"}`)
	s.Check(s.Accounts.Claim(t.Context(), s.users["Mod"], guest))
	for _, c := range []struct {
		who  string
		want int
	}{{"Mod", 404}, {"Mia", 403}, {"Boss", 200}} {
		body := `{"outcome":"dismissed","reason":"lost"}`
		if status, detail := s.ask(c.who, "POST", "admin/reports/"+id+"/close", body, nil); status != c.want {
			t.Errorf("%s: %d %s, want %d", c.who, status, detail, c.want)
		}
	}
}
