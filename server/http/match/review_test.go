package match

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/match"
	"rosette/server/work"
)

// A reader is a reviewer with one review. Its hint is always the first empty point.
type reader struct {
	state string
	found engine.Review
	fault error
	owner work.Owner // of the last position that was analyzed
}

func (r *reader) Review(context.Context, string) (string, engine.Review, error) {
	return r.state, r.found, r.fault
}

func (r *reader) Hint(_ context.Context, _ work.Owner, g *game.Game, _ board.Color) (engine.Hint, error) {
	return engine.Hint{Move: g.Board().Empties()[0], Reason: engine.Reason{Does: "captures", Count: 2}}, r.fault
}

// Advise always advises the first empty point.
func (r *reader) Advise(_ context.Context, _ work.Owner, g *game.Game, _ board.Color) (engine.Advice, error) {
	return engine.Advice{
		Move: g.Board().Empties()[0], Worth: 6.4, Reason: engine.Reason{Does: "saves", Count: 3},
	}, r.fault
}

// Analyze finds every position even.
func (r *reader) Analyze(
	_ context.Context, owner work.Owner, _ time.Duration, g *game.Game, next board.Color, p engine.SearchParams,
) (engine.Analysis, error) {
	r.owner = owner
	return engine.Analysis{
		Next: next, Visits: p.Visits, Win: 0.5,
		Candidates: []engine.Candidate{{Move: board.Pass, Visits: p.Visits, PV: []board.Point{board.Pass}}},
	}, r.fault
}

func reviewing(r match.Reviewer) func(*options) { return func(o *options) { o.Reviews = r } }

func TestAReviewIsOfGamesThatAreOver(t *testing.T) {
	r := &reader{state: "running", found: engine.Review{
		Visits: 150, Done: 3, Total: 12, Seen: 4.5, Lead: []float64{-2, 1.5}, Win: []float64{0.4, 0.6},
		Moments: []engine.Moment{{
			Ply: 1, Color: "b", Played: "A1", Kind: "mistake", Best: "B2", Loss: 6, Line: []string{"B2", "B1"},
			Reason: engine.Reason{Does: "atari", Count: 1},
		}},
	}}
	s := build(t, reviewing(r))
	b := s.browser()
	id := b.open(`{"opponent":"people","board":"square-3","komi":0.5}`)
	s.move(id, board.Black, "A1")
	at := "/api/games/" + id + "/review"
	if p, _ := b.refused("GET", at, ""); p.Status != 409 || p.Code != "review.not-over" {
		t.Errorf("while it is played: %+v", p)
	}
	if _, err := s.host.Do(t.Context(), id, play.Command{Kind: play.Resign, By: board.White}); err != nil {
		t.Fatal(err)
	}
	got := get[Review](s.browser(), at) // any client with the address
	if got.State != "running" || got.Progress != 0.25 || got.Sure || got.Seen != 4.5 || len(got.Lead) != 2 || got.Win[1] != 0.6 {
		t.Errorf("%+v", got)
	}
	m := got.Moments[0]
	if m.Ply != 1 || m.Kind != "mistake" || m.Best != "B2" || m.Loss != 6 || len(m.Line) != 2 || m.Does != "atari" || m.Count != 1 {
		t.Errorf("%+v", m)
	}
	for path, want := range map[string]string{"aaaaaaaaaaaaaaaaaaaaaaaaaa": "api.no-game", "a": "api.no-game"} {
		if p, _ := b.refused("GET", "/api/games/"+path+"/review", ""); p.Code != want {
			t.Errorf("%s: %+v", path, p)
		}
	}
	r.fault = context.DeadlineExceeded
	if p, _ := b.refused("GET", at, ""); p.Status != 503 || s.log.String() == "" {
		t.Errorf("%+v, logged %q", p, s.log)
	}
}

func TestAGameThatEndsBeforeItBeginsHasNoReview(t *testing.T) {
	s := build(t, reviewing(&reader{state: "waiting"}))
	b := s.browser()
	id := b.open(`{"opponent":"people","board":"square-9","komiBy":"open"}`)
	if _, err := s.host.Do(t.Context(), id, play.Command{Kind: play.Resign, By: board.White}); err != nil {
		t.Fatal(err)
	}
	if got := get[Review](b, "/api/games/"+id+"/review"); got.State != "none" {
		t.Errorf("%+v", got)
	}
}

func TestAHintIsForOnesOwnTurnAgainstTheComputer(t *testing.T) {
	s := build(t, reviewing(&reader{}), func(o *options) { o.Limits.Estimates = 2 })
	b := s.browser()
	id := b.open(`{"opponent":"computer","level":"1","color":"black","board":"square-9"}`)
	at := "/api/games/" + id + "/hint"
	if h := get[Hint](b, at); h.Ply != 0 || h.Point == "" || h.Does != "captures" || h.Count != 2 {
		t.Errorf("%+v", h)
	}
	if p, _ := s.browser().refused("GET", at, ""); p.Status != 403 || p.Code != "hint.no" {
		t.Errorf("somebody who watches: %+v", p)
	}
	s.move(id, board.Black, "E5")
	if p, _ := b.refused("GET", at, ""); p.Code != "hint.no" {
		t.Errorf("on the computer's turn: %+v", p)
	}
	s.move(id, board.White, "E6")
	if h := get[Hint](b, at); h.Ply != 2 {
		t.Errorf("%+v", h)
	}
	if p, answer := b.refused("GET", at, ""); p.Code != "hint.too-many" || answer.Header.Get("Retry-After") == "" {
		t.Errorf("the third in a minute: %+v", p)
	}
	two := b.open(`{"opponent":"people","board":"square-9"}`)
	if p, _ := b.refused("GET", "/api/games/"+two+"/hint", ""); p.Code != "hint.no" {
		t.Errorf("between two people: %+v", p)
	}
	if _, err := s.host.Do(t.Context(), id, play.Command{Kind: play.Resign, By: board.Black}); err != nil {
		t.Fatal(err)
	}
	if p, _ := b.refused("GET", at, ""); p.Status != 409 || p.Code != "hint.not-now" {
		t.Errorf("after the end: %+v", p)
	}
	if p, _ := b.refused("GET", "/api/games/a/hint", ""); p.Code != "api.no-game" {
		t.Errorf("%+v", p)
	}
}

func TestACoachDoesNotRepeatARefusedAdviceAndIsQuietAfterTwo(t *testing.T) {
	s := build(t, reviewing(&reader{}))
	b := s.browser()
	at := "/api/games/" + b.open(`{"opponent":"computer","level":"1","color":"black","board":"square-9"}`) + "/advice"
	a := get[Advice](b, at)
	if a.Point == "" || a.Does != "saves" || a.Count != 3 || a.Worth != 6 {
		t.Errorf("%+v", a)
	}
	for refused, want := range map[string]Advice{
		"?refused=E5":            a,
		"?refused=" + a.Point:    {},
		"?refused=E5,F5":         {},
		"?refused=nowhere,a%20b": a,
	} {
		if got := get[Advice](b, at+refused); got != want {
			t.Errorf("%s: %+v, want %+v", refused, got, want)
		}
	}
	if p, _ := s.browser().refused("GET", at, ""); p.Status != 403 || p.Code != "hint.no" {
		t.Errorf("somebody who watches: %+v", p)
	}
}

func TestALineIsReviewedAndAnsweredForItsReader(t *testing.T) {
	r := &reader{}
	s := build(t, reviewing(r))
	b := s.browser()
	line := `{"start":{"board":"square-3"},"moves":["A1","B1","B2","A2","C3"]}`
	if _, reply := b.do("POST", "/api/positions/reply", line); !strings.HasPrefix(reply, `{"point":"`) {
		t.Errorf("the reply is %s", reply)
	}
	_, text := b.do("POST", "/api/positions/review", line)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	var last Review
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil {
		t.Fatalf("%v: %q", err, text)
	}
	if last.State != "done" || last.Progress != 1 || len(last.Lead) != 6 {
		t.Errorf("%+v", last)
	}
	if r.owner.Address != "127.0.0.1" {
		t.Errorf("the owner is %+v", r.owner)
	}
	for body, want := range map[string]string{
		`{"start":{"board":"square-3"},"moves":["A1","B1","B2"]}`:               "400 review.length",
		`{"start":{"board":"square-3"},"moves":["A1","B1","B2","A2","A1"]}`:     "422 refusal.superko",
		`{"start":{"board":"nowhere"},"moves":["A1","B1","B2","A2","C3","B3"]}`: "422 form.board",
	} {
		if p, answer := b.refused("POST", "/api/positions/review", body); answer.Status[:3]+" "+p.Code != want {
			t.Errorf("%s: %s %s, want %s", body, answer.Status[:3], p.Code, want)
		}
	}
}

func TestAServerWithoutAReviewerHasNoReviewsAndHints(t *testing.T) {
	b := build(t).browser()
	id := b.open(`{}`)
	for path, want := range map[string]string{"/review": "review.none", "/hint": "hint.none", "/advice": "hint.none"} {
		if p, _ := b.refused("GET", "/api/games/"+id+path, ""); p.Status != 404 || p.Code != want {
			t.Errorf("%s: %+v", path, p)
		}
	}
}
