package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/store/tables"
)

func TestAPictureThatIsKeptIsForThoseWhoMayReadTheGame(t *testing.T) {
	w := newWorld(t)
	id, graph := account.NewKey(), board.Rosette(3)
	settings := play.Settings{
		Board: graph.Name(), Rules: game.DefaultRules(graph), Black: w.seats["player"], White: w.seats["opponent"], Private: true,
	}
	if err := w.srv.Matches.Open(t.Context(), id, settings); err != nil {
		t.Fatal(err)
	}
	ask := func(who, path, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "http://localhost/games/"+id+path, nil)
		if cookie := w.keys[who]; cookie != nil {
			r.AddCookie(cookie)
		}
		if tag != "" {
			r.Header.Set("If-None-Match", tag)
		}
		out := httptest.NewRecorder()
		w.handler.ServeHTTP(out, r)
		return out
	}
	first := ask("player", "/board.svg", "")
	tag := first.Header().Get("ETag")
	if first.Code != http.StatusOK || tag == "" || first.Header().Get("Cache-Control") != "private,no-cache" || !strings.Contains(first.Body.String(), "opponent") {
		t.Fatalf("%d %v", first.Code, first.Header())
	}
	if again := ask("player", "/board.svg?ply=0", ""); again.Body.String() != first.Body.String() || again.Header().Get("ETag") != tag {
		t.Error("the same position has another picture")
	}
	if kept := ask("player", "/board.svg", "*"); kept.Code != http.StatusNotModified || kept.Body.Len() > 0 {
		t.Errorf("If-None-Match: * gets %d, %d bytes", kept.Code, kept.Body.Len())
	}
	if missing := ask("player", "/board.svg?ply=5", "*"); missing.Code != http.StatusBadRequest {
		t.Errorf("If-None-Match: * for a picture that does not exist gets %d", missing.Code)
	}
	if kept := ask("player", "/board.svg", tag); kept.Code != http.StatusNotModified || kept.Body.Len() > 0 || kept.Header().Get("ETag") != tag {
		t.Errorf("a browser that has the picture gets %d, %d bytes", kept.Code, kept.Body.Len())
	}
	for _, who := range []string{"stranger", "guest", "member"} {
		for _, known := range []string{"", tag, "*"} {
			if got := ask(who, "/board.svg", known); got.Code != http.StatusForbidden || strings.Contains(got.Body.String(), "opponent") || got.Header().Get("ETag") != "" {
				t.Errorf("%s, who knows the tag %q, gets %d %v", who, known, got.Code, got.Header())
			}
		}
	}
	if png := ask("player", "/board.png", tag); png.Code != http.StatusOK || !strings.HasPrefix(png.Body.String(), "\x89PNG") {
		t.Errorf("another format: %d", png.Code)
	}
	w.command(t, id, play.Command{Kind: play.Play, By: board.Black, Point: "C1"})
	if moved := ask("player", "/board.svg", tag); moved.Code != http.StatusOK || moved.Body.String() == first.Body.String() {
		t.Errorf("after a move: %d, the same picture", moved.Code)
	}
	if err := tables.Accounts(w.srv.Store).Close(t.Context(), w.seats["opponent"].ID, time.Now()); err != nil {
		t.Fatal(err)
	}
	closed := ask("player", "/board.svg?ply=0", tag)
	if text := closed.Body.String(); closed.Code != http.StatusOK || strings.Contains(text, "opponent") || !strings.Contains(text, account.ClosedName) {
		t.Errorf("after an account was closed: %d %.300s", closed.Code, text)
	}
}
