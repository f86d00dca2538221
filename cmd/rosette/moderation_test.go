package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rosette/i18n"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/chat"
	"rosette/server/moderation"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
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
		if err := w.srv.Projector.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		standings, err := w.srv.Store.Ratings().After(t.Context(), id)
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

func TestOfModeratorsWhoJudgeAtTheSameMomentOneIsLogged(t *testing.T) {
	kept := storetest.Open(t)
	var all sync.WaitGroup
	var judged atomic.Int32
	for i := range 8 {
		all.Go(func() {
			err := tables.Judge(t.Context(), kept, moderation.Entry{At: time.Now(), By: fmt.Sprint("user/", i), Act: moderation.ActAnnul, About: "a", Reason: "a bot"})
			if err == nil {
				judged.Add(1)
			} else if !errors.Is(err, moderation.ErrAlreadyJudged) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	entries, err := tables.Moderation(kept).Entries(t.Context(), 0, 10)
	if judged.Load() != 1 || len(entries) != 1 || err != nil {
		t.Errorf("%d moderators have annulled the game, and the log says %+v, %v", judged.Load(), entries, err)
	}
}

// Two users write to each other. One reports a line, and the moderator follows the report's link.
func TestThePageOfAReportLeadsToTheLineOfAConversation(t *testing.T) {
	w := newWorld(t)
	room := "direct/talk"
	c := chat.NewConversation(w.seats["player"].ID, w.seats["opponent"].ID)
	c.ID = "talk"
	if _, err := w.srv.Chat.RoomStore.FindOrAddConversation(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"an insult", "a secret", "a", "b", "c"} {
		if _, err := w.srv.Chat.LineStore.AddLine(t.Context(), chat.Line{Room: room, Actor: w.seats["opponent"].Actor(), Name: "opponent", Text: text, At: time.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	var made struct{ ID string }
	answer := w.answer("player", `POST /api/chat/reports {"kind":"insults","room":"`+room+`","number":1}`)
	if err := json.Unmarshal(answer.Body.Bytes(), &made); err != nil || made.ID == "" {
		t.Fatalf("%s, %v", answer.Body, err)
	}
	page := w.answer("admin", "GET /admin/reports/"+made.ID).Body.String()
	line := "/admin/line?number=1&report=" + made.ID + "&room=direct%2Ftalk"
	if !strings.Contains(page, html.EscapeString(line)) {
		t.Errorf("the report leads to no line: %s", page)
	}
	if shown := w.answer("admin", "GET "+line); !strings.Contains(shown.Body.String(), "an insult") || !strings.Contains(shown.Body.String(), `name="report" value="`+made.ID) {
		t.Errorf("%d %s", shown.Code, shown.Body)
	}
	for _, other := range []string{"number=1", "number=5", "number=5&report=" + made.ID} {
		if shown := w.answer("admin", "GET /admin/line?room="+room+"&"+other); shown.Code != http.StatusNotFound {
			t.Errorf("%s: %d %s", other, shown.Code, shown.Body)
		}
	}
	form := "room=" + room + "&number=1&do=hide&reason=insults"
	if answer := w.answer("admin", "POST /admin/line "+form); answer.Code != http.StatusNotFound {
		t.Errorf("hidden without the report: %d", answer.Code)
	}
	if answer := w.answer("admin", "POST /admin/line "+form+"&report="+made.ID); answer.Code != http.StatusSeeOther {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

func TestThePageOfReportsLeadsToTheLaterOnes(t *testing.T) {
	w := newWorld(t)
	for i := range 101 {
		for _, state := range []moderation.State{moderation.Open, moderation.Acted} {
			r := moderation.Report{ID: fmt.Sprintf("%s-%03d", state, i), Kind: moderation.Spam, AccusedName: "x", Accused: "user/x", At: time.UnixMilli(int64(1 + i)), State: state}
			if err := tables.Moderation(w.srv.Store).Report(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
	}
	first := w.answer("admin", "GET /admin").Body.String()
	for more, others := range map[string][2]string{"/admin?after=open-099": {"open-000", "open-100"}, "/admin?closed=acted-001": {"acted-100", "acted-000"}} {
		next := w.answer("admin", "GET "+more).Body.String()
		for i, page := range []string{first, next} {
			if !strings.Contains(page, "/admin/reports/"+others[i]) || strings.Contains(page, "/admin/reports/"+others[1-i]) || strings.Contains(page, `href="`+more) != (i == 0) {
				t.Errorf("page %d of %s: %s", i+1, more, page)
			}
		}
	}
}

// The operator closes two reports by command. The reporters read the outcome in any language.
func TestThePageOfMessagesTellsTheOutcomeOfReports(t *testing.T) {
	w := newWorld(t)
	admin := newConsole(t, w.srv.Store)
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
			i18n.T(lang, "chat.outcome.acted", i18n.Args{"name": "opponent"}), i18n.T(lang, "chat.outcome.dismissed.nobody", nil),
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
