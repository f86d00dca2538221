package correspondence_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/servertest"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/account"
	"rosette/server/http/correspondence"
)

// A site is a server whose clock moves only when a test moves it.
type site struct{ *servertest.Server }

// build returns a server without running parts.
func build(t *testing.T) *site {
	t.Helper()
	s := servertest.New(t)
	s.Clock.Freeze(time.Now())
	return &site{s}
}

// A person is a browser with a session.
type person struct{ *servertest.Browser }

func (s *site) guest() person { return person{s.Guest()} }

func (s *site) member(name string) person { return person{s.Member(name)} }

// open opens a correspondence match.
func (s *site) open(black, white person) (id string) {
	s.Helper()
	graph := board.Square(5, 5)
	id = account.NewKey()
	err := s.Matches.Open(s.Context(), id, play.Settings{
		Board: graph.Name(), Rules: game.DefaultRules(graph), Clock: clock.Control{Kind: clock.Days, Period: 72 * time.Hour},
		Black: black.Seat(), White: white.Seat(),
	})
	if err != nil {
		s.Fatal(err)
	}
	return id
}

// move makes moves alternately.
func (s *site) move(id string, names ...string) {
	s.Helper()
	for _, name := range names {
		var by board.Color
		if err := s.Matches.Read(s.Context(), id, func(m *play.Match) { by = m.ToMove() }); err != nil {
			s.Fatal(err)
		}
		cmd := play.Command{Kind: play.Play, By: by, Point: name}
		if name == "pass" {
			cmd.Kind, cmd.Point = play.Pass, ""
		}
		if _, err := s.Matches.Do(s.Context(), id, cmd); err != nil {
			s.Fatalf("%s: %v", name, err)
		}
	}
}

// played returns the moves of a match.
func (s *site) played(id string) (text string) {
	s.Helper()
	err := s.Matches.Read(s.Context(), id, func(m *play.Match) {
		for i := range m.Game().Ply() {
			text += " " + m.Game().Graph().PointName(m.Game().Move(i).Point)
		}
	})
	if err != nil {
		s.Fatal(err)
	}
	return strings.TrimSpace(text)
}

// comes waits until a match has these moves.
func (s *site) comes(id, want string) {
	s.Helper()
	for end := time.Now().Add(waittest.Limit); s.played(id) != want; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.Fatalf("the moves are %s, want %s", s.played(id), want)
		}
	}
}

// ask sends a request and returns the status and the body.
func (p person) ask(route, body string) (status int, text string) {
	method, path, _ := strings.Cut(route, " ")
	w := p.Do(method, path, body)
	return w.Code, w.Body.String()
}

// plan sends a request about conditional moves and returns the response.
func (p person) plan(route, body string) (c correspondence.PlanView) {
	p.Helper()
	status, text := p.ask(route, body)
	if err := json.Unmarshal([]byte(text), &c); err != nil || status != http.StatusOK {
		p.Fatalf("%s %s: %d %s, %v", route, body, status, text, err)
	}
	return c
}

// lays sets conditional moves.
func (p person) lays(id, lines string) correspondence.PlanView {
	p.Helper()
	return p.plan("PUT /api/games/"+id+"/conditional", `{"lines":`+lines+`}`)
}

// has returns a person's conditional moves.
func (p person) has(id string) correspondence.PlanView {
	p.Helper()
	return p.plan("GET /api/games/"+id+"/conditional", "")
}
