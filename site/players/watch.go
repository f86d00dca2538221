package players

import (
	"html/template"
	"net/http"

	"rosette/api/players"
	"rosette/draw"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/play/rating"
	"rosette/site/shell"
)

// gamesToWatch is how many running games are shown.
const gamesToWatch = 24

// A watchPage is the running games that everybody may watch.
type watchPage struct {
	shell.Texts
	Games []watched
}

// A watched game has a picture of its position.
type watched struct {
	players.PlayedGame
	Picture template.HTML
	Moves   int
	About   string // board and speed
}

// watch shows running games.
func (s *Pages) watch(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "watch")
	if !ok {
		return
	}
	games, err := s.players.Watch(r, gamesToWatch)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	p := watchPage{Texts: shell.Texts(lang)}
	for _, g := range games {
		p.Games = append(p.Games, s.watched(r, lang, g))
	}
	s.Show(w, r, http.StatusOK, "watch", p)
}

// watched returns a game with its position. One that cannot be read, which the host logs,
// is shown without stones.
func (s *Pages) watched(r *http.Request, lang string, g players.PlayedGame) watched {
	shown := watched{PlayedGame: g, About: shell.Texts(lang).BoardTitle(g.Board)}
	if pool, ok := rating.ParsePool(g.Pool); ok {
		shown.About += " · " + i18n.T(lang, "clock.speed."+string(pool.Speed), nil)
	}
	graph, err := board.Named(g.Board)
	if err != nil {
		s.Log.Error("site: a game to watch", "match", g.ID, "err", err)
		return shown
	}
	picture := draw.Inline{Graph: graph, Margin: 0.7, Class: "still", Petals: true, Stones: make([]board.Color, graph.Points())}
	if err := s.players.API.Host.Read(r.Context(), g.ID, func(m *play.Match) {
		for p := range picture.Stones {
			picture.Stones[p] = m.Game().Board().At(board.Point(p))
		}
		shown.Moves = m.Moves()
	}); err != nil {
		s.Log.Warn("site: a game to watch without its stones", "match", g.ID, "err", err)
	}
	shown.Picture = template.HTML(picture.SVG())
	return shown
}
