// Package rating implements the routes of what players have done: their ratings and
// games, leader boards, the games to watch, and the search for players. Pages call the
// same methods as the routes. The errors of all of them are of type [web.Problem].
package rating

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/http/match"
	"rosette/server/http/web"
)

// Ratings are what rated games have made of their players, as package store has them.
type Ratings interface {
	Of(ctx context.Context, actor string) ([]rating.Standing, error)
	In(ctx context.Context, pool rating.Pool, actor string) (s rating.Standing, ok bool, err error)
	History(ctx context.Context, pool rating.Pool, actor string, limit int) ([]rating.Standing, error)
	After(ctx context.Context, game string) ([]rating.Standing, error)
	Annulled(ctx context.Context, game string) (bool, error)
	Leaders(ctx context.Context, pool rating.Pool, now time.Time, skip, limit int) ([]rating.Standing, error)
}

// A Filter lets games through, as that of package store.
type Filter struct {
	Over          bool
	Public, Rated bool
	Board, Pool   string
	From, To      time.Time
	Actor         string
	Opponent      string // an actor, or a kind of player
	Outcome       string // won, lost or drawn
}

// Games finds games with positions below before, or all if before is 0, the one that
// changed last first.
type Games interface {
	Find(ctx context.Context, f Filter, limit int, before int64) ([]match.GameSummary, error)
}

// People knows users, as [account.Service] does.
type People interface {
	Named(ctx context.Context, name string) (account.User, error)
	NameOf(ctx context.Context, actor string) (string, error)
	GuestsOf(ctx context.Context, id string) ([]string, error)
	Search(ctx context.Context, beginning, after string, limit int) ([]account.User, error)
}

// Options are what a server needs. All must be set.
type Options struct {
	API     *match.Server
	Ratings Ratings
	Games   Games
	People  People
}

// A Server answers the routes of players. It is a [web.Group].
type Server struct {
	Options
	*web.Server
	exports *web.Limiter // of an address
}

// exportsAnHour is how often an address may have all games of a player.
const exportsAnHour = 30

// New returns a server.
func New(o Options) *Server {
	return &Server{Options: o, Server: o.API.Server, exports: o.API.NewLimiter("games-exported", exportsAnHour, time.Hour)}
}

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	web.Get(routes, web.Cheap, "/api/users", "Users whose names begin with some letters", s.getUsers, 422, 503)
	web.Get(routes, web.Cheap, "/api/users/{name}/ratings", "The ratings of a user", s.getRatings, 404, 503)
	web.Get(routes, web.Cheap, "/api/users/{name}/ratings/{pool}", "How a rating came about, game by game", s.getHistory, 404, 422, 503)
	web.Get(routes, web.Cheap, "/api/users/{name}/games", "Games of a user, by a filter", s.getGames, 404, 422, 503)
	web.Stream(routes, exportCost, "/api/users/{name}/games.sgf", "The games of a user as SGF, by a filter, the last 5,000", sgfFormat.kind, nil, s.exportGames(sgfFormat), 404, 422, 429, 503)
	web.Stream(routes, exportCost, "/api/users/{name}/games.ndjson", "The games of a user as lines of JSON with their SGF, by a filter, the last 5,000", ndjsonFormat.kind,
		[]any{ExportedGame{}}, s.exportGames(ndjsonFormat), 404, 422, 429, 503)
	web.Get(routes, web.Cheap, "/api/ratings/{pool}", "The best players of a pool", s.getLeaders, 404, 422, 503)
	web.Get(routes, web.Cheap, "/api/watch", "Running games that everybody may watch, those of the best players first", s.getWatch, 422, 503)
	web.Get(routes, web.Cheap, "/api/games/{id}/ratings", "What a rated game has changed", s.getChanges, 404, 503)
}

// page returns the address of a user's profile.
func page(name string) string { return "/@/" + url.PathEscape(name) }

// fault returns the problem of an error.
func (s *Server) fault(err error) error {
	var p web.Problem
	switch {
	case err == nil || errors.As(err, &p):
		return err
	case errors.Is(err, account.ErrNoUser):
		return web.ProblemOf(http.StatusNotFound, "account.nobody", nil)
	case errors.Is(err, play.ErrNoMatch):
		return web.ProblemOf(http.StatusNotFound, "api.no-game", nil)
	case !errors.Is(err, context.Canceled): // else the client has gone
		s.Log.Error("api: players", "err", err)
	}
	return web.ProblemOf(http.StatusServiceUnavailable, "api.not-now", nil)
}

// poolOf reads the name of a pool.
func poolOf(text string) (rating.Pool, error) {
	pool, ok := rating.ParsePool(text)
	if !ok {
		return pool, web.ProblemOf(http.StatusNotFound, "rating.no-pool", nil)
	}
	return pool, nil
}
