// Package correspondence implements what games by correspondence need besides moves: the
// routes of conditional moves and of vacations, and what the server does for them: it plays
// the answers that are due, and tells games who is away.
package correspondence

import (
	"context"
	"errors"
	"net/http"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/conditional"
	"rosette/server/account"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/refusal"
)

// Plans keep conditional moves, as package store has them. Colours are those of the
// opening.
type Plans interface {
	// Keep keeps a plan in place of the player's former one.
	Keep(ctx context.Context, p conditional.StoredPlan) error
	// Plan returns the plan of a player; ok is false if there is none.
	Plan(ctx context.Context, match string, c board.Color) (p conditional.StoredPlan, ok bool, err error)
	// Running returns the plans of a match that have not ended, or with "" those of all
	// matches.
	Running(ctx context.Context, match string) ([]conditional.StoredPlan, error)
	// End keeps why a plan has ended, unless it was replaced or has ended before.
	End(ctx context.Context, p conditional.StoredPlan, why conditional.End) error
	// Remove removes the plan of a player, or with Empty those of both.
	Remove(ctx context.Context, match string, c board.Color) error
}

// Options are what a server needs.
type Options struct {
	API      *matchhttp.Server
	Plans    Plans
	Accounts *account.Service
	Time     func() time.Time // of the host
}

// A Server answers the routes. It is a [web.Group]. Run it.
type Server struct {
	Options
	*web.Server
	laid      *web.Limiter // plans, of an address
	vacations *web.Limiter // beginnings and ends, of a user
	due       *due
}

// New returns a server.
func New(o Options) *Server {
	return &Server{
		Options: o, Server: o.API.Server, due: newDue(),
		laid:      web.NewLimiter(o.API.Limits.Positions, time.Minute, o.API.Now),
		vacations: web.NewLimiter(maxVacations, time.Hour, o.API.Now),
	}
}

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	web.Get(routes, web.Cheap, "/api/games/{id}/conditional", "Your conditional moves in a game by correspondence", s.getPlan, 403, 404, 503)
	web.Replace(routes, web.Cheap, "/api/games/{id}/conditional", "Lay conditional moves down in place of the former ones", maxPlan, s.putPlan, 403, 404, 409, 413, 422, 429, 503)
	web.Delete(routes, web.Cheap, "/api/games/{id}/conditional", "Remove your conditional moves", s.deletePlan, 403, 404, 503)
	web.Get(routes, web.Cheap, "/api/account/vacation", "Your vacation days", s.getVacation, 401, 503)
	web.Put(routes, web.Cheap, "/api/account/vacation", "Begin a vacation: your clocks by correspondence stand still", s.putVacation, 401, 422, 429, 503)
	web.Delete(routes, web.Cheap, "/api/account/vacation", "End a vacation", s.deleteVacation, 401, 422, 429, 503)
}

// fault returns the problem of an error.
func (s *Server) fault(err error) error {
	var problem web.Problem
	var refused conditional.Refusal
	var wrong conditional.Fault
	switch {
	case errors.As(err, &problem):
		return problem
	case refusal.Of(err) != nil:
		return web.AsProblem(err)
	case errors.As(err, &wrong):
		return problemOf(wrong)
	case errors.As(err, &refused):
		status := http.StatusConflict
		if refused == conditional.ErrTooMany {
			status = http.StatusUnprocessableEntity
		}
		return web.ProblemOf(status, codeOf(refused), limits)
	case errors.Is(err, play.ErrStale):
		return web.ProblemOf(http.StatusConflict, "refusal.stale", nil)
	case errors.Is(err, play.ErrNoMatch):
		return web.ProblemOf(http.StatusNotFound, "api.no-game", nil)
	case !errors.Is(err, context.Canceled): // else the client has gone
		s.Log.Error("api: correspondence", "err", err)
	}
	return web.ProblemOf(http.StatusServiceUnavailable, "api.not-now", nil)
}

// codeOf returns the key of a reason.
func codeOf(reason error) string {
	var rules game.Refusal
	if errors.As(reason, &rules) {
		return "refusal." + string(rules)
	}
	return "correspondence.refused." + reason.Error()
}
