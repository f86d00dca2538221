package player

import (
	"context"
	"math"
	"time"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A player resigns if, once resignAfter of the points has been played, the search for its move gives
// less than doubtfulWin, and a search with enough visits gives less than resignWin and more than a
// margin behind. The margin grows with the width of the board, in square roots of its points. It is
// larger for players that also choose weaker moves, because their games often turn. The values were
// measured in games in which players who would have resigned played on (docs/results.md).
const (
	resignAfter        = 0.3
	doubtfulWin        = 0.1
	resignWin          = 0.01
	steadyMargin       = 0.5
	randomMargin       = 1.5
	resignVisits       = 400 // with playouts
	resignPolicyVisits = 50  // with a policy
)

// resigns reports whether the position is lost. If the search for the move had too few visits for
// that, resigns searches again for at most left, unless the player may not make so many visits.
func (p *Player) resigns(
	ctx context.Context, g *game.Game, c board.Color, a engine.Analysis, left time.Duration,
) bool {
	points := float64(g.Graph().Points())
	if p.options.NeverResign || float64(g.Ply()) <= resignAfter*points || engine.WinFor(c, a.Win) >= doubtfulWin {
		return false
	}
	enough := resignVisits
	if a.HasPolicy {
		enough = resignPolicyVisits
	}
	if a.Visits < enough && (p.options.Visits <= 0 || p.options.Visits >= enough) {
		a = search.Run(ctx, g, c, p.evaluatorsOf(false), engine.SearchParams{Visits: enough, Time: left})
	}
	margin := randomMargin
	if p.setting(g).Temperature == 0 {
		margin = steadyMargin
	}
	return a.Visits >= enough && engine.WinFor(c, a.Win) < resignWin &&
		float64(engine.ScoreFor(c, a.Score)) < -margin*math.Sqrt(points)
}

// openShare is the maximum share of neutral points on a full board.
const openShare = 0.02

// full reports whether nothing is left to win on the board: most points have stones, and after dead
// stones are removed, hardly any point is neutral. A player who has lost there passes, so that the
// game is counted.
func full(g *game.Game, a engine.Analysis) bool {
	if 2*g.Board().Vacant() > g.Graph().Points() {
		return false
	}
	neutral := 0
	for _, c := range ownersWithout(g, presumedDead(g, a.Ownership)) {
		if c == board.Empty {
			neutral++
		}
	}
	return float64(neutral) <= openShare*float64(g.Graph().Points())
}
