// Package correspondence implements the routes for conditional moves and vacations.
package correspondence

import (
	"context"
	"time"

	"rosette/play/conditional"
	"rosette/server/account"
	"rosette/server/correspondence"
	"rosette/server/http/web"
)

// A Server serves the routes. It is a [web.Group].
type Server struct {
	Correspondence *correspondence.Service
	Now            func() time.Time
}

// maxPlan limits the body of a plan, in bytes: the maximum number of lines with the longest names.
const maxPlan = 32 << 10

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	const plan, vacation = "/api/games/{id}/conditional", "/api/account/vacation"
	web.Get(routes, web.Cheap, plan, "Your conditional moves in a game by correspondence", s.getPlan, 403, 404, 503)
	web.Replace(routes, web.Cheap, plan,
		"Lay conditional moves down in place of the former ones", maxPlan, s.putPlan, 403, 404, 409, 413, 422, 429, 503)
	web.Delete(routes, web.Cheap, plan, "Remove your conditional moves", s.deletePlan, 403, 404, 503)
	web.Get(routes, web.Cheap, vacation, "Your vacation days", s.getVacation, 401, 503)
	web.Put(routes, web.Cheap, vacation,
		"Begin a vacation: your clocks by correspondence stand still", s.setVacation(true), 401, 422, 429, 503)
	web.Delete(routes, web.Cheap, vacation, "End a vacation", s.setVacation(false), 401, 422, 429, 503)
}

// A PlanView holds the client's conditional moves in a game, from the current position on. Only the
// client gets them.
type PlanView struct {
	Lines [][]string `json:"lines" doc:"What the opponent may play and how to answer: a move of the opponent, the answer, the opponent's next move and so on. Moves are names of points, or pass; the last one is an answer. Lines that begin alike share their answers"`
	Ended string     `json:"ended,omitempty" doc:"Why nothing is left: played, left, own, back, stopped or refused"`
	Seq   int        `json:"seq" doc:"Number of the last event of the game"`
}

// A NewPlan holds the conditional moves that a player sends.
type NewPlan struct {
	Lines [][]string `json:"lines" doc:"As in the answer; up to 50 lines of up to 40 moves. No lines remove all" maxItems:"1000"`
	After int        `json:"after,omitempty" doc:"Number of the last event of the game that you know; 0 if that does not matter" minimum:"0"`
}

// A Vacation holds the client's vacation days.
type Vacation struct {
	Left  int64 `json:"left" doc:"Milliseconds that may still be taken"`
	Until int64 `json:"until,omitempty" doc:"The end of the present vacation, in milliseconds since 1970"`
}

type (
	noInput   struct{ web.Caller }
	planInput struct {
		web.Caller
		ID string `path:"id" doc:"Of the game" maxLength:"64"`
	}
	newPlanInput struct {
		web.Caller
		ID   string `path:"id" maxLength:"64"`
		Body NewPlan
	}
	planOutput     struct{ Body PlanView }
	vacationOutput struct{ Body Vacation }
)

func (s *Server) getPlan(ctx context.Context, in *planInput) (*planOutput, error) {
	return planOutputOf(s.Correspondence.Plan(ctx, in.Visitor, in.ID))
}

func (s *Server) putPlan(ctx context.Context, in *newPlanInput) (*planOutput, error) {
	lines := web.ListOf(in.Body.Lines, func(l []string) conditional.Line { return l })
	plan := correspondence.NewPlan{Match: in.ID, Lines: lines, After: in.Body.After}
	return planOutputOf(s.Correspondence.SetPlan(ctx, in.Visitor, in.Address, plan))
}

func (s *Server) deletePlan(ctx context.Context, in *planInput) (*planOutput, error) {
	return planOutputOf(s.Correspondence.RemovePlan(ctx, in.Visitor, in.ID))
}

func planOutputOf(p correspondence.Plan, err error) (*planOutput, error) {
	lines := web.ListOf(p.Lines, func(l conditional.Line) []string { return l })
	return &planOutput{PlanView{Lines: lines, Ended: string(p.Ended), Seq: p.Seq}}, err
}

func (s *Server) getVacation(ctx context.Context, in *noInput) (*vacationOutput, error) {
	v, err := s.Correspondence.Vacation(ctx, in.Visitor)
	return s.vacationOutput(v), err
}

func (s *Server) setVacation(on bool) web.Handler[noInput, vacationOutput] {
	return func(ctx context.Context, in *noInput) (*vacationOutput, error) {
		v, err := s.Correspondence.SetVacation(ctx, in.Visitor, on)
		return s.vacationOutput(v), err
	}
}

func (s *Server) vacationOutput(v account.Vacation) *vacationOutput {
	out := &vacationOutput{Vacation{Left: v.Left(s.Now()).Milliseconds()}}
	if until, ok := v.On(s.Now()); ok {
		out.Body.Until = until.UnixMilli()
	}
	return out
}
