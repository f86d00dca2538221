package site

import (
	"errors"
	"net/http"

	"rosette/play"
)

// A match is what the page of a game knows from the start; the rest comes by
// the socket.
type match struct {
	ID       string            `json:"id"`
	Seats    map[string]player `json:"seats"` // by the colours of News
	Board    ground            `json:"board"`
	Rules    string            `json:"rules"`  // as people call them
	Preset   string            `json:"preset"` // as files and the page of rules call them
	Ending   string            `json:"ending"`
	KomiBy   string            `json:"komiBy,omitempty"`
	Halves   bool              `json:"halves,omitempty"` // bids may be half points
	Handicap int               `json:"handicap,omitempty"`
	Weaker   string            `json:"weaker,omitempty"` // whose handicap it is
	Clock    string            `json:"clock"`
	// Estimates tells that the site has somebody who makes them.
	Estimates bool `json:"estimates,omitempty"`
	News      news `json:"news"`
}

// A player is a seat as a browser sees it.
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
	agreed := n.agreed
	n.Seat = written(bunchOf(r).seats(agreed))
	page := match{
		ID: t.id, Seats: map[string]player{"b": s.player(agreed.Black), "w": s.player(agreed.White)},
		Board: groundOf(t.match.Game().Graph()), News: n,
		Rules: rulesTitle(agreed.Rules.Preset), Preset: agreed.Rules.Preset, Ending: agreed.Rules.Ending.String(),
		KomiBy: string(agreed.KomiBy), Halves: agreed.Halves, Handicap: agreed.Handicap,
		Weaker: letters[agreed.Weaker], Clock: agreed.Clock.String(),
		Estimates: s.Estimator != nil,
	}
	s.show(w, r, http.StatusOK, "game", page)
}

func (s *site) player(seat play.Seat) player {
	if !seat.Bot() {
		return player{Name: seat.Name}
	}
	p := player{Program: true, Name: seat.Name, Level: seat.ID}
	for _, level := range s.Levels {
		if level.Name == seat.ID {
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
	s.Log.Error("site: match", "match", id, "err", err)
	return http.StatusServiceUnavailable, "The game cannot be read right now; try again in a moment."
}
