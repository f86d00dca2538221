package rating

import (
	"context"
	"html/template"
	"net/http"
	"slices"
	"sync"
	"time"

	"rosette/draw"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/play/rating"
	ratinghttp "rosette/server/http/rating"
	"rosette/server/http/web"
	"rosette/server/page/shell"
	service "rosette/server/rating"
)

// gamesToWatch is the number of games in progress shown.
const gamesToWatch = 24

// A watchPage shows public games in progress.
type watchPage struct {
	shell.Texts
	Games []watchedGame
}

// Game returns the data for the template "watched-game".
func (watchPage) Game(g watchedGame) watchedGame { return g }

// A watchedGame is a game with a picture of its position.
type watchedGame struct {
	shell.Texts
	ratinghttp.PlayedGame
	Picture template.HTML
	Moves   int
	About   string // board and speed
}

// A seat is a player in a watched game.
type seat struct {
	shell.Texts
	Color  string // b or w
	Player ratinghttp.PlayerOfGame
}

// Seat returns the data for the template "seat".
func (g watchedGame) Seat(color string, p ratinghttp.PlayerOfGame) seat {
	return seat{g.Texts, color, p}
}

// watch shows games in progress.
func (s *Pages) watch(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "rating/watch")
	if !ok {
		return
	}
	games, err := s.games(r.Context(), true)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	p := watchPage{Texts: shell.Texts(lang)}
	for _, g := range games {
		p.Games = append(p.Games, s.watched(r, lang, g))
	}
	s.Show(w, r, http.StatusOK, "rating/watch", p)
}

// runningGames caches the games to watch for the first page.
type runningGames struct {
	mu    sync.Mutex
	read  time.Time
	games []service.Game
}

// keepRunning is the cache's lifetime.
const keepRunning = 3 * time.Second

// A bestGame is the data for the template "best".
type bestGame struct {
	shell.Texts
	Best watchedGame
}

// Best returns the data for the template "best": the best game in progress without the request's
// client, or nil if there is no such game.
func (s *Pages) Best(r *http.Request, lang string) (any, error) {
	v, err := s.Web.Visitor(r)
	if err != nil {
		return nil, err
	}
	games, err := s.games(r.Context(), v.Actor != "")
	if err != nil {
		return nil, err
	}
	actors := v.Own()
	for _, g := range games {
		mine := slices.Contains(actors, web.Actor(g.Black.Actor())) ||
			slices.Contains(actors, web.Actor(g.White.Actor()))
		if !mine {
			return bestGame{shell.Texts(lang), s.watched(r, lang, g)}, nil
		}
	}
	return nil, nil
}

// games returns the games to watch, at most keepRunning old. Without such games, and if exhibit is
// true, a game between computers begins.
func (s *Pages) games(ctx context.Context, exhibit bool) ([]service.Game, error) {
	games, err := s.running(ctx)
	if err != nil || len(games) > 0 || !exhibit || s.Exhibit == nil {
		return games, err
	}
	if err := s.Exhibit(ctx); err != nil {
		return nil, err
	}
	return s.players.Watch(ctx, gamesToWatch)
}

// running returns the games to watch, at most keepRunning old.
func (s *Pages) running(ctx context.Context) ([]service.Game, error) {
	s.now.mu.Lock()
	defer s.now.mu.Unlock()
	now := s.Web.Now()
	if now.Sub(s.now.read) < keepRunning {
		return s.now.games, nil
	}
	games, err := s.players.Watch(ctx, gamesToWatch)
	if err != nil {
		return nil, err
	}
	s.now.read, s.now.games = now, games
	return games, nil
}

// watched returns a game with its position. If it cannot be read, which the host logs, it is shown
// without stones.
func (s *Pages) watched(r *http.Request, lang string, g service.Game) watchedGame {
	shown := watchedGame{
		Texts: shell.Texts(lang), PlayedGame: ratinghttp.GameOf(lang, g), About: shell.Texts(lang).BoardTitle(g.Board),
	}
	if pool, ok := rating.ParsePool(g.Pool); ok {
		shown.About += " · " + i18n.T(lang, "clock.speed."+string(pool.Speed), nil)
	}
	graph, err := board.Named(g.Board)
	if err != nil {
		s.Log.Error("site: cannot load a game to watch", "match", g.ID, "err", err)
		return shown
	}
	picture := draw.Inline{
		Graph: graph, Class: "still", Petals: true, Stones: make([]board.Color, graph.Points()),
	}
	if err := s.matches.Read(r.Context(), g.ID, func(m *play.Match) {
		for p := range picture.Stones {
			picture.Stones[p] = m.Game().Board().At(board.Point(p))
		}
		shown.Moves = m.Moves()
	}); err != nil {
		s.Log.Warn("site: cannot read the stones of a game to watch", "match", g.ID, "err", err)
	}
	shown.Picture = template.HTML(picture.SVG())
	return shown
}
