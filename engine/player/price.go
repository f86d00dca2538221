package player

import (
	"context"
	"fmt"
	"math"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
)

// Price returns the komi, in halves, for which the bot would take either colour
// of a game that has not begun: what it expects Black to win by without komi,
// looked at again with that much, because a player who is behind plays
// otherwise. Each look takes the time of a move.
func (b *Bot) Price(ctx context.Context, g *game.Game) (float64, error) {
	r := g.Rules()
	r.Komi = 0
	for range 2 {
		even := game.From(g.Board().Clone(), r, r.First(g.Handicap()))
		next := r.First(g.Handicap())
		report := search.Run(ctx, even, next, b.minds, b.budget(even, engine.Time{}))
		if report.Visits == 0 {
			return 0, fmt.Errorf("bot: no thought was finished: %w", context.Cause(ctx))
		}
		most := float64(g.Graph().Points())
		r.Komi = min(most, max(-most, r.Komi+math.Round(float64(report.Score)*2)/2))
	}
	return r.Komi, nil
}
