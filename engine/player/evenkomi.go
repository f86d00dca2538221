package player

import (
	"context"
	"errors"
	"fmt"
	"math"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
)

// EvenKomi returns the komi, in half points, at which the player would take either color in a game
// that has not begun. It searches for Black's expected score without komi and again with that komi,
// because a player who is behind plays differently. Each search takes the time for one move.
func (p *Player) EvenKomi(ctx context.Context, g *game.Game) (float64, error) {
	r := g.Rules()
	r.Komi = 0
	for range 2 {
		even := game.From(g.Board().Clone(), r, r.First(g.Handicap()))
		next := r.First(g.Handicap())
		report := search.Run(ctx, even, next, p.evaluators(even), p.limits(even, engine.Time{}))
		if report.Visits == 0 {
			return 0, noVisit(ctx)
		}
		most := float64(g.Graph().Points())
		r.Komi = min(most, max(-most, r.Komi+math.Round(float64(report.Score)*2)/2))
	}
	return r.Komi, nil
}

// noVisit returns the error for a search without a visit, including its cause.
func noVisit(ctx context.Context) error {
	if cause := context.Cause(ctx); cause != nil {
		return fmt.Errorf("player: the search made no visit: %w", cause)
	}
	return errors.New("player: the search made no visit")
}
