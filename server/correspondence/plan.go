package correspondence

import (
	"context"
	"errors"
	"fmt"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/conditional"
	"rosette/server/account"
	"rosette/server/refusal"
)

// A Plan holds a player's conditional moves from the current position on.
type Plan struct {
	Lines []conditional.Line
	Ended conditional.End
	Seq   int // number of the match's last event
}

// Plan returns a visitor's conditional moves in a match.
func (s *Service) Plan(ctx context.Context, v account.Visitor, match string) (Plan, error) {
	c, err := s.seat(ctx, v, match)
	if err != nil {
		return Plan{}, err
	}
	return s.plan(ctx, match, c)
}

// Lines returns a visitor's conditional moves in a match. It returns no lines for other players'
// matches.
func (s *Service) Lines(ctx context.Context, v account.Visitor, match string) ([]conditional.Line, error) {
	p, err := s.Plan(ctx, v, match)
	if errors.Is(err, ErrNotYours) {
		return nil, nil
	}
	return p.Lines, err
}

// A NewPlan replaces a player's conditional moves.
type NewPlan struct {
	Match string
	Lines []conditional.Line // empty removes the plan
	After int                // number of the last event known to the player; 0 if it does not matter
}

// SetPlan replaces a visitor's conditional moves. The request counts against the limit of its
// address. SetPlan plays the answer if the opponent has moved in the meantime.
func (s *Service) SetPlan(ctx context.Context, v account.Visitor, address string, p NewPlan) (Plan, error) {
	c, err := s.seat(ctx, v, p.Match)
	if err != nil {
		return Plan{}, err
	}
	if wait, ok := s.PlanLimit.Take(address); !ok {
		return Plan{}, refusal.TooOften("api.too-many-requests", wait)
	}
	if err := s.store(ctx, c, p); err != nil {
		return Plan{}, err
	}
	if err := s.PlayAnswers(ctx, p.Match); err != nil {
		return Plan{}, err
	}
	return s.plan(ctx, p.Match, c)
}

// RemovePlan removes a visitor's conditional moves in a match.
func (s *Service) RemovePlan(ctx context.Context, v account.Visitor, match string) (Plan, error) {
	c, err := s.seat(ctx, v, match)
	if err != nil {
		return Plan{}, err
	}
	if err := s.Plans.Remove(ctx, match, c); err != nil {
		return Plan{}, err
	}
	return s.plan(ctx, match, c)
}

// seat returns the visitor's colour at the opening.
func (s *Service) seat(ctx context.Context, v account.Visitor, match string) (seat board.Color, err error) {
	if !account.KeyPattern.MatchString(match) {
		return board.Empty, play.ErrNoMatch
	}
	actors := v.OwnActors()
	err = s.Matches.Read(ctx, match, func(m *play.Match) {
		settings := m.OriginalSettings()
		for _, c := range board.Colors {
			for _, actor := range actors {
				if seat == board.Empty && settings.Seat(c).IsOf(actor) {
					seat = c
				}
			}
		}
	})
	if err == nil && seat == board.Empty {
		err = ErrNotYours
	}
	return seat, err
}

// store checks a player's conditional moves and stores them.
func (s *Service) store(ctx context.Context, c board.Color, p NewPlan) error {
	var plan conditional.Plan
	var refused error
	err := s.Matches.Read(ctx, p.Match, func(m *play.Match) {
		plan, refused = conditional.Lay(m, m.OriginalColor(c), p.Lines)
		if p.After > 0 && p.After < m.Changed() {
			refused = ErrStale
		}
	})
	switch {
	case err != nil:
		return err
	case refused != nil:
		return refusalOf(refused)
	case len(p.Lines) == 0:
		return s.Plans.Remove(ctx, p.Match, c)
	}
	return s.Plans.Keep(ctx, conditional.StoredPlan{Plan: plan, Match: p.Match, Color: c, At: s.Now()})
}

// plan returns the rest of a player's conditional moves.
func (s *Service) plan(ctx context.Context, match string, c board.Color) (p Plan, err error) {
	stored, ok, err := s.Plans.Plan(ctx, match, c)
	if err != nil {
		return p, err
	}
	err = s.Matches.Read(ctx, match, func(m *play.Match) {
		p.Seq = m.Seq()
		if !ok {
			return
		}
		left := conditional.Remainder{Ended: stored.Ended}
		if stored.Ended == conditional.Running {
			left = stored.Remainder(m, m.OriginalColor(c))
		}
		p.Lines, p.Ended = left.Lines, left.Ended
	})
	return p, err
}

// limits are the arguments for refusals.
var limits = map[string]any{"lines": conditional.MaxLines, "moves": conditional.MaxMoves}

// refusalOf returns the refusal of conditional moves that break a rule. For a wrong move it
// includes the place: lines and moves are counted from 1 in the text, from 0 in the field.
func refusalOf(err error) error {
	var fault conditional.Fault
	var reason conditional.Refusal
	switch {
	case errors.As(err, &fault):
		code := codeOf(fault.Reason)
		e := &refusal.Error{Code: code, Args: limits}
		if !errors.Is(fault, conditional.ErrTooLong) {
			e.Code = "correspondence.refused.move"
			e.Args = map[string]any{"line": fault.Line + 1, "move": fault.Move + 1, "reason": "@" + code}
		}
		name := fmt.Sprintf("lines[%d][%d]", fault.Line, fault.Move)
		e.Fields = []refusal.Field{{Name: name, Code: code, Args: limits}}
		return e
	case errors.Is(err, conditional.ErrTooMany):
		return &refusal.Error{Code: codeOf(err), Args: limits}
	case errors.As(err, &reason):
		return &refusal.Error{Kind: refusal.Conflict, Code: codeOf(reason), Args: limits}
	}
	return err
}

// codeOf returns the key for a reason.
func codeOf(reason error) string {
	var rules game.Refusal
	if errors.As(reason, &rules) {
		return "refusal." + string(rules)
	}
	return "correspondence.refused." + reason.Error()
}
