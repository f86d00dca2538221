package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"rosette/i18n"
	"rosette/play"
	"rosette/play/clock"
	"rosette/store/tables"
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

// The operator closes two reports by command; who has made them reads it in any language.
func TestThePageOfMessagesTellsTheOutcomeOfReports(t *testing.T) {
	w := newWorld(t)
	admin := console{ctx: t.Context(), store: w.srv.store, accounts: w.accounts, now: time.Now, table: tables.Moderation(w.srv.store)}
	for about, state := range map[string]string{`"name":"opponent"`: "acted", `"game":"GAME"`: "dismissed"} {
		var made struct{ ID string }
		answer := w.answer("member", `POST /api/chat/reports {"kind":"cheating",`+strings.Replace(about, "GAME", w.game, 1)+"}")
		if err := json.Unmarshal(answer.Body.Bytes(), &made); err != nil || made.ID == "" {
			t.Fatalf("%s: %s, %v", about, answer.Body, err)
		}
		if err := admin.closeReport([]string{made.ID, state, "seen"}); err != nil {
			t.Fatal(err)
		}
	}
	const unread = `<b><bdi>`
	for i, lang := range []string{"en", "fr", "es", "ht"} {
		page := w.answer("member", "GET /messages?lang="+lang).Body.String()
		for _, want := range []string{
			i18n.T(lang, "room.outcome.acted", i18n.Args{"name": "opponent"}), i18n.T(lang, "room.outcome.dismissed.nobody", nil),
		} {
			if !strings.Contains(page, "<bdi>"+want+"</bdi>") {
				t.Errorf("%s: the page lacks %q", lang, want)
			}
		}
		if strings.Contains(page, unread) != (i == 0) {
			t.Errorf("look %d: the page calls the outcomes new: %t", i, i > 0)
		}
	}
	if page := w.answer("player", "GET /messages").Body.String(); strings.Contains(page, "outcomes") {
		t.Error("somebody else is told")
	}
}
