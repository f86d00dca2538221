package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/account"
	"rosette/server/http/web"
)

// play opens a match and plays moves in it.
func (w *world) play(t *testing.T, s play.Settings, moves ...string) (id string) {
	t.Helper()
	id = account.NewKey()
	graph := board.Rosette(3)
	s.Board, s.Rules = graph.Name(), game.DefaultRules(graph)
	if err := w.srv.Matches.Open(t.Context(), id, s); err != nil {
		t.Fatal(err)
	}
	w.moves(t, id, moves...)
	return id
}

// moves plays moves in a match.
func (w *world) moves(t *testing.T, id string, moves ...string) {
	t.Helper()
	for i, point := range moves {
		w.command(t, id, play.Command{Kind: play.Play, By: board.Colors[i%2], Point: point})
	}
	if err := w.srv.Projector.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// command sends a command to a match.
func (w *world) command(t *testing.T, id string, cmd play.Command) {
	t.Helper()
	if _, err := w.srv.Matches.Do(t.Context(), id, cmd); err != nil {
		t.Fatal(err)
	}
}

// turned returns the moves rotated by 180 degrees.
func turned(t *testing.T, moves []string) (images []string) {
	t.Helper()
	g := board.Rosette(3)
	for _, name := range moves {
		p, err := g.Point(name)
		if err != nil {
			t.Fatal(err)
		}
		images = append(images, g.PointName(g.Symmetries()[3][p]))
	}
	return images
}

func TestAPositionFromYourOwnRatedGameIsNeverEvaluated(t *testing.T) {
	w := newWorld(t)
	line := []string{"C1", "F5", "C3", "F7", "D2", "E6", "E2", "D6"}
	hour := clock.Control{Kind: clock.Absolute, Main: time.Hour}
	rated := w.play(t, play.Settings{Rated: true, Clock: hour, Black: w.seats["player"], White: w.seats["opponent"]}, line...)
	alone := func(name string, moves []string) string {
		return w.play(t, play.Settings{Black: w.seats[name], White: w.seats[name]}, moves...)
	}
	mine := alone("player", line)
	turnedRound := alone("player", turned(t, line))
	others := alone("member", line)
	short := alone("player", line[:5])
	dropped := alone("player", line)
	w.command(t, dropped, play.Command{Kind: play.Resign, By: board.White})
	const own, running = "privacy.own-game", "privacy.unaided"
	check := func(rows map[string]string) {
		t.Helper()
		for row, want := range rows {
			who, path, _ := strings.Cut(row, " ")
			answer := w.answer(who, "GET /api/games/"+path)
			var p web.Problem
			if err := json.Unmarshal(answer.Body.Bytes(), &p); err != nil || p.Code != want || want != "" && answer.Code != 403 {
				t.Errorf("%s: %d %s, want %q", row, answer.Code, answer.Body, want)
			}
		}
	}
	check(map[string]string{
		"player " + mine + "/estimate": own, "player " + turnedRound + "/estimate": own, "player " + dropped + "/estimate": own,
		"player " + dropped + "/review": own, "opponent " + others + "/estimate": own, "player " + others + "/estimate": own,
		"player " + mine + "/estimate?ply=6": own, "player " + mine + "/estimate?ply=5": "", "player " + short + "/estimate": "",
		"member " + others + "/estimate": "", "stranger@198.51.100.7 " + dropped + "/review": "",
		"stranger " + dropped + "/review": own, "guest " + others + "/estimate": own, "guest@198.51.100.7 " + others + "/estimate": "",
		"member " + others + "/estimate?ply=8": "", "stranger " + others + "/estimate?ply=5": "",
		"player " + rated + "/estimate": running, "stranger " + rated + "/estimate": running, "player " + rated + "/hint": running,
	})
	w.command(t, rated, play.Command{Kind: play.Resign, By: board.Black})
	w.moves(t, rated)
	check(map[string]string{"player " + mine + "/estimate": "", "player " + dropped + "/review": "", "player " + rated + "/estimate": ""})
}

// TestADistantPairAtTheStartHidesNothing tries to evade the check for equal positions: two distant stones
// before the moves from the player's rated game, and one stone elsewhere.
func TestADistantPairAtTheStartHidesNothing(t *testing.T) {
	w := newWorld(t)
	line := []string{"C1", "F5", "C3", "F7", "D2", "E6", "E2", "D6", "B3", "E8", "B5"}
	hour := clock.Control{Kind: clock.Absolute, Main: time.Hour}
	w.play(t, play.Settings{Rated: true, Clock: hour, Black: w.seats["player"], White: w.seats["opponent"]}, line...)
	alone := func(moves ...string) string {
		return w.play(t, play.Settings{Black: w.seats["member"], White: w.seats["member"]}, moves...)
	}
	pair := alone(append([]string{"A3", "F9"}, line...)...)
	elsewhere := alone(append(slices.Clone(line[:10]), "B7")...)
	far := alone("A3", "F9", "B7", "D10", "C1", "F5", "C3", "F7", "D2", "E6")
	for row, want := range map[string]int{
		"player " + pair: 403, "opponent " + pair: 403, "stranger " + pair: 403, "member " + pair: 200,
		"player " + elsewhere: 403, "player " + far: 200, "stranger@198.51.100.7 " + pair: 200,
	} {
		who, id, _ := strings.Cut(row, " ")
		if got := w.answer(who, "GET /api/games/"+id+"/estimate"); got.Code != want {
			t.Errorf("%s: %d %s", row, got.Code, got.Body)
		}
	}
}

// TestAPositionFromYourOwnRatedGameIsNeverEvaluatedInALine asks for a reply and a review with the
// position set up, and as moves.
func TestAPositionFromYourOwnRatedGameIsNeverEvaluatedInALine(t *testing.T) {
	w := newWorld(t)
	line := []string{"C1", "F5", "C3", "F7", "D2", "E6", "E2", "D6"}
	hour := clock.Control{Kind: clock.Absolute, Main: time.Hour}
	rated := w.play(t, play.Settings{Rated: true, Clock: hour, Black: w.seats["player"], White: w.seats["opponent"]}, line...)
	list := func(names ...string) string { return `"` + strings.Join(names, `","`) + `"` }
	setup := fmt.Sprintf(`{"board":"rosette-3","setup":{"b":[%s],"w":[%s]}}`, list("C1", "C3", "D2", "E2"), list("F5", "F7", "E6", "D6"))
	bodies := map[string]string{
		"a position set up": fmt.Sprintf(`{"start":%s,"moves":[%s]}`, setup, list("B3", "E8", "B5", "F9")),
		"a line of moves":   fmt.Sprintf(`{"start":{"board":"rosette-3"},"moves":[%s]}`, list(line...)),
	}
	check := func(who string, refused bool) {
		t.Helper()
		for name, body := range bodies {
			for _, route := range []string{"reply", "review"} {
				answer := w.answer(who, "POST /api/positions/"+route+" "+body)
				var p web.Problem
				if refused && (answer.Code != 403 || json.Unmarshal(answer.Body.Bytes(), &p) != nil || p.Code != "privacy.own-game") {
					t.Errorf("%s: a %s of %s: %d %s", who, route, name, answer.Code, answer.Body)
				}
				if !refused && answer.Code != 200 {
					t.Errorf("%s: a %s of %s: %d %s", who, route, name, answer.Code, answer.Body)
				}
			}
		}
	}
	check("player", true)
	check("opponent", true)
	check("stranger", true)
	check("stranger@198.51.100.7", false)
	check("member", false)
	w.command(t, rated, play.Command{Kind: play.Resign, By: board.Black})
	w.moves(t, rated)
	check("player", false)
}

func TestHintsFollowTheAgreementOfBothPlayers(t *testing.T) {
	w := newWorld(t)
	id := w.play(t, play.Settings{Black: w.seats["player"], White: w.seats["opponent"]}, "C1", "F5")
	for who, want := range map[string]int{"player": 403, "opponent": 403, "member": 403, "stranger": 403} {
		for _, door := range []string{"/estimate", "/hint"} {
			if got := w.answer(who, "GET /api/games/"+id+door); got.Code != want {
				t.Errorf("%s%s: %d %s", who, door, got.Code, got.Body)
			}
		}
	}
	w.command(t, id, play.Command{Kind: play.Aid, By: board.White})
	w.command(t, id, play.Command{Kind: play.Grant, By: board.Black})
	for row, want := range map[string]int{
		"player /estimate": 200, "stranger /estimate": 200, "player /hint": 200,
		"opponent /hint": 403, "member /hint": 403, // it is the player's turn
	} {
		who, door, _ := strings.Cut(row, " ")
		if got := w.answer(who, "GET /api/games/"+id+door); got.Code != want {
			t.Errorf("%s: %d %s", row, got.Code, got.Body)
		}
	}
	page := w.answer("stranger", "GET /games/"+id+"/game.sgf").Body.String()
	if !strings.Contains(page, "GC[After move 2 the players agreed that both may use estimates and hints by the computer.]") {
		t.Error(page)
	}
	if state := w.answer("stranger", "GET /api/games/"+id).Body.String(); !strings.Contains(state, `"aided":true`) {
		t.Error(state)
	}
}
