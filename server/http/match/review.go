package match

import (
	"context"
	"math"

	"rosette/engine"
	"rosette/server/http/web"
)

type (
	reviewOutput struct{ Body Review }
	hintOutput   struct{ Body Hint }
	adviceInput  struct {
		web.Caller
		ID      string   `path:"id" doc:"Of the game" maxLength:"64"`
		Refused []string `query:"refused" doc:"Points that the player has refused in this game, separated by commas" maxItems:"8"`
	}
	adviceOutput struct{ Body Advice }
)

// getReview returns the review of a game that is over.
func (s *Server) getReview(ctx context.Context, in *gameInput) (*reviewOutput, error) {
	state, found, err := s.Match.Review(ctx, in.Client, in.ID)
	if err != nil {
		return nil, err
	}
	return &reviewOutput{reviewOf(state, found)}, nil
}

// reviewOf converts a review to its JSON type.
func reviewOf(state string, found engine.Review) Review {
	told := Review{
		State: state, Visits: found.Visits, Sure: found.Sure, Seen: found.Seen,
		Lead: append([]float64{}, found.Lead...), Win: append([]float64{}, found.Win...), Moments: []Moment{},
	}
	if s := found.Strength; s != nil {
		told.Strength = &ReviewStrength{Real: s.Real, Found: s.Found}
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

// getHint returns a good move for the client.
func (s *Server) getHint(ctx context.Context, in *gameInput) (*hintOutput, error) {
	h, err := s.Match.Hint(ctx, in.Client, in.ID)
	if err != nil {
		return nil, err
	}
	return &hintOutput{Hint{Ply: h.Ply, Point: h.Point, Does: h.Reason.Does, Count: h.Reason.Count}}, nil
}

// getAdvice returns a coach's advice for the client.
func (s *Server) getAdvice(ctx context.Context, in *adviceInput) (*adviceOutput, error) {
	a, err := s.Match.Advice(ctx, in.Client, in.ID, in.Refused)
	if err != nil {
		return nil, err
	}
	out := Advice{Ply: a.Ply}
	if a.Speaks {
		out.Point = a.Point
		out.Does = a.Reason.Does
		out.Count = a.Reason.Count
		out.Worth = math.Round(a.Worth)
	}
	return &adviceOutput{out}, nil
}
