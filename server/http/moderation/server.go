// Package moderation implements the routes for moderators and administrators: reports, mutes,
// hidden lines, annulled games, accounts, and the log.
package moderation

import (
	"context"

	"rosette/server/http/web"
	"rosette/server/moderation"
)

// A Server answers the routes. It is a [web.Group].
type Server struct {
	Moderation *moderation.Service
	Load       func() Load // the server's load
}

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	web.Get(routes, web.Page, "/api/admin/reports", "Reports, as a moderator", s.getReports, 401, 403, 404, 503)
	web.Post(routes, web.Cheap, "/api/admin/reports/{id}/close",
		"Close a report", web.MaxBody, s.postClose, 401, 403, 404, 409, 422, 503)
	web.Get(routes, web.Cheap, "/api/admin/log", "The log of moderators' actions", s.getLog, 401, 403, 503)
	web.Get(routes, web.Cheap, "/api/admin/mutes", "Current mutes", s.getMutes, 401, 403, 503)
	web.Create(routes, web.Cheap, "/api/admin/mutes", "Mute a person", s.postMute, 401, 403, 404, 422, 503)
	web.Delete(routes, web.Cheap, "/api/admin/mutes", "End a mute", s.deleteMute, 401, 403, 409, 503)
	web.Post(routes, web.Cheap, "/api/admin/lines/hide",
		"Hide a line", web.MaxBody, s.postHide, 401, 403, 404, 422, 503)
	web.Get(routes, web.Cheap, "/api/admin/people",
		"People whose names begin with given letters", s.getPeople, 401, 403, 503)
	web.Put(routes, web.Cheap, "/api/admin/people/{name}/role",
		"Set a person's role, as an administrator", s.putRole, 401, 403, 404, 422, 503)
	web.Put(routes, web.Cheap, "/api/admin/people/{name}/name",
		"Rename a person, as an administrator", s.putName, 401, 403, 404, 409, 422, 503)
	web.Get(routes, web.Cheap, "/api/admin/server", "The server's load, as a moderator", s.getLoad, 401, 403, 503)
	web.Get(routes, web.List, "/api/admin/pairs",
		"Pairs whose rated games one player has mostly won, as a moderator", s.getPairs, 401, 403, 503)
	web.Post(routes, web.Cheap, "/api/games/{id}/annul",
		"Annul a rated game, as a moderator", web.MaxBody, s.postAnnul, 401, 403, 404, 409, 422, 503)
	web.Delete(routes, web.Cheap, "/api/admin/people/{name}",
		"Close a person's account, as an administrator", s.deletePerson, 401, 403, 404, 422, 503)
}

type (
	noInput      struct{ web.Caller }
	noOutput     struct{}
	reportsInput struct {
		web.Caller
		Closed bool   `query:"closed" doc:"List closed reports instead of open ones"`
		After  string `query:"after" doc:"List reports after the one with this id; the last id of a list continues it" maxLength:"64"`
	}
	closeInput struct {
		web.Caller
		ID   string `path:"id" maxLength:"64"`
		Body struct {
			Outcome string `json:"outcome" doc:"acted or dismissed"`
			Reason  string `json:"reason" doc:"Up to 200 characters, for other moderators"`
		}
	}
	logInput struct {
		web.Caller
		Below int `query:"below" minimum:"0" doc:"List entries with lower numbers; the last number of a list continues it"`
	}
	muteInput struct {
		web.Caller
		Body NewMute
	}
	actorInput struct {
		web.Caller
		Actor string `query:"actor" maxLength:"100"`
	}
	hideInput struct {
		web.Caller
		Body HiddenLine
	}
	peopleInput struct {
		web.Caller
		Name string `query:"name" maxLength:"100"`
	}
	roleInput struct {
		web.Caller
		Name string `path:"name" maxLength:"100"`
		Body struct {
			Role string `json:"role" doc:"player, moderator or admin"`
		}
	}
	renameInput struct {
		web.Caller
		Name string `path:"name" maxLength:"100"`
		Body struct {
			Name string `json:"name"`
		}
	}
	personInput struct {
		web.Caller
		Name   string `path:"name" maxLength:"100"`
		Reason string `query:"reason" maxLength:"1000" doc:"Up to 200 characters"`
	}
	annulInput struct {
		web.Caller
		ID   string `path:"id" doc:"Of the game" maxLength:"64"`
		Body struct {
			Reason    string `json:"reason" doc:"Up to 200 characters, for other moderators"`
			Reinstate bool   `json:"reinstate,omitempty" doc:"The game counts again"`
		}
	}
	reportsOutput struct{ Body []moderation.Report }
	logOutput     struct{ Body []moderation.Entry }
	mutesOutput   struct{ Body []Mute }
	peopleOutput  struct{ Body []Member }
	pairsOutput   struct{ Body Pairs }
	loadOutput    struct{ Body Load }
)

func (s *Server) getReports(ctx context.Context, in *reportsInput) (*reportsOutput, error) {
	all, _, err := s.Moderation.ListReports(ctx, in.Visitor, !in.Closed, in.After)
	return &reportsOutput{append([]moderation.Report{}, all...)}, err
}

func (s *Server) postClose(ctx context.Context, in *closeInput) (*noOutput, error) {
	outcome := moderation.State(in.Body.Outcome)
	return &noOutput{}, s.Moderation.CloseReport(ctx, in.Visitor, in.ID, outcome, in.Body.Reason)
}

func (s *Server) getLog(ctx context.Context, in *logInput) (*logOutput, error) {
	all, err := s.Moderation.Entries(ctx, in.Visitor, in.Below)
	return &logOutput{append([]moderation.Entry{}, all...)}, err
}

func (s *Server) getMutes(ctx context.Context, in *noInput) (*mutesOutput, error) {
	all, err := s.Moderation.Mutes(ctx, in.Visitor)
	return &mutesOutput{web.ListOf(all, muteOf)}, err
}

func (s *Server) postMute(ctx context.Context, in *muteInput) (*noOutput, error) {
	b := in.Body
	return &noOutput{}, s.Moderation.Mute(ctx, in.Visitor, moderation.NewMute{
		Name: b.Name, Line: moderation.LineRef{Room: b.Room, Number: b.Number, Report: b.Report},
		Hours: b.Hours, Reason: b.Reason,
	})
}

func (s *Server) deleteMute(ctx context.Context, in *actorInput) (*noOutput, error) {
	return &noOutput{}, s.Moderation.Unmute(ctx, in.Visitor, in.Actor)
}

func (s *Server) postHide(ctx context.Context, in *hideInput) (*noOutput, error) {
	line := moderation.LineRef{Room: in.Body.Room, Number: in.Body.Number, Report: in.Body.Report}
	return &noOutput{}, s.Moderation.HideLine(ctx, in.Visitor, line, in.Body.Reason)
}

func (s *Server) getPeople(ctx context.Context, in *peopleInput) (*peopleOutput, error) {
	all, err := s.Moderation.People(ctx, in.Visitor, in.Name)
	return &peopleOutput{web.ListOf(all, memberOf)}, err
}

func (s *Server) putRole(ctx context.Context, in *roleInput) (*noOutput, error) {
	return &noOutput{}, s.Moderation.SetRole(ctx, in.Visitor, in.Name, in.Body.Role)
}

func (s *Server) putName(ctx context.Context, in *renameInput) (*noOutput, error) {
	return &noOutput{}, s.Moderation.Rename(ctx, in.Visitor, in.Name, in.Body.Name)
}

func (s *Server) deletePerson(ctx context.Context, in *personInput) (*noOutput, error) {
	return &noOutput{}, s.Moderation.CloseAccount(ctx, in.Visitor, in.Name, in.Reason)
}

func (s *Server) getPairs(ctx context.Context, in *noInput) (*pairsOutput, error) {
	pairs, from, err := s.Moderation.LopsidedPairs(ctx, in.Visitor)
	return &pairsOutput{PairsOf(pairs, from)}, err
}

func (s *Server) getLoad(_ context.Context, in *noInput) (*loadOutput, error) {
	if err := s.Moderation.CheckModerator(in.Visitor); err != nil {
		return nil, err
	}
	return &loadOutput{s.Load()}, nil
}

func (s *Server) postAnnul(ctx context.Context, in *annulInput) (*noOutput, error) {
	return &noOutput{}, s.Moderation.Annul(ctx, in.Visitor, in.ID, in.Body.Reason, in.Body.Reinstate)
}
