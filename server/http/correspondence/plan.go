package correspondence

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/conditional"
	"rosette/server/http/web"
)

// A PlanView is the conditional moves of the client in a game, from the present
// position on. Nobody else gets them.
type PlanView struct {
	Lines [][]string `json:"lines" doc:"What the opponent may play and how to answer: a move of the opponent, the answer, the opponent's next move and so on. Moves are names of points, or pass; the last one is an answer. Lines that begin alike share their answers"`
	Ended string     `json:"ended,omitempty" doc:"Why nothing is left: played, left, own, back, stopped or refused"`
	Seq   int        `json:"seq" doc:"Number of the last event of the game"`
}

// A NewPlan is the conditional moves that somebody lays down.
type NewPlan struct {
	Lines [][]string `json:"lines" doc:"As in the answer; up to 50 lines of up to 40 moves. No lines remove all" maxItems:"1000"`
	After int        `json:"after,omitempty" doc:"Number of the last event of the game that you know; 0 if that does not matter" minimum:"0"`
}

type (
	planInput struct {
		ID string `path:"id" doc:"Of the game" maxLength:"64"`
	}
	newPlanInput struct {
		ID   string `path:"id" maxLength:"64"`
		Body NewPlan
	}
	planOutput struct{ Body PlanView }
)

// maxPlan bounds the body of a plan, in bytes: the most lines of the longest names.
const maxPlan = 32 << 10

// limits are the arguments of refusals.
var limits = map[string]any{"lines": conditional.MaxLines, "moves": conditional.MaxMoves}

// problemOf returns the problem of a move that is wrong, which it names: lines and moves
// as people count.
func problemOf(wrong conditional.Fault) web.Problem {
	reason := codeOf(wrong.Reason)
	args := map[string]any{"line": wrong.Line + 1, "move": wrong.Move + 1, "reason": "@" + reason}
	p := web.ProblemOf(http.StatusUnprocessableEntity, "correspondence.refused.move", args)
	if errors.Is(wrong, conditional.ErrTooLong) {
		p = web.ProblemOf(http.StatusUnprocessableEntity, reason, limits)
	}
	p.Errors = []web.Fault{{Location: fmt.Sprintf("body.lines[%d][%d]", wrong.Line, wrong.Move), Code: reason, Args: limits}}
	return p
}

func (s *Server) getPlan(ctx context.Context, in *planInput) (*planOutput, error) {
	c, err := s.player(web.RequestOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return s.standing(ctx, in.ID, c)
}

// Lines returns the conditional moves of the client of a request, none in a game that he
// does not play.
func (s *Server) Lines(r *http.Request, id string) ([][]string, error) {
	held, err := s.API.Held(r, id)
	if err != nil || len(held) == 0 {
		return nil, err
	}
	left, err := s.standing(r.Context(), id, held[0])
	if err != nil {
		return nil, err
	}
	return left.Body.Lines, nil
}

func (s *Server) putPlan(ctx context.Context, in *newPlanInput) (*planOutput, error) {
	r := web.RequestOf(ctx)
	c, err := s.player(r, in.ID)
	if err != nil {
		return nil, err
	}
	if wait, ok := s.laid.Take(s.Address(r)); !ok {
		return nil, web.TooMany("api.too-many-requests", wait, nil)
	}
	if err := s.lay(ctx, in.ID, c, in.Body); err != nil {
		return nil, s.fault(err)
	}
	// The opponent may have moved meanwhile.
	if err := s.settle(ctx, in.ID); err != nil {
		return nil, s.fault(err)
	}
	return s.standing(ctx, in.ID, c)
}

func (s *Server) deletePlan(ctx context.Context, in *planInput) (*planOutput, error) {
	c, err := s.player(web.RequestOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	if err := s.Plans.Remove(ctx, in.ID, c); err != nil {
		return nil, s.fault(err)
	}
	return s.standing(ctx, in.ID, c)
}

// player returns the colour of the opening that the client of a request plays. The error
// is a Problem.
func (s *Server) player(r *http.Request, id string) (board.Color, error) {
	held, err := s.API.Held(r, id)
	if err != nil {
		return board.Empty, err
	}
	if len(held) == 0 {
		return board.Empty, web.ProblemOf(http.StatusForbidden, "correspondence.refused.not-yours", nil)
	}
	return held[0], nil
}

// lay keeps the conditional moves of a player.
func (s *Server) lay(ctx context.Context, id string, c board.Color, wanted NewPlan) error {
	lines := make([]conditional.Line, len(wanted.Lines))
	for i, l := range wanted.Lines {
		lines[i] = l
	}
	var plan conditional.Plan
	var refused error
	err := s.API.Host.Read(ctx, id, func(m *play.Match) {
		if plan, refused = conditional.Lay(m, m.OriginalColor(c), lines); wanted.After > 0 && wanted.After < m.Changed() {
			refused = play.ErrStale
		}
	})
	switch {
	case err != nil:
		return err
	case refused != nil:
		return refused
	case len(lines) == 0:
		return s.Plans.Remove(ctx, id, c)
	}
	return s.Plans.Keep(ctx, conditional.StoredPlan{Plan: plan, Match: id, Color: c, At: s.Now()})
}

// standing returns what is left of the conditional moves of a player.
func (s *Server) standing(ctx context.Context, id string, c board.Color) (*planOutput, error) {
	kept, ok, err := s.Plans.Plan(ctx, id, c)
	if err != nil {
		return nil, s.fault(err)
	}
	out := &planOutput{PlanView{Lines: [][]string{}}}
	err = s.API.Host.Read(ctx, id, func(m *play.Match) {
		out.Body.Seq = m.Seq()
		if !ok {
			return
		}
		now := conditional.Remainder{Ended: kept.Ended}
		if kept.Ended == conditional.Running {
			now = kept.Remainder(m, m.OriginalColor(c))
		}
		out.Body.Ended = string(now.Ended)
		for _, l := range now.Lines {
			out.Body.Lines = append(out.Body.Lines, l)
		}
	})
	if err != nil {
		return nil, s.fault(err)
	}
	return out, nil
}
