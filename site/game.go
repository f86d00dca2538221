package site

import (
	"errors"
	"net/http"

	"rosette/i18n"
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
	lang, ok := s.language(w, r)
	if !ok {
		return
	}
	t := newStory(s.Past, r.PathValue("id"))
	n, err := s.read(r.Context(), t, 0)
	if err != nil {
		code, key := s.excuse(err, t.id)
		s.fail(w, r, code, key, nil)
		return
	}
	agreed := n.agreed
	n.Seat = written(bunchOf(r).seats(agreed))
	page := match{
		ID: t.id, Seats: map[string]player{"b": playerOf(lang, agreed.Black), "w": playerOf(lang, agreed.White)},
		Board: groundOf(t.match.Game().Graph()), News: n,
		Rules: rulesTitle(lang, agreed.Rules.Preset), Preset: agreed.Rules.Preset, Ending: agreed.Rules.Ending.String(),
		KomiBy: string(agreed.KomiBy), Halves: agreed.Halves, Handicap: agreed.Handicap,
		Weaker: letters[agreed.Weaker], Clock: agreed.Clock.String(),
		Estimates: s.Estimator != nil,
	}
	title := i18n.T(lang, "page.game.title", i18n.Args{"board": texts(lang).BoardTitle(agreed.Board)})
	s.show(w, r, http.StatusOK, "game", gamePage{texts(lang), title, page})
}

// A gamePage is the page of a game; the browser builds it from the match.
type gamePage struct {
	texts
	Title string
	Match match
}

func playerOf(lang string, seat play.Seat) player {
	if !seat.Bot() {
		return player{Name: seat.Name}
	}
	return player{Program: true, Name: seat.Name, Level: levelTitle(lang, seat.ID)}
}

// rulesTitle names a preset as people do.
func rulesTitle(lang, preset string) string {
	if key := "ruleset." + preset; i18n.Has(key) {
		return i18n.T(lang, key, nil)
	}
	return preset
}

// excuse returns the key of what a browser is told of an error, and logs what is
// the server's.
func (s *site) excuse(err error, id string) (code int, key string) {
	if errors.Is(err, play.ErrNoMatch) {
		return http.StatusNotFound, "api.no-game"
	}
	s.Log.Error("site: match", "match", id, "err", err)
	return http.StatusServiceUnavailable, "api.not-now"
}
