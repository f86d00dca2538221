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

// EvenKomi returns the komi, in half points, at which the player would take either
// colour of a game that has not begun: the score it expects for Black without komi,
// searched again with that komi, because a player that is behind plays otherwise.
// Each of the two searches takes the time of a move.
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

// noVisit returns the error of a search that has made no visit, with what ended it.
func noVisit(ctx context.Context) error {
	if cause := context.Cause(ctx); cause != nil {
		return fmt.Errorf("player: the search made no visit: %w", cause)
	}
	return errors.New("player: the search made no visit")
}
