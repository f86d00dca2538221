package correspondence_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/server/http/web"
)

func TestConditionalMovesArePlayedWhenTheOpponentMoves(t *testing.T) {
	s := build(t)
	ann, bob := s.guest(), s.guest()
	id := s.open(ann, bob)
	s.Start("")
	s.move(id, "A1")
	want := [][]string{{"B2", "C3", "D4", "pass"}, {"B2", "C3", "E5", "E4"}}
	if got := ann.lays(id, `[["b2","c3","d4","pass"],["b2","c3","e5","e4"]]`); !reflect.DeepEqual(got.Lines, want) || got.Ended != "" {
		t.Fatalf("%+v", got)
	}
	s.move(id, "B2")
	s.comes(id, "A1 B2 C3")
	if got, want := ann.has(id), [][]string{{"D4", "pass"}, {"E5", "E4"}}; !reflect.DeepEqual(got.Lines, want) {
		t.Errorf("%+v, want %v", got, want)
	}
	s.move(id, "D4")
	s.comes(id, "A1 B2 C3 D4 pass")
	if got := ann.has(id); len(got.Lines) > 0 || got.Ended != "played" {
		t.Errorf("at the end: %+v", got)
	}
}

func TestBothMayHaveConditionalMoves(t *testing.T) {
	s := build(t)
	ann, bob := s.guest(), s.guest()
	id := s.open(ann, bob)
	s.Start("")
	s.move(id, "A1")
	ann.lays(id, `[["B2","C3","D4","E5"]]`)
	s.move(id, "B1")
	if got := ann.has(id); got.Ended != "left" {
		t.Errorf("%+v after another move", got)
	}
	bob.lays(id, `[["C3","D4","A2","pass"]]`)
	s.move(id, "C3")
	s.comes(id, "A1 B1 C3 D4")
	if status, text := ann.ask("PUT /api/games/"+id+"/conditional", `{"lines":[["A2","A3"]]}`); status != http.StatusConflict || !strings.Contains(text, "your-turn") {
		t.Errorf("at one's own turn: %d %s", status, text)
	}
	s.move(id, "A2")
	s.comes(id, "A1 B1 C3 D4 A2 pass")
	if _, err := s.Matches.Do(t.Context(), id, play.Command{Kind: play.Resign, By: board.Black}); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(waittest.Limit); ; time.Sleep(5 * time.Millisecond) {
		_, kept, err := s.Correspondence.Plans.Plan(t.Context(), id, board.Black)
		if err != nil || time.Now().After(end) {
			t.Fatalf("the plan of a match that is over: %t, %v", kept, err)
		}
		if !kept {
			return
		}
	}
}

// Conditional moves are stored on disk: after a crash the answer is played once, even if the
// opponent's move was the last event before it.
func TestAnAnswerComesOnceAfterACrash(t *testing.T) {
	s := build(t)
	ann, bob := s.guest(), s.guest()
	id := s.open(ann, bob)
	s.move(id, "A1")
	ann.lays(id, `[["B2","C3","D4","E5"]]`)
	s.move(id, "B2") // nothing runs
	s.Restart()
	if got := s.played(id); got != "A1 B2" {
		t.Fatalf("%s", got)
	}
	s.Start("")
	s.comes(id, "A1 B2 C3")
	s.Stop()
	for range 3 { // processes that all see the same move
		s.Restart()
		if err := s.Correspondence.PlayAnswers(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	s.Start("")
	s.move(id, "D4")
	s.comes(id, "A1 B2 C3 D4 E5")
}

func TestConditionalMovesAreTheirPlayersAlone(t *testing.T) {
	s := build(t)
	ann, bob := s.guest(), s.guest()
	id := s.open(ann, bob)
	s.move(id, "A1")
	ann.lays(id, `[["B2","C3"]]`)
	if got := bob.has(id); len(got.Lines) != 0 || got.Ended != "" {
		t.Errorf("the opponent reads %+v", got)
	}
	route := " /api/games/" + id + "/conditional"
	for name, p := range map[string]person{"a spectator": s.guest(), "a member": s.member("Carl"), "a stranger": {s.Browser()}} {
		for method, body := range map[string]string{"GET": "", "PUT": `{"lines":[["B2","C3"]]}`, "DELETE": ""} {
			if status, text := p.ask(method+route, body); status != http.StatusForbidden || strings.Contains(text, "C3") {
				t.Errorf("%s: %s %d %s", name, method, status, text)
			}
		}
	}
	for _, p := range []person{bob, s.guest(), {s.Browser()}} {
		if status, text := p.ask("GET /api/games/"+id, ""); status != http.StatusOK || strings.Contains(text, `"C3"`) && !strings.Contains(text, `"names"`) || strings.Contains(text, `"lines":[["B2"`) {
			t.Errorf("the game has them: %d %s", status, text)
		}
	}
	for who, want := range map[person]string{ann: "[[B2 C3]]", bob: "[]", s.guest(): "[]"} {
		v, err := s.API.Visitor(who.Request("GET", "/", ""))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Correspondence.Lines(t.Context(), v, id); fmt.Sprint(got) != want || err != nil {
			t.Errorf("an export of %s has %v, %v, want %s", who.Actor, got, err, want)
		}
	}
	bob.plan("DELETE"+route, "")
	if got := ann.has(id); len(got.Lines) != 1 {
		t.Errorf("after the opponent removed his own: %+v", got)
	}
	if got := ann.plan("DELETE"+route, ""); len(got.Lines) != 0 {
		t.Errorf("after they were removed: %+v", got)
	}
	s.Start("")
	s.move(id, "B2", "E5")
	if got := s.played(id); got != "A1 B2 E5" {
		t.Errorf("what was removed is played: %s", got)
	}
}

func TestWrongConditionalMovesAreRefusedWithTheirPlace(t *testing.T) {
	s := build(t)
	ann, bob := s.guest(), s.guest()
	id := s.open(ann, bob)
	s.move(id, "A1")
	many := `{"lines":[` + strings.Repeat(`["B2","C3"],`, 50) + `["B2","C3"]]}`
	long := `{"lines":[[` + strings.Repeat(`"B2",`, 40) + `"C3"]]}`
	for body, want := range map[string]string{
		`{"lines":[["B2","C3"],["B2","A1"]]}`: "422 correspondence.refused.move body.lines[1][1] refusal.occupied",
		`{"lines":[["B2"]]}`:                  "422 correspondence.refused.move body.lines[0][0] correspondence.refused.no-answer",
		`{"lines":[["Z9","A2"]]}`:             "422 correspondence.refused.move body.lines[0][0] correspondence.refused.no-point",
		long:                                  "422 correspondence.refused.too-long body.lines[0][40] correspondence.refused.too-long",
		many:                                  "422 correspondence.refused.too-many",
		`{"lines":[["B2","C3"]],"after":1}`:   "409 refusal.stale",
		`{"lines":"B2"}`:                      "422 api.wrong-type",
		`{}`:                                  "422 api.missing-field",
		`{"lines":[[` + strings.Repeat(" ", 40<<10) + `]]}`: "413 api.too-large",
	} {
		status, text := ann.ask("PUT /api/games/"+id+"/conditional", body)
		var p web.Problem
		if err := json.Unmarshal([]byte(text), &p); err != nil || strings.ContainsAny(p.Detail, "{}@") || p.Detail == "" {
			t.Errorf("%.60s: %s, %v", body, text, err)
		}
		got := fmt.Sprint(status, " ", p.Code)
		if len(p.Errors) > 0 && strings.HasPrefix(p.Code, "correspondence.") {
			got += " " + p.Errors[0].Location + " " + p.Errors[0].Code
		}
		if got != want {
			t.Errorf("%.60s: %s, want %s", body, got, want)
		}
	}
}

// If several processes on one log see the same move, one plays the answer.
func TestOfSeveralProcessesOnePlaysTheAnswer(t *testing.T) {
	s := build(t)
	ann, bob := s.guest(), s.guest()
	id := s.open(ann, bob)
	s.move(id, "A1")
	ann.lays(id, `[["B2","C3","D4","E5"]]`)
	s.move(id, "B2")
	var processes sync.WaitGroup
	for range 4 {
		s.Restart()
		process := s.Correspondence
		processes.Go(func() {
			if err := process.PlayAnswers(t.Context(), id); err != nil {
				t.Error(err)
			}
		})
	}
	processes.Wait()
	s.Restart()
	if got := s.played(id); got != "A1 B2 C3" {
		t.Errorf("%s", got)
	}
}

// An undone answer is not played again.
func TestAnAnswerThatIsTakenBackIsNotPlayedAgain(t *testing.T) {
	s := build(t)
	ann, bob := s.guest(), s.guest()
	id := s.open(ann, bob)
	s.Start("")
	s.move(id, "A1")
	ann.lays(id, `[["B2","C3","D4","E5"]]`)
	s.move(id, "B2")
	s.comes(id, "A1 B2 C3")
	for _, cmd := range []play.Command{{Kind: play.Undo, By: board.Black}, {Kind: play.Grant, By: board.White}} {
		if _, err := s.Matches.Do(t.Context(), id, cmd); err != nil {
			t.Fatal(err)
		}
	}
	if got := ann.has(id); got.Ended != "back" {
		t.Errorf("%+v", got)
	}
	s.move(id, "E1")
	s.comes(id, "A1 B2 E1")
}

// A player with a closed account plays no longer.
func TestNoAnswerComesFromAClosedAccount(t *testing.T) {
	s := build(t)
	ann, bob := s.member("Ann"), s.guest()
	id := s.open(ann, bob)
	s.move(id, "A1")
	ann.lays(id, `[["B2","C3"]]`)
	if err := s.Accounts.Close(t.Context(), ann.User.ID); err != nil {
		t.Fatal(err)
	}
	s.move(id, "B2")
	if err := s.Correspondence.PlayAnswers(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if plans, err := s.Correspondence.Plans.Running(t.Context(), ""); err != nil || len(plans) > 0 || s.played(id) != "A1 B2" {
		t.Errorf("%s, %+v, %v", s.played(id), plans, err)
	}
}
