package player

import (
	"context"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A player resigns if the search gives less than this win probability and margin in points, after
// this number of visits (fewer with a policy), once this share of the points has been played.
const (
	resignWin          = 0.03
	resignMargin       = -3
	resignVisits       = 400
	resignPolicyVisits = 50
	resignAfter        = 0.3
)

// resigns reports whether the position is lost. If a network finds this with too few visits, it
// searches again with enough.
func (p *Player) resigns(
	ctx context.Context, g *game.Game, c board.Color, a engine.Analysis, limits engine.SearchParams,
) bool {
	if p.options.NeverResign || float64(g.Ply()) <= resignAfter*float64(g.Graph().Points()) || !hopeless(c, a) {
		return false
	}
	enough := resignVisits
	if a.HasPolicy {
		enough = resignPolicyVisits
		if a.Visits < enough && (p.options.Visits <= 0 || p.options.Visits >= enough) {
			a = search.Run(ctx, g, c, p.evaluators(g), engine.SearchParams{Visits: enough, Time: limits.Time})
		}
	}
	return a.Visits >= enough && hopeless(c, a)
}

// hopeless reports whether an analysis gives c almost no chance.
func hopeless(c board.Color, a engine.Analysis) bool {
	return engine.WinFor(c, a.Win) < resignWin && engine.ScoreFor(c, a.Score) < resignMargin
}
