package player

import (
	"context"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A player resigns when the search gives it less than this chance to win and this
// margin in points, after that many visits, fewer if a policy guided them, once
// that share of the points has been played.
const (
	resignWin          = 0.03
	resignMargin       = -3
	resignVisits       = 400
	resignPolicyVisits = 50
	resignAfter        = 0.3
)

// resigns reports whether the position is lost. At a level of fewer visits than it
// takes to say so, a network searches again when it thinks so.
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

// hopeless reports whether c has next to no chance by a search.
func hopeless(c board.Color, a engine.Analysis) bool {
	return engine.WinFor(c, a.Win) < resignWin && engine.ScoreFor(c, a.Score) < resignMargin
}
