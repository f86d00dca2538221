// Package moderation implements the routes of those who keep people safe from each other:
// reports, mutes, lines that are hidden, roles, names and accounts, and the log of all
// that. Pages call the same methods as the routes.
package moderation

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"rosette/play"
	"rosette/server/account"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/web"
	"rosette/server/moderation"
)

// A Table lists mutes, reports and log entries.
type Table interface {
	Mute(ctx context.Context, actors ...string) (moderation.Mute, error)
	Mutes(ctx context.Context, now time.Time, limit int) ([]moderation.Mute, error)
	ReportOf(ctx context.Context, id string) (moderation.Report, error)
	Reports(ctx context.Context, open bool, after moderation.Report, limit int) ([]moderation.Report, error)
	Entries(ctx context.Context, below, limit int) ([]moderation.Entry, error)
}

// Acts are the tables that moderators write. Each write adds a log entry in the same
// transaction.
type Acts struct {
	Mutes interface {
		SetMute(ctx context.Context, m moderation.Mute) error
		EndMute(ctx context.Context, actor string, now time.Time) (moderation.Mute, error)
	}
	Reports interface {
		Settle(ctx context.Context, r moderation.Report) error
	}
	Lines interface {
		Hide(ctx context.Context, room string, number int) (chat.Line, error)
	}
	Accounts account.Store

	// Judge annuls or reinstates the rated game in the entry.
	Judge func(ctx context.Context) error
}

// A Server answers the routes. It is a [web.Group].
type Server struct {
	*web.Server
	Talk     *chathttp.Server
	Table    Table
	Accounts *account.Service
	Games    Games
	Acting   func(e moderation.Entry) Acts // tables whose writes add e
	Parts    func() Load                   // what the parts of the server know of themselves
}

// Bounds of lists.
const (
	mostReports = 100
	mostEntries = 50
	mostMutes   = 200
	mostPeople  = 50
)

type (
	noInput  struct{}
	noOutput struct{}
)

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	web.Get(routes, web.Cheap, "/api/admin/reports", "Reports, as a moderator", s.getReports, 401, 403, 404, 503)
	web.Post(routes, web.Cheap, "/api/admin/reports/{id}/close", "Close a report", web.MaxBody, s.postClose, 401, 403, 404, 409, 422, 503)
	web.Get(routes, web.Cheap, "/api/admin/log", "What moderators have done", s.getLog, 401, 403, 503)
	web.Get(routes, web.Cheap, "/api/admin/mutes", "Who is muted", s.getMutes, 401, 403, 503)
	web.Create(routes, web.Cheap, "/api/admin/mutes", "Mute somebody", s.postMute, 401, 403, 404, 422, 503)
	web.Delete(routes, web.Cheap, "/api/admin/mutes", "Let somebody write again", s.deleteMute, 401, 403, 409, 503)
	web.Post(routes, web.Cheap, "/api/admin/lines/hide", "Hide a line", web.MaxBody, s.postHide, 401, 403, 404, 422, 503)
	web.Get(routes, web.Cheap, "/api/admin/people", "People by the beginning of their names", s.getPeople, 401, 403, 503)
	web.Put(routes, web.Cheap, "/api/admin/people/{name}/role", "Give somebody a role, as an administrator", s.putRole, 401, 403, 404, 422, 503)
	web.Put(routes, web.Cheap, "/api/admin/people/{name}/name", "Rename somebody, as an administrator", s.putName, 401, 403, 404, 409, 422, 503)
	web.Get(routes, web.Cheap, "/api/admin/server", "What the server is at, as a moderator", s.getLoad, 401, 403, 503)
	web.Get(routes, web.List, "/api/admin/pairs", "Pairs whose rated games one player has mostly won, as a moderator", s.getPairs, 401, 403, 503)
	web.Post(routes, web.Cheap, "/api/games/{id}/annul", "Annul a rated game, as a moderator", web.MaxBody, s.postAnnul, 401, 403, 404, 409, 422, 503)
	web.Delete(routes, web.Cheap, "/api/admin/people/{name}", "Close somebody's account, as an administrator", s.deletePerson, 401, 403, 404, 422, 503)
}

// statuses are those of refusals; of others it is 422.
var statuses = map[moderation.Refusal]int{
	moderation.ErrAbove: http.StatusForbidden, moderation.ErrLast: http.StatusForbidden,
	moderation.ErrNoReport: http.StatusNotFound, moderation.ErrDone: http.StatusConflict, moderation.ErrNotMuted: http.StatusConflict,
	moderation.ErrJudged: http.StatusConflict,
}

// Problem returns the problem of an error.
func (s *Server) Problem(err error) error {
	var refused moderation.Refusal
	switch {
	case errors.As(err, &refused):
		if status, ok := statuses[refused]; ok {
			return web.ProblemOf(status, "moderation.refused."+string(refused), nil)
		}
	case errors.Is(err, play.ErrNoMatch):
		return web.ProblemOf(http.StatusNotFound, "api.no-game", nil)
	}
	return s.Talk.Problem(err)
}

// Moderator returns who sends a request, if it is a moderator in a browser.
func (s *Server) Moderator(r *http.Request) (web.Visitor, error) {
	v, err := s.Visitor(r)
	switch {
	case err != nil:
		return v, s.Problem(err)
	case v.User.ID == "":
		return v, web.ProblemOf(http.StatusUnauthorized, "account.sign-in.first", nil)
	case v.Demoted != "":
		return v, web.ProblemOf(http.StatusForbidden, v.Demoted, nil)
	case !v.User.Moderates():
		return v, web.ProblemOf(http.StatusForbidden, "moderation.refused.not-moderator", nil)
	}
	return v, nil
}

// admin returns who sends a request, if it is an administrator in a browser.
func (s *Server) admin(r *http.Request) (web.Visitor, error) {
	v, err := s.Moderator(r)
	if err == nil && v.User.Role != account.Admin {
		err = web.ProblemOf(http.StatusForbidden, "moderation.refused.not-admin", nil)
	}
	return v, err
}

// mayActOn returns a refusal if a moderator may not act on an actor: nobody acts on
// himself, and moderators do not act on each other.
func (s *Server) mayActOn(ctx context.Context, v web.Visitor, actor string) error {
	if isOwn(v, actor) {
		return moderation.ErrSelf
	}
	id, err := account.UserOf(ctx, s.Accounts.Store, actor)
	if err != nil || id == "" || v.User.Role == account.Admin {
		return err
	}
	u, err := s.Accounts.Store.User(ctx, id)
	if err == nil && u.Moderates() {
		err = moderation.ErrAbove
	}
	if errors.Is(err, account.ErrNoUser) {
		return nil
	}
	return err
}

// isOwn reports whether an actor is a visitor, or a guest that the visitor was.
func isOwn(v web.Visitor, actor string) bool { return slices.Contains(v.Own(), web.Actor(actor)) }

// mayJudge returns a refusal if a moderator may not decide about what concerns some actors:
// nobody does about himself, nor moderators about each other.
func (s *Server) mayJudge(ctx context.Context, v web.Visitor, actors ...string) error {
	for _, actor := range actors {
		if isOwn(v, actor) {
			return moderation.ErrInvolved
		}
		if err := s.mayActOn(ctx, v, actor); err != nil {
			return err
		}
	}
	return nil
}

// ReasonOf returns a reason as it is kept.
func ReasonOf(text string) (string, error) {
	text = strings.Join(strings.Fields(account.Clean(text)), " ")
	if text == "" || utf8.RuneCountInString(text) > moderation.MaxReason {
		return "", moderation.ErrWhy
	}
	return text, nil
}

// acting returns a context that outlives the request, so that a disconnect does not suppress
// notifications.
func acting(r *http.Request) context.Context { return context.WithoutCancel(r.Context()) }

// acts returns tables whose writes add e to the log.
func (s *Server) acts(v web.Visitor, e moderation.Entry) Acts {
	e.At, e.By, e.ByName = s.Now(), string(v.Actor), v.User.Name
	return s.Acting(e)
}

// nameOf returns how the log calls an actor.
func (s *Server) nameOf(ctx context.Context, actor, known string) (string, error) {
	name, err := s.Accounts.ActorName(ctx, actor)
	if name == "" {
		name = known
	}
	return name, err
}
