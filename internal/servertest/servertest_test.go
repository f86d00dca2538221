package servertest_test

import (
	"context"
	"testing"
	"time"

	"rosette/client"
	"rosette/internal/servertest"
	"rosette/server/http/wire"
)

func TestARestartedServerHasTheSameGames(t *testing.T) {
	s := servertest.New(t)
	s.Start("")
	opened, session, err := client.New(s.URL).OpenGame(context.Background(), "", wire.NewGame{Board: "rosette-3", Opponent: "people"})
	s.Check(err)
	at := s.URL
	s.Restart()
	if s.URL != at {
		t.Errorf("restarted at %s, was at %s", s.URL, at)
	}
	if _, err := client.New(s.URL).Get(t.Context(), session, "/games/"+opened.ID); err != nil {
		t.Error(err)
	}
}

func TestABrowserKeepsCookiesUntilTheyEnd(t *testing.T) {
	s := servertest.New(t)
	b := s.Browser()
	b.Must("POST", "/api/account", `{"name":"Ann","password":"correct horse"}`)
	if got := servertest.Read[struct{ Name string }](b, "GET /api/account"); got.Name != "Ann" {
		t.Errorf("signed in as %q", got.Name)
	}
	b.Must("DELETE", "/api/session", "")
	if got := b.Refusal("GET", "/api/account", ""); got != "401 account.sign-in.first" {
		t.Error(got)
	}
}

func TestAClockMovesWhenATestMovesIt(t *testing.T) {
	var c servertest.Clock
	start := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	c.Freeze(start)
	c.Advance(time.Hour)
	if got := c.Now(); !got.Equal(start.Add(time.Hour)) {
		t.Error(got)
	}
}
