// Package rating implements the routes for ratings, leader boards, players' games, games to watch,
// and the search for players.
package rating

import (
	"context"

	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/rating"
	"rosette/server/refusal"
)

// A Server answers the routes. It is a [web.Group].
type Server struct {
	*web.Server
	Rating *rating.Service
}

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	web.Get(routes, web.Cheap, "/api/users", "Users whose names begin with given letters", s.getUsers, 422, 503)
	web.Get(routes, web.Cheap, "/api/users/{name}/ratings", "The ratings of a user", s.getRatings, 404, 503)
	web.Get(routes, web.List, "/api/users/{name}/ratings/{pool}",
		"How a rating came about, game by game", s.getHistory, 404, 422, 503)
	web.Get(routes, web.Cheap, "/api/users/{name}/games", "Games of a user, by a filter", s.getGames, 404, 422, 503)
	web.Stream(routes, exportCost, "/api/users/{name}/games.sgf",
		"The games of a user as SGF, by a filter, the last 5,000",
		sgfFormat.kind, nil, s.exportGames(sgfFormat), 404, 422, 429, 503)
	web.Stream(routes, exportCost, "/api/users/{name}/games.ndjson",
		"The games of a user as lines of JSON with their SGF, by a filter, the last 5,000",
		ndjsonFormat.kind, []any{ExportedGame{}}, s.exportGames(ndjsonFormat), 404, 422, 429, 503)
	web.Get(routes, web.Cheap, "/api/ratings/{pool}", "The best players of a pool", s.getLeaders, 404, 422, 503)
	web.Get(routes, web.Cheap, "/api/watch",
		"Running public games, with the best players first", s.getWatch, 422, 503)
	web.Get(routes, web.Cheap, "/api/games/{id}/ratings", "The rating changes from a rated game", s.getChanges, 404,
		503)
}

// A GameQuery is a filter for games. Empty fields match all games.
type GameQuery struct {
	Board    string `query:"board" doc:"A board, or rosette or square for all of them" maxLength:"40"`
	Opponent string `query:"opponent" doc:"The name of a user; or user, guest or bot for all players of the kind" maxLength:"100"`
	Result   string `query:"result" enum:"won,lost,drawn" doc:"For the user"`
	Pool     string `query:"pool" maxLength:"40"`
	Rated    bool   `query:"rated" doc:"Only rated games"`
	From     string `query:"from" format:"date" doc:"The first day, in UTC" example:"2026-11-01"`
	To       string `query:"to" format:"date" doc:"The last day, in UTC"`
	Running  bool   `query:"running" doc:"Games in progress instead of ended ones"`
}

type (
	nameInput struct {
		Name string `path:"name" maxLength:"100"`
	}
	ratingsOutput struct{ Body []Standing }
	historyInput  struct {
		Name  string `path:"name" maxLength:"100"`
		Pool  string `path:"pool" maxLength:"40" example:"rosette-live"`
		Limit int    `query:"limit" doc:"Most games, the last ones" minimum:"1" maximum:"1000" default:"1000"`
	}
	historyOutput struct{ Body []RatingStep }
	leadersInput  struct {
		Pool  string `path:"pool" maxLength:"40" example:"rosette-live"`
		Skip  int    `query:"skip" doc:"Number of players to skip at the top" minimum:"0" maximum:"10000" default:"0"`
		Limit int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
	}
	leadersOutput struct{ Body []Leader }
	changesInput  struct {
		web.Caller
		ID string `path:"id" doc:"Of the game" maxLength:"64"`
	}
	changesOutput struct{ Body []RatingChange }
	usersInput    struct {
		Search string `query:"search" doc:"The first letters of a name" maxLength:"40"`
		After  string `query:"after" doc:"The last name of a list continues it" maxLength:"40"`
		Limit  int    `query:"limit" minimum:"1" maximum:"50" default:"20"`
	}
	usersOutput struct{ Body []FoundUser }
	gamesInput  struct {
		web.Caller
		Name string `path:"name" maxLength:"100"`
		GameQuery
		Limit  int   `query:"limit" minimum:"1" maximum:"100" default:"20"`
		Before int64 `query:"before" doc:"Games with a lower position; the position of the last game in a list continues it" minimum:"0" default:"0"`
	}
	gamesOutput struct{ Body []PlayedGame }
	watchInput  struct {
		web.Caller
		Limit int `query:"limit" minimum:"1" maximum:"50" default:"24"`
	}
)

func (s *Server) getUsers(ctx context.Context, in *usersInput) (*usersOutput, error) {
	all, err := s.Rating.Search(ctx, in.Search, in.After, in.Limit)
	return &usersOutput{web.ListOf(all, FoundUserOf)}, err
}

func (s *Server) getRatings(ctx context.Context, in *nameInput) (*ratingsOutput, error) {
	u, err := s.Rating.User(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	all, err := s.Rating.Standings(ctx, u)
	return &ratingsOutput{web.ListOf(all, StandingOf)}, err
}

func (s *Server) getHistory(ctx context.Context, in *historyInput) (*historyOutput, error) {
	pool, err := rating.ParsePool(in.Pool)
	if err != nil {
		return nil, err
	}
	u, err := s.Rating.User(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	all, err := s.Rating.History(ctx, u, pool, in.Limit)
	return &historyOutput{web.ListOf(all, StepOf)}, err
}

func (s *Server) getLeaders(ctx context.Context, in *leadersInput) (*leadersOutput, error) {
	pool, err := rating.ParsePool(in.Pool)
	if err != nil {
		return nil, err
	}
	all, _, err := s.Rating.Leaders(ctx, pool, in.Skip, in.Limit)
	return &leadersOutput{web.ListOf(all, LeaderOf)}, err
}

func (s *Server) getChanges(ctx context.Context, in *changesInput) (*changesOutput, error) {
	all, err := s.Rating.Changes(ctx, in.Visitor, in.ID)
	return &changesOutput{web.ListOf(all, changeOf)}, err
}

func (s *Server) getGames(ctx context.Context, in *gamesInput) (*gamesOutput, error) {
	u, err := s.Rating.User(ctx, in.Name)
	if err != nil {
		return nil, err
	}
	all, err := s.Rating.Find(ctx, in.Visitor, u, rating.Query(in.GameQuery), in.Limit, in.Before)
	return &gamesOutput{GamesOf(in.Language, all)}, queryProblem(err)
}

func (s *Server) getWatch(ctx context.Context, in *watchInput) (*gamesOutput, error) {
	all, err := s.Rating.Watch(ctx, in.Limit)
	return &gamesOutput{GamesOf(in.Language, all)}, err
}

// queryProblem returns the problem for a refused query, with the locations of the refused
// parameters.
func queryProblem(err error) error {
	e := refusal.Of(err)
	if e == nil || len(e.Fields) == 0 {
		return err
	}
	p := web.ProblemOf(422, e.Code, e.Args)
	for _, f := range e.Fields {
		p.Errors = append(p.Errors, wire.Fault{Location: "query." + f.Name, Code: f.Code, Args: f.Args})
	}
	return p
}
