package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rosette/play"
	"rosette/play/clock"
)

func TestAModeratorAnnulsARatedGameOnItsPageAndLetsItCountAgain(t *testing.T) {
	w := newWorld(t)
	hour := clock.Control{Kind: clock.Absolute, Main: time.Hour}
	id := w.play(t, play.Settings{Rated: true, Clock: hour, Black: w.seats["player"], White: w.seats["opponent"]}, "C1", "F5")
	w.command(t, id, play.Command{Kind: play.Resign, By: 1})
	w.moves(t, id)
	page := "/admin/games/" + id
	counts := func() bool {
		t.Helper()
		if err := w.srv.projector.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		standings, err := w.srv.store.Ratings().After(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return len(standings) > 0
	}
	if !counts() {
		t.Fatal("the game counts for nobody")
	}
	for _, c := range []struct {
		form   string
		counts bool
		shows  string
	}{
		{"do=annul&reason=a+bot+played", false, "This game is annulled"},
		{"do=reinstate&reason=a+mistake", true, "Annul the game"},
	} {
		if answer := w.answer("admin", "POST "+page+" "+c.form); answer.Code != http.StatusSeeOther {
			t.Fatalf("%s: %d %s", c.form, answer.Code, answer.Body)
		}
		if counts() != c.counts || !strings.Contains(w.answer("admin", "GET "+page).Body.String(), c.shows) {
			t.Errorf("after %s the game counts: %t", c.form, counts())
		}
	}
	log := w.answer("admin", "GET /admin/log").Body.String()
	for _, want := range []string{"admin annulled game " + id, "a bot played", "admin let game " + id + " count again"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q", want)
		}
	}
}
