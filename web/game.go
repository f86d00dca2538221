package web

import (
	"errors"
	"net/http"

	"rosette/play"
)

// A match is what the page of a game knows from the start; the rest comes by
// the socket.
type match struct {
	ID    string            `json:"id"`
	Seat  string            `json:"seat"` // b, w, or empty: this browser may only watch
	Seats map[string]player `json:"seats"`
	Board ground            `json:"board"`
	Komi  float64           `json:"komi"`
	Rules string            `json:"rules"`
	Clock string            `json:"clock"`
	News  news              `json:"news"`
}

// A player is a seat without its key.
type player struct {
	Program bool   `json:"program"`
	Name    string `json:"name"`
	Level   string `json:"level,omitempty"` // as people call it
}

// game shows the page of a game.
func (s *site) game(w http.ResponseWriter, r *http.Request) {
	t := newStory(s.Past, r.PathValue("id"))
	n, err := s.read(r.Context(), t, 0)
	if err != nil {
		code, line := s.excuse(err, t.id)
		s.fail(w, r, code, line)
		return
	}
	agreed := t.settings()
	page := match{
		ID: t.id, Seat: letters[seated(r, agreed)],
		Seats: map[string]player{"b": s.player(agreed.Black), "w": s.player(agreed.White)},
		Board: groundOf(t.match.Game().Graph()),
		Komi:  agreed.Rules.Komi, Rules: agreed.Rules.Preset, Clock: agreed.Clock.String(),
		News: n,
	}
	s.show(w, r, http.StatusOK, "game", page)
}

func (s *site) player(seat play.Seat) player {
	p := player{Program: seat.Program, Name: seat.Name, Level: seat.Level}
	for _, level := range s.Levels {
		if level.Name == seat.Level {
			p.Level = level.Title
		}
	}
	return p
}

// excuse says what to tell a browser of an error, and logs what is ours.
func (s *site) excuse(err error, id string) (code int, line string) {
	if errors.Is(err, play.ErrNoMatch) {
		return http.StatusNotFound, "There is no game at this address; check that it was copied whole."
	}
	s.Log.Error("web: match", "match", id, "err", err)
	return http.StatusServiceUnavailable, "The game cannot be read right now; try again in a moment."
}
