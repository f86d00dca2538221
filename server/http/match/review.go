package match

import (
	"context"
	"net/http"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/http/web"
	"rosette/server/work"
)

// A Reviewer has the reviews of games that are over. Several goroutines call it at
// once.
type Reviewer interface {
	// Review returns how far the review of a game is (none, waiting, running or done)
	// and what it has found so far.
	Review(ctx context.Context, id string) (state string, found engine.Review, err error)
	// Hint finds a good move for next, whose turn it is.
	Hint(ctx context.Context, owner work.Owner, g *game.Game, next board.Color) (engine.Hint, error)
}

type (
	reviewOutput struct{ Body Review }
	hintOutput   struct{ Body Hint }
)

// getReview returns the review of a game that is over. Whoever may read the game may.
func (s *Server) getReview(ctx context.Context, in *gameInput) (*reviewOutput, error) {
	if s.Reviews == nil {
		return nil, web.ProblemOf(http.StatusNotFound, "review.none", nil)
	}
	v, err := s.Visitor(web.RequestOf(ctx))
	if err != nil {
		return nil, s.notNow(err, in.ID)
	}
	var played *game.Game
	over := false
	if err := s.Look(ctx, v, in.ID, func(m *play.Match) {
		if over = m.Over(); over && m.Begun() {
			played = m.GameAt(m.Moves())
		}
	}); err != nil {
		return nil, err
	}
	if played == nil && over { // it ended before its first move
		return &reviewOutput{reviewOf("none", engine.Review{})}, nil
	}
	if played == nil {
		return nil, web.ProblemOf(http.StatusConflict, "review.not-over", nil)
	}
	if err := s.unfair(ctx, v, played); err != nil {
		return nil, err
	}
	state, found, err := s.Reviews.Review(ctx, in.ID)
	if err != nil {
		return nil, s.notNow(err, in.ID)
	}
	return &reviewOutput{reviewOf(state, found)}, nil
}

// reviewOf returns a review as clients read it.
func reviewOf(state string, found engine.Review) Review {
	told := Review{
		State: state, Visits: found.Visits, Sure: found.Sure, Seen: found.Seen,
		Lead: append([]float64{}, found.Lead...), Win: append([]float64{}, found.Win...), Moments: []Moment{},
	}
	if found.Total > 0 {
		told.Progress = float64(found.Done) / float64(found.Total)
	}
	for _, m := range found.Moments {
		told.Moments = append(told.Moments, Moment{
			Ply: m.Ply, Color: m.Color, Played: m.Played, Kind: m.Kind, Best: m.Best, Loss: m.Loss,
			Line: append([]string{}, m.Line...), Does: m.Reason.Does, Count: m.Reason.Count,
		})
	}
	return told
}

// getHint returns a good move for the client in a game against the computer.
func (s *Server) getHint(ctx context.Context, in *gameInput) (*hintOutput, error) {
	if s.Reviews == nil {
		return nil, web.ProblemOf(http.StatusNotFound, "hint.none", nil)
	}
	r := web.RequestOf(ctx)
	v, err := s.Visitor(r)
	if err != nil {
		return nil, s.notNow(err, in.ID)
	}
	g, next, err := s.hinted(ctx, in.ID, v)
	if err != nil {
		return nil, err
	}
	if err := s.unfair(ctx, v, g); err != nil {
		return nil, err
	}
	address := s.Address(r)
	if wait, ok := s.estimates.Take(address); !ok {
		return nil, web.TooMany("hint.too-many", wait, nil)
	}
	ctx, cancel := context.WithTimeout(ctx, estimateWait)
	defer cancel()
	hint, err := s.Reviews.Hint(ctx, work.Owner{Person: string(v.Actor), Address: address}, g, next)
	if err != nil {
		return nil, s.thoughtFailed(ctx, "hint", in.ID, g.Ply(), err)
	}
	return &hintOutput{Hint{Ply: g.Ply(), Point: g.Graph().PointName(hint.Move), Does: hint.Reason.Does, Count: hint.Reason.Count}}, nil
}

// hinted returns the position of a game in which the client may have a hint: against
// the computer, or where both players have agreed on it, when it is the client's turn.
func (s *Server) hinted(ctx context.Context, id string, v web.Visitor) (g *game.Game, next board.Color, err error) {
	actors := v.Own()
	var wrong error = web.ProblemOf(http.StatusConflict, "hint.not-now", nil)
	err = s.Look(ctx, v, id, func(m *play.Match) {
		next = m.ToMove()
		if m.Phase() != play.PhasePlay || next == board.Empty || !m.Begun() {
			return
		}
		if m.Unaided() {
			wrong = unaided
			return
		}
		_, aided := m.Aided()
		mine := seats(m.Settings(), actors)
		if len(mine) != 1 || mine[0] != next || !m.Seat(next.Opponent()).Bot() && !aided {
			wrong = web.ProblemOf(http.StatusForbidden, "hint.no", nil)
			return
		}
		wrong = nil
		g, next = positionAfter(m, m.Game().Ply())
	})
	if err != nil {
		return nil, board.Empty, err
	}
	return g, next, wrong
}
